import type { Span } from '../text/text-urls.js';

/** How a candidate is written. */
export type Shape =
  | 'digits'
  /** Digits in two or three groups of one length. */
  | 'groups'
  /** Digits in groups of several lengths. */
  | 'uneven'
  /** Digits in groups of one length with points between. */
  | 'dotted'
  /** One character at a time, as in a row of boxes. */
  | 'single'
  /** One or two letters, a hyphen and digits: `G-123456`. */
  | 'prefixed'
  | 'upper'
  | 'lower'
  /** No digit at all. */
  | 'letters';

/** A piece of text that has the form of a code. */
export interface RawCode extends Span {
  /** Without blanks and dots; hyphens stay where letters are. */
  readonly code: string;
  readonly shape: Shape;
}

/** `08X-XXX-4410`, `XX2207`, `5738xx` */
const MASKED = /x{3}|^xx\d+$|^\d{2,}xx$/i;
/** `SAVE20OFF`: what is taken off a price. */
const TAKEN_OFF = /^[A-Z]*\d\d?OFF$/;
/** Characters of the shortest and of the longest code that stands in one piece. */
export const MIN = 4;
/** See `MIN`. */
export const MAX = 10;
const MAX_HYPHENATED = 14;
/** With a hyphen between all digits. */
const LONGEST = 2 * MAX - 1;
/** A code at its place. */
export const toCode = ({ start, end }: Span, code: string, shape: Shape): RawCode => ({
  start,
  end,
  code,
  shape,
});

/** Digits of the group that a code in groups mostly begins with. */
export const LEADING = 3;

/** More groups than these are pairs: `48-29-13-57`. */
export const MAX_GROUPS = 3;
/** So many groups are pairs. */
export const PAIRS = 4;

const MIN_UNEVEN = 5;
const MAX_UNEVEN = 8;

/** How a code in these groups of digits is written; null where they are none. */
export function shapeOfGroups(parts: readonly string[]): 'groups' | 'uneven' | null {
  const { length } = parts.join('');
  if (length < MIN || length > MAX) return null;
  if (parts.length > MAX_GROUPS && (parts.length !== PAIRS || length !== 2 * PAIRS)) return null;
  if (isEven(parts)) return parts.length > MAX_GROUPS ? 'uneven' : 'groups';
  return length >= MIN_UNEVEN && length <= MAX_UNEVEN ? 'uneven' : null;
}

/** Whether all are of one length. */
export const isEven = (parts: readonly string[]) =>
  parts.every(({ length }) => length === parts[0]!.length);

/** What a word alone has the form of; null where it has none. */
export function readToken(start: number, token: string): RawCode | null {
  if (token.length > LONGEST) return null;
  const range = { start, end: start + token.length };
  if (MASKED.test(token) || TAKEN_OFF.test(token)) return null;
  if (!/[-‐‑‒–]/.test(token)) return readPlain(range, token);
  const parts = token.split(/[-‐‑‒–]/);
  if (parts.every(isDigits)) return readDigitGroups(range, parts);
  return isInflected(parts) ? readPlain(range, parts[0]!) : readHyphenated(range, parts);
}

/** "Írja be a 482913-at", "a 4829-es kód", "482913-dir": Hungarian and Turkish join endings to numbers. */
const isInflected = ([number, ending, more]: readonly string[]) =>
  more === undefined &&
  isDigits(number!) &&
  /^(?:[aeo]?[st]|[a-z]?[ae]l|n[ae]k|[dt][iu]r)$/.test(ending!);

function readHyphenated(range: Span, parts: readonly string[]): RawCode | null {
  const code = parts.join('-');
  if (/^[A-Za-z]{1,3}-\d{4,8}$/.test(code)) return toCode(range, code, 'prefixed');
  if (/^\d{4,8}-[A-Z]{1,2}$/.test(code)) return toCode(range, code, 'upper');
  if (!fitsHyphens(parts) || code.length > MAX_HYPHENATED) return null;
  if (/[a-z]/.test(code)) return isMadeByChance(parts) ? toCode(range, code, 'lower') : null;
  return toCode(range, code, /\d/.test(code) ? 'upper' : 'letters');
}

/** Parts of a code are short, and one of three may be a single character: `M4-88X2-P`. */
function fitsHyphens(parts: readonly string[]): boolean {
  if (parts.length > 4 || parts.some(({ length }) => length > 6)) return false;
  const singles = parts.filter(({ length }) => length < 2).length;
  if (singles === 0 || (singles === 1 && isWithCheck(parts))) return true;
  return singles === 1 && parts.length === 3 && parts.join('').length >= 6;
}

/** `9HTK-2`: the last character checks those before it. */
const isWithCheck = ([one, check, more]: readonly string[]) =>
  more === undefined && check!.length === 1 && one!.length >= MIN && isMixedPart(one!);

function readDigitGroups(range: Span, parts: readonly string[]): RawCode | null {
  const code = parts.join('');
  if (code.length === parts.length)
    return code.length >= MIN && code.length <= MAX ? toCode(range, code, 'single') : null;
  const shape = shapeOfGroups(parts);
  return shape && (isEven(parts) || parts.every(isPart)) ? toCode(range, code, shape) : null;
}

/** Two to five digits; with a year it is a date. */
const isPart = (part: string) => /^\d{2,5}$/.test(part) && !/^(?:19|20)\d\d$/.test(part);

/** `0x80070005`: what a program says of an error. */
const HEXADECIMAL = /^0x/;

function readPlain(range: Span, code: string): RawCode | null {
  if (code.length < MIN || code.length > MAX || HEXADECIMAL.test(code)) return null;
  if (isDigits(code)) return toCode(range, code, 'digits');
  const hasLower = /[a-z]/.test(code);
  if (!/\d/.test(code)) return hasLower ? null : toCode(range, code, 'letters');
  return toCode(range, code, hasLower ? 'lower' : 'upper');
}

/** "k7-p2-x9", "h7-XK-40", "Rw58-ktPz" are made by chance, "mp3-file" and "iso-27001-b" are not. */
function isMadeByChance(parts: readonly string[]): boolean {
  if (parts.some(isMixedPart) && parts.every(isNoWord)) return true;
  // "q8r-5tz-2": the last character checks those before it.
  if (parts.length > 2 && parts.at(-1)!.length === 1 && parts.slice(0, -1).every(isMixedPart))
    return true;
  return (
    parts.length > 2 &&
    isEven(parts) &&
    parts.some(isMixedPart) &&
    !parts.some((part) => /^[A-Z]?[a-z]+$/.test(part))
  );
}

/** A letter and a digit. */
export const isMixedPart = (part: string) => /\d/.test(part) && /[A-Za-z]/.test(part);

/** With digits, with a capital behind a small letter, or without a vowel: "ktPz", "Gvtr". */
const isNoWord = (part: string) =>
  isMixedPart(part) || /[a-z][A-Z]|^[^aeiouyAEIOUY\d]{3,}$/.test(part);

/** "10-12", "1914–1918", "180 - 200": from a number to a larger one. */
export function isRange(written: string): boolean {
  const [, from, to] = /^([1-9]\d{0,4})\s?[-‐‑‒–—]\s?([1-9]\d{0,4})$/.exec(written) ?? [];
  return from !== undefined && Number(from) < Number(to);
}

/** Whether a word is digits alone. */
export const isDigits = (text: string) => /^\d+$/.test(text);

/** Whether nothing but a few blanks is beside it on its line: there, numbers of several lengths are one. */
export const isWholeLine = (text: string, { start, end }: Span): boolean =>
  /(?:^|\n)[ \t]{0,8}$/.test(text.slice(Math.max(0, start - 9), start)) &&
  /^[ \t]{0,8}(?:\n|$)/.test(text.slice(end, end + 9));
