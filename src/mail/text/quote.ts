import { attributionFrom, closesAddress, followsQuote, signsOf } from './attribution.js';
import { withoutFooters } from './footers.js';
import {
  isHeaderBlock,
  isPointInTime,
  namesOther,
  startOfRule,
  type IsSubject,
} from './header-block.js';
import { asciiDigits } from './digits.js';
import { holdsAny, phrases } from './phrases.js';
import { isInitialed, isQuoteLine, type TextLine } from './text-lines.js';
import type { Writer } from './signature.js';
import type { Span } from './text-urls.js';
import { linesOfWarning } from './warning.js';

/** A mail's text taken apart into what is new and what is not. */
export interface QuoteSplit {
  /** The new text: no quoted history, no signature, no footer of a phone. */
  readonly stripped: string;
  /** The lines of history, and marks before forwarded ones, as places in the text. */
  readonly quoted: readonly Span[];
}

/** What the header says about the mail. */
export interface QuoteContext extends Writer {
  /** Its subject says that it is forwarded. */
  readonly isForward: boolean;
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

/** Takes quoted history, gateways' warnings, signature and footers off; forwarded content stays. */
export function splitQuotes(
  text: string,
  context: QuoteContext,
  signatures: readonly string[] = [],
): QuoteSplit {
  const lines = toLines(text);
  const end = startOfForwarded(lines, context);
  const own = lines.slice(0, end);
  const quoted = historyOf(own, context);
  return {
    quoted: [...own.filter((_, i) => quoted[i]), ...marksOf(lines.slice(end))],
    // Where plain text says the same, nobody asks for what is new in the HTML.
    get stripped() {
      const added = own.filter((_, i) => !quoted[i]).map((line) => line.text);
      const isAlone = end === lines.length;
      const kept = withoutFooters(added, { writer: context, signatures, isAlone });
      return [...kept, '', ...lines.slice(end).map((line) => line.text)]
        .map((line) => line.trimEnd())
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim();
    },
  };
}

/** Where forwarded content begins, with its header; the end of the text where there is none. */
function startOfForwarded(lines: readonly TextLine[], context: QuoteContext): number {
  const { isForward, isSubject } = context;
  const isHeader = (i: number) => isOriginalMark(lines[i]!) || isHeaderBlock(lines, i, isSubject);
  const found = lines.findIndex((line, i) => isForwardMark(line) || (isForward && isHeader(i)));
  return found < 0 ? lines.length : startOfRule(lines, found);
}

/** Apple Mail quotes all that it forwards, its own title as well. */
function marksOf(forwarded: readonly TextLine[]): Span[] {
  const marked = forwarded.filter(({ text }) => text.startsWith('>'));
  return marked[0] === forwarded[0] ? marked.map(({ start }) => ({ start, end: start + 1 })) : [];
}

function toLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  for (let start = 0; start <= text.length && lines.length < MAX_LINES;) {
    const found = lines.length === MAX_LINES - 1 ? -1 : text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    lines.push({ start, end, text: text.slice(start, end) });
    start = end + 1;
  }
  return lines;
}

/** By line: whether it is history, or a gateway's warning. */
function historyOf(lines: readonly TextLine[], context: QuoteContext): boolean[] {
  const warned = linesOfWarning(lines);
  const quoted = lines.map((_, i) => i < warned);
  let introduced = false;
  for (let i = 0; i < lines.length; i++) {
    if (quoted[i] || lines[i]!.text === '') continue;
    if (isQuoted(lines, i, introduced)) {
      introduced ||= context.isReply;
      quoted[i] = introduced;
      continue;
    }
    const history = historyFrom(lines, i, context);
    if (!history) continue;
    introduced = true;
    quoted.fill(true, history.first, history.end);
  }
  return quoted;
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
  const intro = attributionFrom(lines, i, context.isReply);
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

const isAnySaid = (lines: readonly TextLine[], before: number) =>
  lines.slice(0, before).some(({ text }) => text.trim() !== '');

const holdsAddress = (lines: readonly TextLine[], first: number, last: number) =>
  lines.slice(first, last + 1).some(({ text }) => text.includes('@'));

const isHeadOfHistory = (
  lines: readonly TextLine[],
  i: number,
  { isReply, isSubject }: QuoteContext,
) =>
  isOriginalMark(lines[i]!) ||
  isHeaderBlock(lines, i, isReply ? isSubject : undefined) ||
  (isReply && isEntry(lines, i));

/** Help desks put a rule over what was written before, and who wrote it when. */
function isEntry(lines: readonly TextLine[], i: number): boolean {
  if (!/^[-_=]{10,}$/.test(lines[i]!.text) || !isAnySaid(lines, i)) return false;
  const next = lines.slice(i + 1, i + 4).map(({ text }) => text.trim());
  const head = next.find(Boolean) ?? '';
  return head.length <= MAX_ENTRY && !/[.!?]$/.test(head) && isPointInTime(head);
}

/** Yandex names addressee and subject above its introduction. */
function startOfHead(lines: readonly TextLine[], intro: number): number {
  let first = intro;
  while (first > 0 && namesOther(lines[first - 1]!)) first--;
  return first === intro ? intro : startOfRule(lines, first);
}

/** What help desks draw below an answer, or on top of a mail of theirs. */
const isAnswerRule = ({ text }: TextLine) =>
  text.startsWith('##-') || (isRuled(text) && holdsAny(text, above));

/** Zoho's introduction stands between hyphens. */
const isOriginalMark = ({ text }: TextLine) =>
  isRuled(text) && (holdsAny(text, original) || signsOf(asciiDigits(text), false) > 0);

function isForwardMark({ text }: TextLine): boolean {
  const line = text.trim();
  const isTitle = line.length <= MAX_TITLE && /[^\d][:：]$/.test(line);
  return (isTitle || isRuled(line)) && holdsAny(line, forwarded);
}

const RULED = /^\*?[-_=—–]{2,}[^-_=—–].*[-_=—–]{2}\*?$/;

const isRuled = (text: string) => text.length <= MAX_LINE && RULED.test(text.trim());
