import { sentenceLines, type CodePlace } from './code-place.js';
import { endsSentence, LEADER } from './name-leads.js';
import { headOf } from '../text/columns.js';
import type { Hit } from '../text/lexicon.js';
import { filledLine, firstHitFrom, type TextPage } from '../text/page.js';
import type { Span } from '../text/text-urls.js';
import type { TermKind } from '../words/roles.js';

/** How near the nearest term of each kind is: 1 right beside a candidate, towards 0 at the end of what is read. */
type Nearness = ReadonlyMap<TermKind, number>;

/** A term that may name a candidate. */
export interface CodeName {
  readonly hit: Hit;
  /** From 0 to 1. */
  readonly nearness: number;
  /** Whether it stands before the candidate. */
  readonly leads: boolean;
}

/** The terms that a candidate is told by: those of its sentence, and of the lines around one that stands apart. */
export interface CodeTerms {
  readonly before: Nearness;
  readonly behind: Nearness;
  /** The nearest of those that name a number. */
  readonly name: CodeName | null;
}

/** Characters of which terms are read. */
const REACH = 160;
const REACH_BEHIND = 120;
/** What a line between counts for in characters, and what stands in the head of a column. */
const ABOVE = 20;
const PER_LINE = 20;
const IN_COLUMN = 8;
const BELOW = 30;
const MAX_LINES = 3;
/** Characters before a number on its line that may hold no letter if lines above tell of it. */
const MAX_MARGIN = 40;

/** What names a number of any kind. */
export const NAME_KINDS: readonly TermKind[] = [
  ...(['code', 'maybeCode', 'digits', 'otherCode', 'number', 'order', 'money', 'backup'] as const),
];
const NAMES: ReadonlySet<TermKind> = new Set(NAME_KINDS);

/** What names a number that is no code. */
const NUMBERS: ReadonlySet<TermKind> = new Set(['number', 'order', 'money']);

/** What names a code. */
export const CODE_NAMES: ReadonlySet<TermKind> = new Set(['code', 'maybeCode', 'digits']);

/** A term near a candidate, and whether it may name it: "phone" in "on your old phone" does not. */
interface NearHit {
  readonly hit: Hit;
  readonly names: boolean;
}

function nearHit(hits: readonly Hit[], i: number): NearHit {
  const [hit, around] = [hits[i]!, hits[i - 1]];
  const isPart = around?.end === hit.end && around.term.kind === 'purpose';
  return { hit, names: NAMES.has(hit.term.kind) && !(isPart && NUMBERS.has(hit.term.kind)) };
}

class NearTerms implements CodeTerms {
  readonly before = new Map<TermKind, number>();
  readonly behind = new Map<TermKind, number>();
  name: CodeName | null = null;

  add({ hit, names }: NearHit, distance: number, leads: boolean): void {
    const nearness = 1 - distance / REACH;
    if (nearness <= 0) return;
    const { kind } = hit.term;
    const side = leads ? this.before : this.behind;
    if (nearness > (side.get(kind) ?? 0)) side.set(kind, nearness);
    if (names && nearness > (this.name?.nearness ?? 0)) this.name = { hit, nearness, leads };
  }
}

/** Reads the terms around a candidate. */
export function termsOf(place: CodePlace): CodeTerms {
  const read = new NearTerms();
  readBefore(place, read);
  readBehind(place, read);
  if (isApart(place)) readAbove(place, read);
  if (place.alone) readBelow(place, read);
  return read;
}

function readBefore({ page, raw, lineIndex }: CodePlace, read: NearTerms): void {
  const { hits, text } = page;
  const floor = Math.max(sentenceLines(page, lineIndex).start, raw.start - REACH);
  for (let i = firstHitFrom(hits, raw.start) - 1; i >= 0 && hits[i]!.start >= floor; i--) {
    const hit = hits[i]!;
    if (hit.end > raw.start) continue;
    const gap = text.slice(hit.end, raw.start).replace(LEADER, '');
    if (endsSentence(gap)) return;
    read.add(nearHit(hits, i), distanceOver(gap), true);
  }
}

function readBehind({ page, raw, lineIndex }: CodePlace, read: NearTerms): void {
  const { hits, text } = page;
  const ceiling = Math.min(sentenceLines(page, lineIndex).end, raw.end + REACH_BEHIND);
  for (let i = firstHitFrom(hits, raw.end); i < hits.length && hits[i]!.end <= ceiling; i++) {
    const gap = text.slice(raw.end, hits[i]!.start);
    if (endsSentence(gap)) return;
    read.add(nearHit(hits, i), distanceOver(gap), false);
  }
}

/** A comma or a dash keeps more apart than a word does: "Dear customer, 482913 is your code". */
const distanceOver = (gap: string) => gap.length + PER_MARK * (gap.match(MARKS)?.length ?? 0);
const PER_MARK = 12;
const MARKS = /[,;،，、–—]/g;

/** A number inside a sentence is named by that sentence or not at all. */
const isApart = ({ page: { text, lines }, raw: { start }, lineIndex, alone }: CodePlace) =>
  alone ||
  (start - lines[lineIndex]!.start <= MAX_MARGIN &&
    !/\p{L}/u.test(text.slice(lines[lineIndex]!.start, start)));

function readAbove({ page, raw, lineIndex }: CodePlace, read: NearTerms): void {
  let seen = 0;
  for (let i = lineIndex - 1; i >= 0 && seen < MAX_LINES; i--) {
    const line = page.lines[i]!;
    if (isBlank(page, line)) continue;
    const head = seen === 0 ? headOf(page, lineIndex, raw.start, line) : line;
    const base = head === line ? ABOVE + seen * PER_LINE : IN_COLUMN;
    for (const one of hitsIn(page, head)) read.add(one, base + (head.end - one.hit.end) / 2, true);
    seen++;
  }
}

function readBelow({ page, lineIndex }: CodePlace, read: NearTerms): void {
  const line = filledLine(page, lineIndex, 1);
  if (!line) return;
  for (const one of hitsIn(page, line))
    read.add(one, BELOW + (one.hit.start - line.start) / 2, false);
}

const isBlank = ({ text }: TextPage, { start, end }: Span) => text.slice(start, end).trim() === '';

function hitsIn({ hits }: TextPage, { start, end }: Span): NearHit[] {
  const found: NearHit[] = [];
  for (let i = firstHitFrom(hits, start); i < hits.length && hits[i]!.end <= end; i++)
    found.push(nearHit(hits, i));
  return found;
}

/** What a code is for. */
const PURPOSES: readonly TermKind[] = [
  ...(['verify', 'signIn', 'reset', 'purpose', 'pending', 'direct'] as const),
];

/** How near words of typing are. */
export const typedBy = (terms: CodeTerms): number => nearestOf(['enter'], terms);
/** How near words are of what a code is for. */
export const servesBy = (terms: CodeTerms): number => nearestOf(PURPOSES, terms);

const nearestOf = (kinds: readonly TermKind[], { before, behind }: CodeTerms) =>
  Math.max(...kinds.map((kind) => Math.max(before.get(kind) ?? 0, behind.get(kind) ?? 0)));

/** How much terms say for a candidate; less than 0 where the nearest name is that of another thing. */
export function scoreOf(terms: CodeTerms): number {
  const { name } = terms;
  const asked = Math.max(typedBy(terms), servesBy(terms));
  if (!name) return asked;
  return CODE_NAMES.has(name.hit.term.kind) ? 1 + name.nearness + asked : -name.nearness;
}
