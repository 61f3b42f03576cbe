/** A stretch of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const MAX_URL = 8192;
const MAX_WRAPPED = 2000;
const SCHEME = /https?:\/\/|\bwww\./gi;
/** Up to what ends an address in running text; scripts without blanks go on behind one: "https://a.example/bから". */
const REST =
  /^(?:[^\s<>"`{}|\\^\u3000-\u3002\u300c-\u300f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uff01\uff08\uff09\uff0c\ufffc]|(?<![A-Za-z0-9])[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])*/;
// Arabic, Devanagari and other marks among them.
const TRAILING = /[.,;:!?'*_~\u2019\u201d\u2026\u00bb\u203a\u060c\u061b\u061f\u06d4\u0964\u0965]/;

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

const endOfUrl = (text: string, from: number) =>
  from + REST.exec(text.slice(from, from + MAX_URL))![0].length;

/** Punctuation after an address belongs to the sentence; so does a bracket that opened before it. */
function trimEnd(text: string, start: number, end: number): number {
  const url = text.slice(start, end);
  const surplus = {
    ')': count(url, ')') - count(url, '('),
    ']': count(url, ']') - count(url, '['),
  };
  let last = url.length;
  for (; last > 0; last--) {
    const char = url.charAt(last - 1);
    const isBracket = char === ')' || char === ']';
    if (isBracket ? surplus[char]-- <= 0 : !TRAILING.test(char)) break;
  }
  return start + last;
}

const count = (text: string, char: string) => text.split(char).length - 1;

const MAIL_ADDRESS = /@(?<=([A-Za-z0-9._%+=~-]{1,64})@)[A-Za-z0-9._%+=~-]{1,255}/g;

/** Mail addresses; one pass. */
export const findAddresses = (text: string): Span[] =>
  Array.from(text.matchAll(MAIL_ADDRESS), ({ 0: { length }, 1: local = '', index }) => ({
    start: index - local.length,
    end: index + length,
  }));

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
