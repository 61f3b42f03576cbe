import { asciiDigits } from './digits.js';
import { holdsStem, phrases } from './phrases.js';
import { clip } from './safe-text.js';
import { isInitialed, isQuoteLine, type TextLine } from './text-lines.js';

const MAX_LINE = 400;
/** Programs wrap an introduction over so many lines. */
const MAX_WRAPPED = 4;
/** What the last line of one ends in, or holds: Zoho sets no colon, Yahoo goes on with the quote. */
const MAY_END = /[:：>]\s{0,4}$|[:：][ \u00a0]{2}|\d{2}:\d{2}:\d{2}/;
const GOES_ON = /[:：][ \u00a0]{2}/;
const ENDS_SENTENCE = /[\p{L})]{2}[.!?]$/u;
const ADDRESS = /<\s?[^\s<>@]{1,64}@[^\s<>@]{1,255}\s?>/;
/** Their dots stand in no time. */
const IP_ADDRESS = /(?<![\d.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}/g;

/** Four digits that are no part of the number of a thing. */
const YEAR = /(?<![\p{Script=Latin}\p{Script=Cyrillic}\d])\d{4}(?!\d)/u;

const wrote = phrases('quote.wrote');

/** Whether what stands below a line is quoted by signs. */
export function followsQuote(lines: readonly TextLine[], from: number): boolean {
  const next = lines.slice(from + 1, from + 5).find(({ text }) => text.trim() !== '');
  return next !== undefined && (isQuoteLine(next) || isInitialed(next));
}

/** So many signs a sentence may have by chance, with its digits: where nothing else tells of a quote, more are asked. */
const FEW = 3;

/** The first line of "On … wrote:" when it ends in line `i`: lines are added while they tell more. */
export function attributionFrom(
  lines: readonly TextLine[],
  i: number,
  isReply: boolean,
): number | null {
  if (!MAY_END.test(lines[i]!.text)) return null;
  const isQuote = followsQuote(lines, i);
  let found: number | null = null;
  let most = isReply || isQuote ? 0 : FEW;
  let whole = '';
  for (let first = i; first >= Math.max(0, i - MAX_WRAPPED + 1); first--) {
    const line = introduction(clip(asciiDigits(lines[first]!.text.trim()), MAX_LINE));
    if (line === '' || (first < i && ENDS_SENTENCE.test(line))) break;
    whole = `${line} ${whole}`;
    const signs = signsOf(whole.trimEnd(), isQuote);
    if (signs > most) [found, most] = [first, signs];
  }
  return found;
}

function introduction(line: string): string {
  const colon = line.search(GOES_ON);
  return colon < 0 ? line : clip(line, colon + 1);
}

/** How many signs of an introduction a text has; 0 where they are too few. */
export function signsOf(text: string, isQuote: boolean): number {
  const plain = text.replace(ADDRESS, ' ').replace(IP_ADDRESS, ' ');
  const sender = Number(ADDRESS.test(text));
  const dates = Number(/\d{1,2}[:.]\d{2}/.test(plain)) + Number(YEAR.test(plain));
  const writing = Number(holdsStem(text, wrote)) + Number(isQuote);
  const signs = sender + dates + writing;
  const isEnough = /[:：]$/.test(text)
    ? sender + writing > 0 && signs > 1
    : writing > 0 && signs > 2;
  return isEnough && dates + sender > 0 ? signs + Number(/\d/.test(plain)) : 0;
}

/** Whether a line that looks quoted ends an address that was wrapped: "… <sam@people.example" and ">:". */
export function closesAddress(lines: readonly TextLine[], i: number): boolean {
  const before = lines[i - 1]?.text ?? '';
  const isOpen = before.includes('@') && before.lastIndexOf('<') > before.lastIndexOf('>');
  return isOpen && /^ {0,3}>[^<>@]{0,20}[:：]\s{0,4}$/.test(lines[i]!.text);
}
