import { asciiDigits } from './digits.js';
import { holdsWord, phrases } from './phrases.js';
import { isPointInTime } from './header-block.js';
import { isInitialed, isQuoteLine, type TextLine } from './text-lines.js';
import { clip } from './safe-text.js';

const MAX_LINE = 400;
const MAX_WRAPPED = 40;

const wrote = phrases('quote.wrote');

/** Whether what stands below a line is quoted by signs. */
export function followsQuote(lines: readonly TextLine[], from: number): boolean {
  const next = lines.slice(from + 1, from + 5).find(({ text }) => text.trim() !== '');
  return next !== undefined && (isQuoteLine(next) || isInitialed(next));
}

/** The first line of "On … wrote:" when it ends in line `i`; programs wrap it over up to four. */
export function attributionFrom(lines: readonly TextLine[], i: number): number | null {
  if (!lines[i]!.hasColon) return isSender(lines, i) ? i : null;
  const line = introductionAt(lines, i);
  return line === null ? null : firstOfIntroduction(lines, i, line);
}

function firstOfIntroduction(lines: readonly TextLine[], i: number, line: string): number | null {
  const first = firstLine(lines, i, line);
  if (first === null) return isWriting(line, lines, i) ? i : null;
  const whole = joined(lines, first, i);
  const isShort = first === i || isAddressEnd(line);
  const isIntroduction = (isShort && namesSender(whole)) || tellsOfWriting(whole, lines, i);
  return isIntroduction ? startOfDate(lines, first) : null;
}

const isSender = (lines: readonly TextLine[], i: number) =>
  lines[i]!.text.includes('>') &&
  ((isBareSender(lines[i]!.text) && followsQuote(lines, i)) || isAboveTime(lines, i));

/** Notes writes a sender and, on the next line, a point in time. */
const isAboveTime = (lines: readonly TextLine[], i: number) =>
  /^\s{0,9}[^\s<>].{0,80}<[^\s<>@]{1,64}@[^\s<>@]{1,255}>\s{0,4}$/.test(lines[i]!.text) &&
  TIME_ALONE.test(lines[i + 1]?.text ?? '') &&
  isPointInTime(lines[i + 1]!.text);

const TIME_ALONE = /^\s{0,9}\d[\d\s./:,-]{8,20}(?:[ap]m)?\s{0,4}$/i;

/** "2026/3/3 Sam Doe <sam@people.example>": an older Gmail says no more. */
function isBareSender(text: string): boolean {
  if (!text.endsWith('>') || text.length > MAX_LINE) return false;
  const open = text.lastIndexOf('<');
  return open > 0 && ADDRESS.test(text.slice(open)) && /\d{4}/.test(text.slice(0, open));
}

/** Whether a line that looks quoted ends an address that was wrapped: "… <sam@people.example" and ">:". */
export function closesAddress(lines: readonly TextLine[], i: number): boolean {
  const { text, hasColon } = lines[i]!;
  if (!hasColon || i === 0 || !/^ {0,3}>{1,2}[^<>@]{0,20}[:：]\s{0,4}$/.test(text)) return false;
  const before = lines[i - 1]!.text;
  return before.lastIndexOf('<') > before.lastIndexOf('>') && before.includes('@');
}

const namesSender = (line: string) =>
  SENDER_AND_TIME.test(line.replace(IP_ADDRESS, ' ')) && !isProse(line);

/** "We got a request to sign in as anna@inbox.example at 9:00 AM. Your code is:" is no introduction. */
const isProse = (line: string) =>
  SENTENCES.test(line) || (BARE_ADDRESS.test(line) && (line.match(WORDS)?.length ?? 0) > MAX_WORDS);

const SENTENCES = /[.!?] \p{Lu}\p{Ll}*,? \p{Ll}/u;
const BARE_ADDRESS = /(?:^|\s)[^\s<>()[\]@]{1,64}@[^\s<>()[\]@]{1,255}(?:\s|$)/;
const WORDS = /(?<=^|\s)\p{Ll}+(?=[\s,]|$)/gu;
const MAX_WORDS = 6;

/** By its verb; Evolution names nothing but day, time and sender. */
const tellsOfWriting = (whole: string, lines: readonly TextLine[], i: number) =>
  holdsWord(whole, wrote) || (/\d{4}.{0,20}\d{1,2}:\d{2}/.test(whole) && followsQuote(lines, i));

function introductionAt(lines: readonly TextLine[], i: number): string | null {
  const text = lines[i]!.text.trim();
  const isMarked = () => isUnmarked(text) && (ADDRESS.test(text) || followsQuote(lines, i));
  return introduction(text) ?? (isMarked() ? text : null);
}

const ADDRESS = /<[^\s<>@]{1,64}@[^\s<>@]{1,255}>/;

/** Up to the colon that ends the line, or that blanks follow: Yahoo goes on with the quote. */
function introduction(line: string): string | null {
  if (line.length <= MAX_LINE && /[:：]\p{Cf}{0,4}$/u.test(line)) return asciiDigits(line);
  return /^.{10,300}?[:：](?=[ \u00a0]{2})/.exec(line)?.[0] ?? null;
}

/** Rediffmail and Zoho set no colon. */
const isUnmarked = (line: string) =>
  line.length < 200 && TIME_OF_DAY.test(line) && holdsWord(line.slice(-20), wrote);

const TIME_OF_DAY = /\d{4} \d{2}:\d{2}:\d{2}/;

/** An address, or its end, that a program has put on a line of its own: "<\nanna@people.example>:" */
const isAddressEnd = (line: string) =>
  line.startsWith('>') || /^<?\p{Cf}?[^\s<>@]{1,64}@[^\s<>@]{1,255}>/u.test(line);

/** "Anna <anna@people.example> writes:", or "Quoting Anna <anna@people.example>:" above a quote. */
const isWriting = (line: string, lines: readonly TextLine[], i: number) =>
  ADDRESS.test(line) && (holdsWord(line.slice(-30), wrote) || followsQuote(lines, i));

/** Which line of an introduction has its date; null for none. */
function firstLine(lines: readonly TextLine[], i: number, line: string): number | null {
  const isOnlyAddress = isAddressEnd(line);
  if (/\d/.test(line) && !isOnlyAddress) return isWrappedTime(lines, i, line) ? i - 1 : i;
  return datedBefore(lines, i) ?? (isOnlyAddress && /\d/.test(line) ? i : null);
}

/** The day stands on the line before, behind the sender. */
function isWrappedTime(lines: readonly TextLine[], i: number, line: string): boolean {
  const before = i === 0 ? '' : lines[i - 1]!.text;
  if (line.length > MAX_WRAPPED || line.includes('@') || !before.includes('@')) return false;
  const behind = before.slice(before.indexOf('@') + 1);
  return before.length < MAX_LINE && (/\d{4}/.test(behind) || holdsWord(behind, wrote));
}

/** "On 3 Mar 2026," and "at 13:20," may stand on lines of their own. */
function startOfDate(lines: readonly TextLine[], first: number): number {
  let start = first;
  while (start > 0 && start > first - 2 && isPartOfDate(lines[start - 1]!.text)) start--;
  return start;
}

const isPartOfDate = (text: string) =>
  text.length <= MAX_WRAPPED && /\d.{0,20},\s{0,4}$/.test(asciiDigits(text));

/** The lines of an introduction; the verb may be wrapped, too. */
const joined = (lines: readonly TextLine[], first: number, last: number) =>
  asciiDigits(
    lines
      .slice(first, last + 1)
      .map(({ text }) => clip(text.trim(), MAX_LINE))
      .join(' '),
  );

const SENDER_AND_TIME = /@.*\d{1,2}[:.]\d{2}|\d{1,2}[:.]\d{2}.*@/;
/** Their dots stand in no time. */
const IP_ADDRESS = /(?<![\d.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}/g;

/** Which of the two lines before holds the date of an introduction that is wrapped. */
function datedBefore(lines: readonly TextLine[], i: number): number | null {
  for (let first = i - 1; first >= Math.max(0, i - 2); first--) {
    const before = asciiDigits(lines[first]!.text);
    if (before.trim() === '') return null;
    if (/\d{1,2}[:.]\d{2}|\d{4}/.test(before)) return first;
    // "On Wed, Mar 3, Sam Doe", the address, "wrote:".
    if (
      first < i - 1 &&
      /\d/.test(before) &&
      ADDRESS.test(lines[i - 1]!.text) &&
      followsQuote(lines, i)
    )
      return first;
  }
  return null;
}

/** Zoho's introduction stands between hyphens: it names time and sender, or says that he wrote. */
export function isDashedAttribution(line: string): boolean {
  const plain = asciiDigits(line);
  return /\d{1,2}[:.]\d{2}/.test(plain) && (namesSender(plain) || holdsWord(plain, wrote));
}
