/** A stretch of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const MAX_URL = 8192;
const MAX_WRAPPED = 2000;
const SCHEME = /https?:\/\/|\bwww\./gi;
/** Ends an address in running text; brackets are looked at one by one. */
const ENDS_URL =
  /[\s<>"`{}|\\^\u0964\u0965\u3000-\u3002\uff01\uff08\uff09\uff0c\uff1a\uff1b\u300c-\u300f\ufffc]/;
const ASCII = 0x80;
const URL_ENDS = tableOf(ENDS_URL);
// Arabic, Devanagari and other marks among them.
const TRAILING = /[.,;:!?'*_~\u2019\u201d\u2026\u00bb\u203a\u060c\u061b\u061f\u06d4\u0964\u0965]/;
const MAY_TRAIL =
  /[)\].,;:!?'*_~\u2019\u201d\u2026\u00bb\u203a\u060c\u061b\u061f\u06d4\u0964\u0965]/;

/** By ASCII code: 1 for a character that an expression matches. */
function tableOf(expression: RegExp): Uint8Array {
  return Uint8Array.from({ length: ASCII }, (_, code) =>
    Number(expression.test(String.fromCharCode(code))),
  );
}

/** A web address in a text; `url` is without the line ends that a wrapped one holds. */
export interface TextUrl extends Span {
  readonly url: string;
}

/** Web addresses as they stand in plain text; one pass. */
export function findUrls(text: string): TextUrl[] {
  const found: TextUrl[] = [];
  SCHEME.lastIndex = 0;
  for (let match = SCHEME.exec(text); match; match = SCHEME.exec(text)) {
    const start = match.index;
    const end = endOfWrapped(text, start) ?? trimEnd(text, start, endOfUrl(text, SCHEME.lastIndex));
    if (end > start + match[0].length)
      found.push({ start, end, url: toUrl(text.slice(start, end)) });
    SCHEME.lastIndex = Math.max(end, SCHEME.lastIndex);
  }
  return found;
}

function toUrl(written: string): string {
  const url = written.replace(/\s+/g, '');
  return /^www/i.test(url) ? `http://${url}` : url;
}

/** `<https://…>` may go over several lines (RFC 3986 appendix C). */
function endOfWrapped(text: string, start: number): number | null {
  if (text.charAt(start - 1) !== '<') return null;
  const length = text.slice(start, start + MAX_WRAPPED + 1).indexOf('>');
  if (length < 0) return null;
  const end = start + length;
  const inside = text.slice(start, end);
  return inside.includes('\n') && /^\S+(?:[ \t]{0,4}\n[ \t]{0,4}\S+){1,20}$/.test(inside)
    ? end
    : null;
}

function endOfUrl(text: string, from: number): number {
  const limit = Math.min(text.length, from + MAX_URL);
  let end = from;
  while (end < limit && !endsUrl(text, end, from)) end++;
  return end;
}

/** Letters of scripts whose words and endings follow without a blank: "https://a.example/bから". */
const UNSPACED =
  /[\u0900-\u0dff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/;
const ALPHANUMERIC = tableOf(/[A-Za-z0-9]/);
/** Behind these a page may be named in letters of its language ("/wiki/東京"), or a sentence may go on: "/c/Nzg2NTQzMjEw/を". */
const JOINT = tableOf(/[/_~-]/);
/** What only its receiver has, among the last characters of an address. */
const PERSONAL = /[?=#]|[\w-]{16}/;
const LOOKED_AT = 64;

function endsUrl(text: string, place: number, from: number): boolean {
  const code = text.charCodeAt(place);
  if (code < ASCII) return URL_ENDS[code] === 1;
  const char = text.charAt(place);
  if (ENDS_URL.test(char)) return true;
  if (!UNSPACED.test(char)) return false;
  const before = text.charCodeAt(place - 1);
  if (ALPHANUMERIC[before] === 1) return true;
  return JOINT[before] === 1 && PERSONAL.test(text.slice(Math.max(from, place - LOOKED_AT), place));
}

/** Signs that tokens end in, too: they belong to the sentence where they stand before the address as well. */
const EMPHASIS = /[_~]/;

/** Punctuation after an address belongs to the sentence; so does a bracket that opened before it. */
function trimEnd(text: string, start: number, end: number): number {
  if (!MAY_TRAIL.test(text.charAt(end - 1))) return end;
  const url = text.slice(start, end);
  const surplus = {
    ')': count(url, ')') - count(url, '('),
    ']': count(url, ']') - count(url, '['),
  };
  let last = url.length;
  for (; last > 0; last--) {
    const char = url.charAt(last - 1);
    if (char !== ')' && char !== ']' && !trails(char, text.charAt(start - 1))) break;
    if ((char === ')' || char === ']') && surplus[char]-- <= 0) break;
  }
  return start + last;
}

const trails = (char: string, before: string) =>
  TRAILING.test(char) && (!EMPHASIS.test(char) || before === char);

const count = (text: string, char: string) => text.split(char).length - 1;

const ADDRESS_CHARS = tableOf(/[A-Za-z0-9._%+=~-]/);

const isAddressChar = (text: string, place: number) => ADDRESS_CHARS[text.charCodeAt(place)] === 1;

/** Mail addresses; one pass. */
export function findAddresses(text: string): Span[] {
  const found: Span[] = [];
  let floor = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at;
    while (start > Math.max(floor, at - 64) && isAddressChar(text, start - 1)) start--;
    let end = at + 1;
    while (end < at + 256 && isAddressChar(text, end)) end++;
    if (start === at || end === at + 1) continue;
    found.push({ start, end });
    floor = end;
  }
  return found;
}

/** Takes the place of what must not be read; neither blank nor letter. */
export const MASK = '\ufffc';

/** The text with the ranges masked, of the same length. */
export const mask = (text: string, ranges: readonly Span[]): string =>
  cover(
    text,
    [...ranges].sort((a, b) => a.start - b.start),
    ({ length }) => MASK.repeat(length),
  );

/** The text with something as long in place of the ranges, which are in order. */
export function cover(
  text: string,
  ranges: readonly Span[],
  by: (covered: string) => string,
): string {
  let out = '';
  let from = 0;
  for (const { start, end } of ranges) {
    const begin = Math.max(start, from);
    const last = Math.max(end, from);
    out += text.slice(from, begin) + by(text.slice(begin, last));
    from = last;
  }
  return out + text.slice(from);
}
