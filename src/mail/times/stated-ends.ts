import { findClock, findPoint, findSpanEnd } from './points-in-time.js';
import type { Hit } from '../text/lexicon.js';
import type { TextPage } from '../text/page.js';
import {
  clauseAround,
  hitsWithin,
  sentenceAround,
  withoutRows,
  type Sentence,
} from '../text/sentences.js';
import type { Span } from '../text/text-urls.js';
import { isOfCode } from './time-saying.js';
import { unitlessDurations } from './unitless-durations.js';

const MAX_TERMS = 200;
/** Characters behind a code in which its lifetime is told. */
const SOON_AFTER = 200;
const MAX_AHEAD = 92 * 86_400_000;

/** A point in time, and where it is told. */
export interface PointInTime extends Span {
  readonly at: number;
  /** The word of validity beside it; null where none tells of it. */
  readonly by: Span | null;
}

/** "Valid until 14:30": those that stand behind or before a word of validity that may be said of the code; the mail was sent `from`. */
export function statedEnds(page: TextPage, code: number, from: number): PointInTime[] {
  const terms = page.hits.filter(({ term }) => term.kind === 'lasts').slice(0, MAX_TERMS);
  return terms.flatMap((hit) => {
    const sentence = sentenceAround(page, hit.start, hit.end);
    const clause = clauseAround(page, sentence, hit.start);
    if (!mayEndCode(page, clause, { hit, code })) return [];
    const text = withoutCountdowns(page, withoutRows(page, sentence), sentence.start);
    const place = hit.end - sentence.start;
    const at = findPoint(text, place, from) ?? findSpanEnd(clause.text, from);
    if (at === null || at <= from || at - from > MAX_AHEAD) return [];
    const clock = findClock(text, place);
    const { start, end } = hit;
    if (!clock) return [{ at, start, end, by: hit }];
    return [{ at, start: clock.start + sentence.start, end: clock.end + sentence.start, by: hit }];
  });
}

/** "Card ending in 5512", "finit par •• 5512": what ends is a number. A year has more behind it. */
const ENDS_NUMBER =
  /^\s{0,2}(?:\p{L}{1,5}[\s-]{1,2}|ב-?)?[*•xX·.…#]{0,8}\s?\d{3,4}(?![\d.:/年년-])/u;
const MAX_ENDING = 24;

/** Whether the clause of a word of validity names a code, says nothing else, or stands next to a code. */
function mayEndCode(
  page: TextPage,
  clause: Sentence,
  { hit, code }: { readonly hit: Hit; readonly code: number },
): boolean {
  if (ENDS_NUMBER.test(page.text.slice(hit.end, hit.end + MAX_ENDING))) return false;
  if (clause.hits.some(isOfCode)) return true;
  return !/\p{L}/u.test(page.text.slice(clause.start, hit.start)) || isNext(page, clause, code);
}

/** Whether no other number is told of between the code, or what speaks of it, and a clause. */
function isNext(page: TextPage, clause: Sentence, code: number): boolean {
  const names = hitsWithin(page, clause.start - SOON_AFTER, clause.start).filter(isOfCode);
  const place = Math.max(names.at(-1)?.start ?? -1, code < clause.start ? code : -1);
  if (place < clause.start - SOON_AFTER) return false;
  const { start, text } = clauseAround(page, sentenceAround(page, place, place), place);
  return !/\d/.test(page.text.slice(start + text.length, clause.start));
}

/** "Expires in: 00:10:00" names no time of day. */
const withoutCountdowns = (page: TextPage, text: string, offset: number) =>
  unitlessDurations(page).reduce(
    (rest, { start, end }) => blanked(rest, start - offset, end - offset),
    text,
  );

/** With blanks from one place to another, where those are in it. */
const blanked = (text: string, from: number, to: number) =>
  from < 0 || to > text.length
    ? text
    : text.slice(0, from) + ' '.repeat(to - from) + text.slice(to);
