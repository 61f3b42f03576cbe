import { isForgotten } from './absent-codes.js';
import { sentenceLines, type CodePlace } from './code-place.js';
import { endsSentence, IS, isSubject, LABEL_MARK, LEADER, TELLS } from './name-leads.js';
import { headOf } from '../text/columns.js';
import type { Hit } from '../text/lexicon.js';
import { firstHitFrom, type TextPage } from '../text/page.js';
import type { Span } from '../text/text-urls.js';
import type { TermKind } from '../words/roles.js';

/** A term that names a candidate. */
export interface CodeName {
  readonly hit: Hit;
  /** Characters between them, more for what stands in another sentence or line. */
  readonly distance: number;
  /** Whether it leads to the candidate rather than follows it. */
  readonly leads: boolean;
}

/** Added to the characters between a name and the number it may name, by how the two stand: the nearest name decides. */
const AFTER = 12;
const ABOVE = 30;
const PER_LINE_ABOVE = 15;
/** From the head of a column to what stands below. */
const IN_COLUMN = 10;
const BELOW = 38;
const NEXT_SENTENCE = 40;
const WITHIN_NEXT = 90;
const MAX_OPENING = 12;
const MAX_LINES_ABOVE = 3;
/** Characters from a number to a name at the head of its line, or from a code to the deal it is for. */
const MAX_MARGIN = 40;
/** How far on its line a candidate is read about. */
export const REACH = 160;
/** The same behind it. */
export const REACH_AFTER = 45;
/** Names of other numbers stand right before them. */
const NAME_REACH: Readonly<Partial<Record<TermKind, number>>> = {
  number: 18,
  otherCode: 45,
  order: 3,
  money: 3,
};
const DEALS: ReadonlySet<TermKind> = new Set(['order', 'money']);
/** "…for signing the": what leads from a code to what it is for. */
const MAX_COMPLEMENT = 16;
const LABEL_END = 4;
const MAX_LABEL_LETTERS = 5;
/** What stands before the name on the line of a label: "Your", "Ihre persönliche". */
const MAX_LABEL = 24;

const NAMES: ReadonlySet<TermKind> = new Set([
  'code',
  'maybeCode',
  'digits',
  'otherCode',
  'number',
  'order',
  'money',
  'backup',
]);

/** What names a code. */
export const CODE_NAMES: ReadonlySet<TermKind> = new Set(['code', 'maybeCode', 'digits']);

/** What a code proves. */
export const PURPOSES: ReadonlySet<TermKind> = new Set([
  ...(['verify', 'signIn', 'reset', 'purpose', 'pending', 'direct'] as const),
]);

/** What names a number that is no code. */
export const NUMBERS: ReadonlySet<TermKind> = new Set(['number', 'order', 'money']);

/** "482913 is your sign-up code": the line begins with the number, and goes on about it. */
export const isSaidOf = ({ page: { text, lines }, raw, lineIndex }: CodePlace, { hit }: CodeName) =>
  !/[\p{L}\d]/u.test(text.slice(lines[lineIndex]!.start, raw.start)) &&
  IS.test(`${text.slice(raw.end, hit.start).split(' ', 2).join(' ')} `);

/** The term that names the candidate: in its line, or in the lines around one that stands apart. */
export function nearestName(place: CodePlace): CodeName | null {
  const inLine = nearer(nameBefore(place), nameAfter(place));
  if (inLine || !canBeNamedFromAfar(place)) return inLine;
  return nearer(nameAbove(place), nameBelow(place));
}

const nearer = (a: CodeName | null, b: typeof a) => (!a || (b && b.distance < a.distance) ? b : a);

/** A number inside a sentence is named by that sentence or not at all. */
function canBeNamedFromAfar({ page, raw, lineIndex, alone }: CodePlace): boolean {
  if (alone) return true;
  const { start } = page.lines[lineIndex]!;
  if (raw.start - start > MAX_MARGIN) return false;
  const before = page.text.slice(start, raw.start);
  // "Type into the app: 4 8 2 9"
  return !/\p{L}/u.test(before) || (raw.shape === 'single' && !/[:：]\s?$/.test(before));
}

function nameBefore(place: CodePlace): CodeName | null {
  const [first] = namesBefore(place);
  return first ?? null;
}

/** What may name a candidate that it leads to, the nearest first. */
function* namesBefore({ page, raw, lineIndex }: CodePlace): Generator<CodeName> {
  const { hits } = page;
  const isToldOf = isSubject(page.text.slice(raw.end, raw.end + REACH_AFTER));
  const floor = Math.max(sentenceLines(page, lineIndex).start, raw.start - REACH);
  let isEntered = false;
  for (let i = firstHitFrom(hits, raw.start) - 1; i >= 0 && hits[i]!.start >= floor; i--) {
    const hit = hits[i]!;
    const gap = page.text.slice(hit.end, raw.start);
    // "To change your phone number use 4821"
    isEntered ||= hit.term.kind === 'enter';
    if (!mayName(hit, gap, isEntered) || namesNothing(page, i)) continue;
    if (isTaken(gap)) return;
    if (isToldOf && isGreeted(hit, gap)) continue;
    yield codeBefore(page, i, gap) ?? leadingName(hit, gap);
  }
}

function leadingName(hit: Hit, gap: string): CodeName {
  if (LEADER.test(gap)) return { hit, distance: gap.replace(LEADER, '').length, leads: true };
  const apart = !endsSentence(gap) ? 0 : apartBy(gap);
  return { hit, distance: gap.replace(ORDINAL, '').length + apart, leads: true };
}

/** "Code no. 2 is 913507", "TAN Nr. 27: 440716": which one it is, and not the code. */
const ORDINAL =
  /^\s(?:[#№]|n[ro]?[.º°]{0,2}|núm\.)?\s?\d{1,2}(?=\s?[:：]|\s\p{L}{1,6}\s["'“«„]?$)/iu;

/** "We ask for a code. Call 117 204": a number within the next sentence is hardly that of the one before. */
function apartBy(gap: string): number {
  if (TELLS.test(gap.slice(-MAX_TELLING))) return TOLD;
  const words = gap.split(/[.!?。！？।]/).at(-1)!;
  return words.length > MAX_OPENING ? WITHIN_NEXT : NEXT_SENTENCE;
}

const MAX_TELLING = 20;
const TOLD = 8;

function mayName(hit: Hit, gap: string, isEntered: boolean): boolean {
  const { kind } = hit.term;
  if (!NAMES.has(kind) || gap.length > (NAME_REACH[kind] ?? REACH)) return false;
  if (kind === 'otherCode') return !(isEntered && HAS_OWN.test(gap));
  return !NUMBERS.has(kind) || (!isEntered && mayNumber(gap));
}

const mayNumber = (gap: string) => !BY.test(gap) && !HAS_ORDINAL.test(gap) && isLabelGap(gap);

/** The sign for numbers has one of its own. */
const HAS_ORDINAL = /^[.º°]{0,2}\s?\d{1,2}\s?(?:[:：]|\p{L}{1,6}\s["'“«„]?$)/u;

/** "Dear customer, 482913 is the OTP": who is greeted names nothing, but for "your order number, 482913, …". */
const isGreeted = ({ term }: Hit, gap: string): boolean =>
  NUMBERS.has(term.kind) && GREETED.test(gap);
const GREETED = /^[,،，]\s?$/;

/** "Sign the contract with 4829": the number is what it is signed with. */
const BY =
  /^[\p{L}\p{M}]{0,3}\s(?:with|using|mit|avec|con|mediante|met|cu|med|hjälp av|bằng|dengan)\s$/iu;

/** "Sort code 20-41-17: enter 4821" */
const HAS_OWN = /\d{4}|\d{2}\D\d{2}/;

const namesNothing = (page: TextPage, index: number): boolean =>
  isForgotten(page, index) || isPartOfPurpose(page, index);

/** "On your old phone: 4829": what is told is for which device. */
function isPartOfPurpose({ hits }: TextPage, index: number): boolean {
  const { term, end } = hits[index]!;
  const before = hits[index - 1];
  return NUMBERS.has(term.kind) && before?.term.kind === 'purpose' && before.end === end;
}

/** "Code: 482913. File 77120": the name has its number already. */
const isTaken = (gap: string) => /\d{4}\S{0,3}\s/.test(gap) && endsSentence(gap);

const TAKES_CODE: ReadonlySet<TermKind> = new Set([...NUMBERS, 'digits']);

/**
 * "Code for your payment: 640112", "code for signing the contract: 640112": the name of the code is what
 * the sentence is about.
 */
function codeBefore({ hits, text }: TextPage, index: number, behind: string): CodeName | null {
  const deal = hits[index]!;
  if (!TAKES_CODE.has(deal.term.kind) || hasNumber(hits, index, behind)) return null;
  let serves: Serves = NOBODY;
  for (let i = index - 1; i >= 0 && deal.start - hits[i]!.end <= MAX_MARGIN; i--) {
    const hit = hits[i]!;
    if (hit.end > deal.start) continue;
    const gap = text.slice(hit.end, deal.start);
    if (endsSentence(gap) || /\d{2}|\n/.test(gap)) return null;
    serves = servesBy(hit, serves);
    if (isNameOf(hit, deal, serves) || isAboutDeal(hit, { gap, serves, behind }))
      return { hit, distance: gap.length, leads: true };
  }
  return null;
}

/** "The code with which you add the card ending 4471": the number is that of the card. */
function hasNumber(hits: readonly Hit[], index: number, behind: string): boolean {
  // In Hebrew the preposition is joined to it by a hyphen.
  if (/[^\s#-]|\t/.test(behind)) return false;
  const { end } = hits[index]!;
  for (let i = index; i >= 0 && hits[i]!.end === end; i--)
    if (hits[i]!.term.kind === 'number') return true;
  return false;
}

/** Which names of a code may go on with what the code is for: none, those of the kind `code`, or all. */
type Serves = 0 | 1 | 2;
const NOBODY = 0;
const CODES_ONLY = 1;
const ALL_NAMES = 2;

/** "Verification code to type in on the tracking page: 1408" */
function servesBy({ term }: Hit, known: Serves): Serves {
  if (PURPOSES.has(term.kind)) return ALL_NAMES;
  return known === NOBODY && term.kind === 'enter' ? CODES_ONLY : known;
}

function isNameOf({ term }: Hit, deal: Hit, serves: Serves): boolean {
  if (deal.term.kind === 'digits') return false;
  if (term.kind === 'code') return serves !== NOBODY || DEALS.has(deal.term.kind);
  return term.kind === 'maybeCode' && (serves === ALL_NAMES || deal.term.kind === 'money');
}

/** "The digits to confirm your phone are 482913" */
const isTold = ({ term }: Hit, serves: Serves, behind: string) =>
  term.kind === 'digits' && serves === ALL_NAMES && IS.test(behind);

/** Whether a name of a code goes on with what stands between it and the deal. */
const isAboutDeal = (hit: Hit, told: { gap: string; serves: Serves; behind: string }) =>
  isComplement(hit, told.gap, told.behind) || isTold(hit, told.serves, told.behind);

/** "Code for the account is 4821", but not "code for account 4821". */
const isComplement = ({ term }: Hit, gap: string, behind: string) =>
  term.kind === 'code' &&
  gap.length <= (IS.test(behind) || LABEL_MARK.test(behind) ? MAX_MARGIN : MAX_COMPLEMENT) &&
  !/[,;:]/.test(gap) &&
  /[:：\t]|\p{L}/u.test(behind);

/** "To sign in (card 20 11874) copy this code:": what it names is in the next line. */
const opensNext = ({ text }: TextPage, { end }: Hit) =>
  /^\s?[:：][ \t]{0,4}\n/.test(text.slice(end, end + 8));

function nameAfter({ page, raw, lineIndex }: CodePlace): CodeName | null {
  const ceiling = Math.min(sentenceLines(page, lineIndex).end, raw.end + REACH_AFTER);
  for (let i = firstHitFrom(page.hits, raw.end); i < page.hits.length; i++) {
    const hit = page.hits[i]!;
    if (hit.end > ceiling) return null;
    const gap = page.text.slice(raw.end, hit.start);
    if (NAMES.has(hit.term.kind) && !isTooFar(hit, gap.length) && !opensNext(page, hit))
      return { hit, distance: gap.length + afterWeight(gap), leads: false };
  }
  return null;
}

/** "482913 is your code", "482913 – enter your code", but not "41200 accounts by theft of a code". */
const afterWeight = (gap: string) =>
  gap.length <= MAX_TOLD || /^\S{0,2}\s?[-–—:(,;]|^["'”»]/.test(gap) ? AFTER : TOLD_AFTER;

const MAX_TOLD = 14;
const TOLD_AFTER = 40;

/** "Order no. 482913", "order is 482913": what stands between names no other thing. */
const isLabelGap = (gap: string) =>
  (gap.match(/\p{L}/gu)?.length ?? 0) <= MAX_LABEL_LETTERS && !HAS_NUMBER.test(gap);

/** "482913 is your order number" is said in so many words. */
const isTooFar = ({ term }: Hit, gap: number) => NUMBERS.has(term.kind) && gap > LABEL_END;

function nameAbove({ page, raw, lineIndex }: CodePlace): CodeName | null {
  let seen = 0;
  for (let i = lineIndex - 1; i >= 0 && seen < MAX_LINES_ABOVE; i--) {
    const line = page.lines[i]!;
    if (page.text.slice(line.start, line.end).trim() === '') continue;
    const head = seen === 0 ? headOf(page, lineIndex, raw.start, line) : line;
    const hit = lastNameIn(page, head);
    if (hit && head !== line) return { hit, distance: IN_COLUMN, leads: true };
    const distance = ABOVE + seen * PER_LINE_ABOVE;
    const margin = hit ? Math.min(40, (line.end - hit.end) / 4) : 0;
    if (hit) return { hit, distance: distance + margin, leads: true };
    seen++;
  }
  return null;
}

function nameBelow({ page, raw, lineIndex }: CodePlace): CodeName | null {
  // "13881 | New users": the next cell says what it is.
  if (/^\t\p{L}/u.test(page.text.slice(raw.end, raw.end + 2))) return null;
  const next = page.lines.slice(lineIndex + 1, lineIndex + 4);
  const line = next.find(({ start, end }) => page.text.slice(start, end).trim() !== '');
  if (!line) return null;
  for (let i = firstHitFrom(page.hits, line.start); i < page.hits.length; i++) {
    const hit = page.hits[i]!;
    if (hit.end > line.end) return null;
    const margin = hit.start - line.start;
    if (NUMBERS.has(hit.term.kind)) continue;
    if (NAMES.has(hit.term.kind) && !isTooFar(hit, margin))
      return { hit, distance: BELOW + margin / 4, leads: false };
  }
  return null;
}

/**
 * The last name of a line that names nothing in it; other numbers are named by labels only:
 * "Order number:".
 */
function lastNameIn(page: TextPage, { start, end }: Span): Hit | null {
  const { hits, text } = page;
  for (let i = firstHitFrom(hits, end) - 1; i >= 0 && hits[i]!.start >= start; i--) {
    const hit = hits[i]!;
    const { kind } = hit.term;
    if (!mayStandFor(page, hit)) continue;
    if (kind === 'code') return hit;
    const behind = text.slice(hit.end, end);
    const isLabel = hit.start - start <= MAX_LABEL && isLabelEnd(behind);
    if (isLabel || isFreeName(kind, behind)) return codeBefore(page, i, behind)?.hit ?? hit;
  }
  return null;
}

const mayStandFor = (page: TextPage, hit: Hit) =>
  NAMES.has(hit.term.kind) && !isWhereToType(page, hit);

/** "Type on your phone:", "Tapez sur votre téléphone :" tells where, and names nothing. */
const isWhereToType = ({ hits, text }: TextPage, { start, term }: Hit): boolean =>
  NUMBERS.has(term.kind) &&
  hits[firstHitFrom(hits, start) - 1]?.term.kind === 'enter' &&
  WHERE.test(text.slice(Math.max(0, start - MAX_WHERE), start));
const WHERE =
  /(?<!\p{L})(?:on|in|into|auf|am|im|ins|sur|dans|en|em|no|na|su|sul|sulla|nel|nella|op|på|w|do|pe|în|di|pada|trên|vào)\s(?:\p{L}{2,8}\s)?$/iu;
const MAX_WHERE = 16;

/** A colon, say, but no end of a sentence. */
const isLabelEnd = (behind: string) => behind.length <= LABEL_END && !/[.!。！]/.test(behind);

/** Whether a name has no number of its own behind it. */
const isFreeName = (kind: TermKind, behind: string) =>
  !NUMBERS.has(kind) && !(CODE_NAMES.has(kind) ? /\d{4}/ : HAS_NUMBER).test(behind);

const HAS_NUMBER = /\d{2}/;
