import { fold } from './fold.js';
import { splitTerms } from './lexicon.js';
import { holdsAny, holdsWord, phrases } from './phrases.js';
import { closingBlock } from './signature.js';
import type { Range } from './text-urls.js';
import {
  FORWARDED,
  HEADER_LABELS,
  ORIGINAL_MESSAGE,
  SENT_FROM,
  WROTE,
} from './words/quote-words.js';

/** A mail's text taken apart into what is new and what is not. */
export interface QuoteSplit {
  /** The new text: no quoted history, no signature, no footer of a phone. */
  readonly stripped: string;
  /** The lines of history, as places in the text. */
  readonly quoted: readonly Range[];
}

/** What the header says about the mail. */
export interface QuoteContext {
  /** It answers another mail. */
  readonly isReply: boolean;
  /** Its subject says that it is forwarded. */
  readonly isForward: boolean;
}

const MAX_LINES = 5000;
const MAX_LINE = 400;
const MAX_TITLE = 60;
const BLOCK_LINES = 6;
const SIGNATURE_LINES = 12;
/** Lines, blank ones too, in which a letter closes. */
const MAX_CLOSING_BLOCK = 16;
const MAX_PHONE_LINE = 50;
const LIST_RULE = '_'.repeat(40);

const wrote = phrases(WROTE);
const original = phrases(ORIGINAL_MESSAGE);
const forwarded = phrases(FORWARDED);
const footers = phrases(SENT_FROM);
const labels = Object.values(HEADER_LABELS).map((words) => new Set(splitTerms(words).map(fold)));

interface TextLine extends Range {
  readonly text: string;
  /** Only lines with a colon name a sender or introduce anything. */
  readonly hasColon: boolean;
}

/** What becomes of a line. */
type Fate = 'new' | 'quoted' | 'footer';

/** Takes quoted history, signature and footers off; forwarded content stays. */
export function splitQuotes(text: string, context: QuoteContext): QuoteSplit {
  const lines = toLines(text);
  const forward = lines.findIndex(isForwardMark);
  const end = forward < 0 ? lines.length : forward;
  const fates: Fate[] = lines.map(() => 'new');
  markHistory(lines.slice(0, end), fates, context);
  return new Split(lines, fates, end);
}

/** Where plain text says the same, nobody asks for what is new in the HTML. */
class Split implements QuoteSplit {
  constructor(
    private readonly lines: readonly TextLine[],
    private readonly fates: readonly Fate[],
    private readonly end: number,
  ) {}

  get quoted(): readonly Range[] {
    return this.lines.filter((_, i) => this.fates[i] === 'quoted');
  }

  get stripped(): string {
    return strip(this.lines, [...this.fates], this.end);
  }
}

/** What is new, without footers. */
function strip(lines: readonly TextLine[], fates: Fate[], end: number): string {
  markFooters(lines, fates, end);
  return lines
    .filter((_, i) => fates[i] === 'new')
    .map(({ text }) => text.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function toLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  const colons = [new Search(text, ':'), new Search(text, '：')];
  let start = 0;
  while (start <= text.length && lines.length < MAX_LINES) {
    const found = lines.length === MAX_LINES - 1 ? -1 : text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const hasColon = colons[0]!.isWithin(start, end) || colons[1]!.isWithin(start, end);
    lines.push({ start, end, text: text.slice(start, end), hasColon });
    start = end + 1;
  }
  return lines;
}

/** Looks for a character in one stretch of a text after the other. */
class Search {
  private place = -1;

  constructor(
    private readonly text: string,
    private readonly char: string,
  ) {}

  isWithin(start: number, end: number): boolean {
    if (this.place < start) {
      const found = this.text.indexOf(this.char, start);
      this.place = found < 0 ? Infinity : found;
    }
    return this.place < end;
  }
}

function markHistory(lines: readonly TextLine[], fates: Fate[], context: QuoteContext): void {
  let introduced = false;
  for (let i = 0; i < lines.length; i++) {
    if (fates[i] !== 'new' || lines[i]!.text === '') continue;
    if (isQuoteLine(lines[i]!)) {
      if (introduced || context.isReply) fates[i] = 'quoted';
      continue;
    }
    const history = historyFrom(lines, i, context);
    if (!history) continue;
    introduced = true;
    fates.fill('quoted', history.first, history.end);
  }
}

/** The lines of history that begin at or just before a line, if it marks any. */
function historyFrom(
  lines: readonly TextLine[],
  i: number,
  { isForward }: QuoteContext,
): { first: number; end: number } | null {
  const intro = attributionFrom(lines, i);
  if (intro !== null) return { first: intro, end: followsQuote(lines, i) ? i + 1 : lines.length };
  if (isForward || (!isOriginalMark(lines[i]!) && !isHeaderBlock(lines, i))) return null;
  return { first: startOfRule(lines, i), end: lines.length };
}

const isQuoteLine = ({ text }: TextLine) => begins(text, QUOTES) && /^ {0,3}(?:>|\|\s)/.test(text);

function followsQuote(lines: readonly TextLine[], from: number): boolean {
  const next = lines.slice(from + 1, from + 5).find(({ text }) => text.trim() !== '');
  return next !== undefined && isQuoteLine(next);
}

/** The first line of "On … wrote:" when it ends in line `i`; programs wrap it over up to three. */
function attributionFrom(lines: readonly TextLine[], i: number): number | null {
  const line = lines[i]!.hasColon ? introduction(lines[i]!.text.trim()) : null;
  if (line === null) return null;
  const dated = /\d/.test(line) ? i : datedBefore(lines, i);
  if (dated === null) return null;
  const namesSender = dated === i && SENDER_AND_TIME.test(line.replace(IP_ADDRESS, ' '));
  return namesSender || holdsWord(joined(lines, dated, i), wrote) ? dated : null;
}

/** Up to the colon that ends the line, or that blanks follow: Yahoo goes on with the quote. */
function introduction(line: string): string | null {
  if (line.length <= MAX_LINE && /[:：]$/.test(line)) return line;
  return /^.{10,300}?[:：](?=[ \u00a0]{2})/.exec(line)?.[0] ?? null;
}

/** The lines of an introduction; the verb may be wrapped, too. */
const joined = (lines: readonly TextLine[], first: number, last: number) =>
  lines
    .slice(first, last + 1)
    .map(({ text }) => text.trim().slice(0, MAX_LINE))
    .join(' ');

const SENDER_AND_TIME = /@.*\d{1,2}[:.]\d{2}|\d{1,2}[:.]\d{2}.*@/;
/** Its dots stand in no time. */
const IP_ADDRESS = /(?<![\d.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}/g;

/** Which of the two lines before holds the date of an introduction that is wrapped. */
function datedBefore(lines: readonly TextLine[], i: number): number | null {
  for (let first = i - 1; first >= Math.max(0, i - 2); first--) {
    const before = lines[first]!.text;
    if (before.trim() === '') return null;
    if (/\d{1,2}[:.]\d{2}|\d{4}/.test(before)) return first;
  }
  return null;
}

function isOriginalMark({ text }: TextLine): boolean {
  return isRuled(text) && holdsAny(text, original);
}

function isForwardMark({ text, hasColon }: TextLine): boolean {
  if (!hasColon && !begins(text, RULES)) return false;
  const line = text.trim();
  const isTitle = line.length <= MAX_TITLE && /[^\d][:：]$/.test(line);
  return (isTitle || isRuled(line)) && holdsAny(line, forwarded);
}

/** By code: 1 for what a line of a quote, or a ruled one, begins with. */
const QUOTES = tableOf(' >|');
const BLANKS =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
const RULES = tableOf(`-_=—–${BLANKS}`);

function tableOf(chars: string): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (const char of chars) table[char.charCodeAt(0)] = 1;
  return table;
}

const begins = (text: string, table: Uint8Array) => table[text.charCodeAt(0)] === 1;

const isRuled = (text: string) =>
  begins(text, RULES) &&
  text.length <= MAX_LINE &&
  /^\s{0,4}[-_=—–]{2,}.{3,80}?[-_=—–]{2,}\s*$/.test(text);

/** Sender (or date), date, addressee and subject, each on a line of its own. */
function isHeaderBlock(lines: readonly TextLine[], i: number): boolean {
  const first = labelOf(lines[i]!);
  if (first !== 0 && first !== 1) return false;
  const found = lines.slice(i, i + BLOCK_LINES).map(labelOf);
  return [0, 1, 2, 3].filter((label) => found.includes(label)).length >= 3;
}

/** The index in `labels` of the label a line starts with, or -1. */
function labelOf({ text, hasColon }: TextLine): number {
  if (!hasColon) return -1;
  const match = /^[\s>*]{0,6}([^\s:：*][^:：*]{0,24}?)\s?\*?[:：]/.exec(text);
  const name = match?.[1];
  return name === undefined ? -1 : labels.findIndex((words) => words.has(fold(name)));
}

/** The rule that Outlook draws over a header block belongs to it. */
function startOfRule(lines: readonly TextLine[], i: number): number {
  const before = lines[i - 1]?.text.trim() === '' ? i - 2 : i - 1;
  return before >= 0 && /^[_-]{5,}$/.test(lines[before]!.text.trim()) ? before : i;
}

/** Signature and phone footers at the end of what is new. */
function markFooters(lines: readonly TextLine[], fates: Fate[], end: number): void {
  const mark = lines.findIndex(
    ({ text }, i) => i < end && fates[i] === 'new' && beginsFooter(text),
  );
  if (mark > 0 && lastNew(fates, end) - mark <= SIGNATURE_LINES)
    for (let i = mark; i < end; i++) if (fates[i] === 'new') fates[i] = 'footer';
  markPhoneFooters(lines, fates, end);
  markClosing(lines, fates, end);
}

/** The mark of a signature (QQ draws eighteen hyphens), or the rule that mailing lists draw above theirs. */
const beginsFooter = (text: string): boolean =>
  text.startsWith('--')
    ? /^-{2}(?:-{16})?\s?$/.test(text)
    : text.startsWith(LIST_RULE) && /^_+\s?$/.test(text);

/** What the writer is and where to reach him, below the formula that closes a letter. */
function markClosing(lines: readonly TextLine[], fates: Fate[], end: number): void {
  const last = lastNew(fates, end);
  const from = Math.max(0, last - MAX_CLOSING_BLOCK);
  const shown = lines
    .slice(from, last + 1)
    .map(({ text }, i) => (fates[from + i] === 'new' ? text.slice(0, MAX_LINE) : ''));
  const first = closingBlock(shown);
  if (first < 0) return;
  for (let i = from + first; i <= last; i++) if (fates[i] === 'new') fates[i] = 'footer';
}

function markPhoneFooters(lines: readonly TextLine[], fates: Fate[], end: number): void {
  for (let i = lastNew(fates, end), seen = 0; i >= 0 && seen < 3; i--) {
    const line = lines[i]!.text.trim();
    if (fates[i] !== 'new' || line === '') continue;
    seen++;
    if (isPhoneFooter(line)) fates[i] = 'footer';
  }
}

function lastNew(fates: readonly Fate[], end: number): number {
  return end === 0 ? -1 : fates.lastIndexOf('new', end - 1);
}

function isPhoneFooter(line: string): boolean {
  if (line.length > 100) return false;
  const first = Math.max(0, line.search(/[^\s*_<>`'’‘‐‑‒–-]/));
  // A short line may have a word or two before.
  return holdsAny(line, footers, first, line.length < MAX_PHONE_LINE ? line.length : first + 1);
}
