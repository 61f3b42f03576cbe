import { TOPIC_KINDS } from '../text/lexicon.js';
import { isOfThing } from './other-subjects.js';
import { namesOtherEnd } from './other-deadlines.js';
import type { TextPage } from '../text/page.js';
import { holdsStem, phrases } from '../text/phrases.js';
import { findPoint } from './points-in-time.js';
import { hitsWithin } from '../text/sentences.js';
import type { TermKind } from '../words/roles.js';

const LATEST = phrases('time.latest');
/** "Deadline: 12:20" */
const ROW = /^[ \t>*•-]{0,8}([^\d:：\t\n]{2,30})[:：\t](?=[^\n]{0,30}\d)(?!\s{0,4}0{1,2}:\d\d:)/u;
const ELSEWHERE: ReadonlySet<TermKind> = new Set<TermKind>([...TOPIC_KINDS, 'number', 'errand']);
/** Characters behind a code in which a row tells of it. */
const REACH = 240;

/** The points in time of the rows behind a code that say by when it has to be typed. */
export function deadlineRows(page: TextPage, code: number, from: number): number[] {
  const points: number[] = [];
  let start = page.text.indexOf('\n', code) + 1;
  while (start > 0 && start < code + REACH) {
    const next = page.text.indexOf('\n', start);
    const end = next < 0 ? page.text.length : next;
    const at = deadlineIn(page, start, end, from);
    if (at !== null) points.push(at);
    start = next + 1;
  }
  return points;
}

function deadlineIn(page: TextPage, start: number, end: number, from: number): number | null {
  const text = page.text.slice(start, end);
  const label = ROW.exec(text);
  if (!label || !holdsStem(label[1]!, LATEST)) return null;
  const hits = hitsWithin(page, start, end);
  const row = { start, text, hits };
  const isOther = isOfThing(row) || hits.some(({ term }) => ELSEWHERE.has(term.kind));
  if (namesOtherEnd(row, start, false)) return null;
  return isOther ? null : findPoint(text, label[0].length, from);
}
