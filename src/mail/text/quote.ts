import {
  attributionFrom,
  closesAddress,
  followsQuote,
  isDashedAttribution,
} from './attribution.js';
import { markFooters, type FooterContext } from './footers.js';
import {
  isHeaderBlock,
  isPointInTime,
  labelOf,
  startOfRule,
  type IsSubject,
} from './header-block.js';
import { holdsAny, phrases } from './phrases.js';
import {
  begins,
  isInitialed,
  isQuoteLine,
  tableOf,
  type Fate,
  type TextLine,
} from './text-lines.js';
import type { Span } from './text-urls.js';

/** A mail's text taken apart into what is new and what is not. */
export interface QuoteSplit {
  /** The new text: no quoted history, no signature, no footer of a phone. */
  readonly stripped: string;
  /** The lines of history, as places in the text. */
  readonly quoted: readonly Span[];
}

/** What the header says about the mail. */
export interface QuoteContext {
  /** It answers another mail. */
  readonly isReply: boolean;
  /** Its subject says that it is forwarded. */
  readonly isForward: boolean;
  /** The name of whoever wrote it. */
  readonly writer?: string;
  /** And his address. */
  readonly address?: string;
  /** Tells its subject, which what it answers or forwards has, too; absent where it has none. */
  readonly isSubject?: IsSubject;
}

const MAX_LINES = 5000;
const MAX_LINE = 400;
const MAX_TITLE = 60;
const MAX_ENTRY = 80;

const original = phrases('quote.original');
const above = phrases('quote.above');
const forwarded = phrases('quote.forwarded');

/** Takes quoted history, signature and footers off; forwarded content stays. */
export function splitQuotes(
  text: string,
  context: QuoteContext,
  signatures: readonly string[] = [],
): QuoteSplit {
  const lines = toLines(text);
  const end = startOfForwarded(lines, context);
  const fates: Fate[] = lines.map(() => 'new');
  markHistory(lines.slice(0, end), fates, context);
  const writer = {
    name: context.writer ?? '',
    address: context.address ?? '',
    answers: context.isReply,
  };
  return new Split(lines, fates, { end, writer, signatures });
}

/** Where forwarded content begins, with its header; the end of the text where there is none. */
function startOfForwarded(lines: readonly TextLine[], context: QuoteContext): number {
  const { isForward, isSubject } = context;
  const isHeader = (i: number) => isOriginalMark(lines[i]!) || isHeaderBlock(lines, i, isSubject);
  const found = lines.findIndex((line, i) => isForwardMark(line) || (isForward && isHeader(i)));
  return found < 0 ? lines.length : startOfRule(lines, found);
}

/** Where plain text says the same, nobody asks for what is new in the HTML. */
class Split implements QuoteSplit {
  constructor(
    private readonly lines: readonly TextLine[],
    private readonly fates: readonly Fate[],
    private readonly found: FooterContext,
  ) {}

  get quoted(): readonly Span[] {
    return this.lines.filter((_, i) => this.fates[i] === 'quoted');
  }

  get stripped(): string {
    return strip(this.lines, [...this.fates], this.found);
  }
}

/** What is new, without footers. */
function strip(lines: readonly TextLine[], fates: Fate[], found: FooterContext): string {
  markFooters(lines, fates, found);
  return lines
    .filter((_, i) => fates[i] === 'new')
    .map(({ text }) => text.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function toLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  const colons = [new CharSearch(text, ':'), new CharSearch(text, '：')];
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
class CharSearch {
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
    if (isQuoted(lines, i, introduced)) {
      introduced ||= context.isReply;
      if (introduced) fates[i] = 'quoted';
      continue;
    }
    const history = historyFrom(lines, i, context);
    if (!history) continue;
    introduced = true;
    fates.fill('quoted', history.first, history.end);
  }
}

/** By a sign, or by initials once something else shows that the mail has quotes. */
const isQuoted = (lines: readonly TextLine[], i: number, introduced: boolean) =>
  (isQuoteLine(lines[i]!) && !closesAddress(lines, i)) || (introduced && isInitialed(lines[i]!));

/** The lines of history that begin at or just before a line, if it marks any. */
function historyFrom(
  lines: readonly TextLine[],
  i: number,
  context: QuoteContext,
): { first: number; end: number } | null {
  const intro = attributionFrom(lines, i);
  if (intro !== null) {
    const isQuote = followsQuote(lines, i);
    // What stands at the top and names no address may be prose.
    if (!isQuote && !isAnySaid(lines, intro) && !holdsAddress(lines, intro, i)) return null;
    return { first: startOfHead(lines, intro), end: isQuote ? i + 1 : lines.length };
  }
  if (isAnswerRule(lines[i]!)) return { first: i, end: isAnySaid(lines, i) ? lines.length : i + 1 };
  return !context.isForward && isHeadOfHistory(lines, i, context)
    ? { first: startOfRule(lines, i), end: lines.length }
    : null;
}

function isAnySaid(lines: readonly TextLine[], before: number): boolean {
  const first = lines.findIndex(({ text }) => text.trim() !== '');
  return first >= 0 && first < before;
}

const holdsAddress = (lines: readonly TextLine[], first: number, last: number) =>
  lines.slice(first, last + 1).some(({ text }) => text.includes('@'));

function isHeadOfHistory(
  lines: readonly TextLine[],
  i: number,
  { isReply, isSubject }: QuoteContext,
): boolean {
  if (isOriginalMark(lines[i]!)) return true;
  return isHeaderBlock(lines, i, isReply ? isSubject : undefined) || (isReply && isEntry(lines, i));
}

/** Help desks put a rule over what was written before, and who wrote it when. */
function isEntry(lines: readonly TextLine[], i: number): boolean {
  if (!/^[-_=]{10,}$/.test(lines[i]!.text) || !isAnySaid(lines, i)) return false;
  const head =
    lines
      .slice(i + 1, i + 4)
      .find(({ text }) => text.trim() !== '')
      ?.text.trim() ?? '';
  return head.length <= MAX_ENTRY && !/[.!?]$/.test(head) && isPointInTime(head);
}

/** Yandex names addressee and subject above its introduction. */
function startOfHead(lines: readonly TextLine[], intro: number): number {
  let first = intro;
  while (first > 0 && labelOf(lines[first - 1]!) > 1) first--;
  return first === intro ? intro : startOfRule(lines, first);
}

/** What help desks draw below an answer, or on top of a mail of theirs. */
const isAnswerRule = ({ text }: TextLine) =>
  text.startsWith('##-') || (isRuled(text) && holdsAny(text, above));

function isOriginalMark({ text }: TextLine): boolean {
  return isRuled(text) && (holdsAny(text, original) || isDashedAttribution(text));
}

function isForwardMark({ text, hasColon }: TextLine): boolean {
  if (!hasColon && !begins(text, RULES)) return false;
  const line = text.trim();
  const isTitle = line.length <= MAX_TITLE && /[^\d][:：]$/.test(line);
  return (isTitle || isRuled(line)) && holdsAny(line, forwarded);
}

const BLANKS =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
const RULES = tableOf(`-_=—–*${BLANKS}`);

function isRuled(text: string): boolean {
  if (!begins(text, RULES) || text.length > MAX_LINE) return false;
  return RULED.test(text.startsWith('*') ? text.slice(1, text.lastIndexOf('*')) : text);
}

const RULED = /^\s{0,4}[-_=—–]{2,}.{3,200}?[-_=—–]{2,}\s*$/;
