import type { RawCode } from './code-candidates.js';
import {
  CODE_NAMES,
  endsSentence,
  IS,
  LEADER,
  NUMBERS,
  PURPOSES,
  type Name,
} from './code-names.js';
import type { Hit } from './lexicon.js';
import { countTerms, firstHitFrom, lineAt, type Page } from './page.js';
import type { TermKind } from './words/words.js';

const OTHER_REACH = 45;
/** Characters between the name of a code and what it calls so. */
export const CALLED = 8;
/** A label is no longer than this. */
export const MAX_DIRECT = 80;
/** Names that say what a code is for. */
const LABELS: ReadonlySet<TermKind> = new Set(['code', 'maybeCode']);

/** Whether a word for a code stands right before a candidate, or leads to it. */
export const isCalledCode = (name: Name | null): boolean =>
  name !== null && name.leads && name.distance <= CALLED && CODE_NAMES.has(name.hit.term.kind);

/**
 * Whether a label of its own calls a candidate a code: "Code for the new address: 482913"; `open` where
 * what the code is for is told in words that no list has.
 */
export function labelOf(page: Page, raw: RawCode, name: Name): 'code' | 'open' | null {
  const { hit, leads, distance } = name;
  if (!leads || !LABELS.has(hit.term.kind) || belongsToOther(page, name)) return null;
  if (!isLabelGap(page.text.slice(hit.end, raw.start))) return null;
  const isCode = hit.term.kind === 'code' || distance <= CALLED;
  return isCode || isOfPurpose(page, name, raw.start) ? 'code' : 'open';
}

function isLabelGap(between: string): boolean {
  const gap = between.replace(LEADER, ':');
  if (gap.length > MAX_DIRECT || /\d{3}/.test(gap) || endsSentence(gap)) return false;
  return LEADS_ON.test(gap) || IS.test(gap.slice(-8));
}

/** A colon, points, an arrow, the next cell or the next line. */
const LEADS_ON = /[:：=→►>.…·_\t\n]\s{0,8}$|[:：]\s/;

/** "PIN to confirm the address", "Confirm the address with this PIN", but not "code of the school". */
function isOfPurpose({ hits, lines }: Page, { hit }: Name, end: number): boolean {
  const { start } = lines[lineAt(lines, hit.start)]!;
  const from = firstHitFrom(hits, Math.max(start, hit.start - MAX_DIRECT));
  for (let i = from; i < hits.length && hits[i]!.start < end; i++)
    if (PURPOSES.has(hits[i]!.term.kind)) return true;
  return false;
}

/** Whether a candidate is called another kind of code, or the name of another number leads to it. */
export function isCalledOther(page: Page, name: Name | null): boolean {
  if (!name) return false;
  const { kind } = name.hit.term;
  if (kind === 'otherCode') return true;
  if (!name.leads || name.distance > CALLED) return false;
  return NUMBERS.has(kind) || belongsToOther(page, name);
}

/** "Meeting ID: 882 9104 Passcode: …", "booking code": the word is part of another thing's name. */
export function belongsToOther(page: Page, name: Name): boolean {
  const { hits } = page;
  const last = firstHitFrom(hits, name.hit.start) - 1;
  for (let i = last; i >= 0 && hits[i]!.end === hits[last]!.end; i--)
    if (isPartOf(hits[i]!, name, page)) return true;
  return false;
}

/** What has a number: "your request number 620417". */
const NUMBERED: ReadonlySet<TermKind> = new Set([...NUMBERS, 'support', 'offer']);

function isPartOf(before: Hit, { hit, leads, distance }: Name, page: Page): boolean {
  if (hit.start - before.end > OTHER_REACH) return false;
  const gap = page.text.slice(before.end, hit.start);
  const isGeneral = hit.term.kind === 'maybeCode';
  const isOpen = isGeneral || (hit.term.kind === 'digits' && leads && distance <= CALLED);
  if (NUMBERED.has(before.term.kind)) return isOpen && /^[ -]?$/.test(gap);
  return before.term.kind === 'otherCode' && leadsOn(page, gap) && (isGeneral || /\d/.test(gap));
}

/** Whether a text speaks of what nobody else may know, or what lasts for minutes only. */
function isSecret(page: Page): boolean {
  let known = secrets.get(page);
  if (known === undefined) {
    const counts = countTerms([page]);
    known = Boolean(counts.secret ?? (counts.lasts && (counts.minute ?? counts.second)));
    secrets.set(page, known);
  }
  return known;
}

/** Asked of a page for each of its candidates. */
const secrets = new WeakMap<Page, boolean>();

/** Whether the name of another code also says what the next words name. */
function leadsOn(page: Page, gap: string): boolean {
  // "Webinar ID: 882 910 443. Passcode: 551820"
  // "Dear Mr. Doe (patient no. 26.0019283),", an address: what comes next is another thing.
  const above = gap.slice(0, gap.lastIndexOf('\n') + 1);
  if (/\n[ \t]{0,8}\n/.test(gap) || /\p{L}/u.test(above)) return false;
  // "Customer code: 5520817", and in the next row "PIN: 307651".
  if (above !== '' && isSecret(page)) return false;
  return !endsSentence(gap) || /^[\s:#\d()-]*\d\.\s$/.test(gap);
}
