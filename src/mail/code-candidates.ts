import { MASK, type Range } from './text-urls.js';

/** How a candidate is written. */
export type Shape =
  | 'digits'
  /** Digits in two or three groups of one length. */
  | 'groups'
  /** One character at a time, as in a row of boxes. */
  | 'single'
  /** One or two letters, a hyphen and digits: `G-123456`. */
  | 'prefixed'
  | 'upper'
  | 'lower'
  /** No digit at all. */
  | 'letters';

/** A piece of text that has the form of a code. */
export interface RawCode extends Range {
  /** Without blanks and dots; hyphens stay where letters are. */
  readonly code: string;
  readonly shape: Shape;
}

/** Words with a digit and words in capitals, with what is joined to them by hyphens. */
const TOKEN = /\b(?:[A-Za-z]{0,10}\d[0-9A-Za-z]*|[A-Z]{1,14}(?![A-Za-z]))(?:[-‐‑‒–][0-9A-Za-z]+)*/g;
/** `08X-XXX-4410` */
const MASKED = /[Xx]{3}/;
const MIN = 4;
const MAX = 10;
const MAX_HYPHENATED = 14;
const MAX_CODES = 2000;

/** Everything in the text with the form of a code, in order; one pass. */
export function findRawCodes(text: string): RawCode[] {
  const tokens = [...text.matchAll(TOKEN)].map(({ index, 0: token }) => ({ index, token }));
  const found: RawCode[] = [];
  for (let i = 0; i < tokens.length && found.length < MAX_CODES;) {
    const { code, used } = readAt(text, tokens, i);
    if (code && !isPartOfMore(text, code)) found.push(code);
    i += used;
  }
  return found;
}

interface Token {
  readonly index: number;
  readonly token: string;
}

interface Reading {
  readonly code: RawCode | null;
  /** Tokens it is made of. */
  readonly used: number;
}

function readAt(text: string, tokens: readonly Token[], i: number): Reading {
  const { index, token } = tokens[i]!;
  if (token.length === 1) return readSingles(text, tokens, i);
  if (token.length <= 5 && isDigits(token)) {
    const groups = readGroups(text, tokens, i);
    if (groups) return groups;
  }
  return { code: readToken(index, token), used: 1 };
}

/** A row of boxes: the same short gap between all characters. */
function readSingles(text: string, tokens: readonly Token[], first: number): Reading {
  let last = first;
  while (isNextSingle(text, tokens, last)) last++;
  const used = last - first + 1;
  const chars = tokens.slice(first, last + 1).map(({ token }) => token);
  const code = chars.join('');
  const wellFormed = used >= MIN && used <= MAX && /\d/.test(code) && !/[a-z]/.test(code);
  if (!wellFormed) return { code: null, used };
  const end = tokens[last]!.index + 1;
  return { code: { start: tokens[first]!.index, end, code, shape: 'single' }, used };
}

function isNextSingle(text: string, tokens: readonly Token[], i: number): boolean {
  const next = tokens[i + 1];
  if (!next || next.token.length !== 1) return false;
  const gap = text.slice(tokens[i]!.index + 1, next.index);
  return gap.length <= 4 && /^[ \t\n|·•.\-–]*$/.test(gap);
}

/** `123 456`, `12 34 56`: groups of one length, and nothing of the kind before or after. */
function readGroups(text: string, tokens: readonly Token[], first: number): Reading | null {
  const width = tokens[first]!.token.length;
  let last = first;
  while (isNextGroup(text, tokens, last)) last++;
  if (last === first) return null;
  const used = last - first + 1;
  const group = tokens.slice(first, last + 1);
  const code = group.map(({ token }) => token).join('');
  const even = group.every(({ token }) => token.length === width);
  const end = tokens[last]!.index + tokens[last]!.token.length;
  if (!even || used > 3 || code.length < MIN || code.length > MAX) {
    // Two numbers side by side are two numbers; more of them are one that is no code.
    return used === 2 ? null : { code: null, used };
  }
  return { code: { start: tokens[first]!.index, end, code, shape: 'groups' }, used };
}

function isNextGroup(text: string, tokens: readonly Token[], i: number): boolean {
  const next = tokens[i + 1];
  if (!next || next.token.length > 5 || !isDigits(next.token)) return false;
  const gap = text.slice(tokens[i]!.index + tokens[i]!.token.length, next.index);
  return gap === ' ' || gap === '·' || gap === ' - ' || gap === ' – ' || gap === '  ';
}

function readToken(start: number, token: string): RawCode | null {
  const range = { start, end: start + token.length };
  if (!/[-‐‑‒–]/.test(token)) return readPlain(range, token);
  if (MASKED.test(token)) return null;
  const parts = token.split(/[-‐‑‒–]/);
  if (parts.every(isDigits)) return readDigitGroups(range, parts);
  const code = parts.join('-');
  if (/^[A-Za-z]{1,3}-\d{4,8}$/.test(code)) return { ...range, code, shape: 'prefixed' };
  const isShort = parts.every(({ length }) => length >= 2 && length <= 6) && parts.length <= 4;
  if (!isShort || code.length > MAX_HYPHENATED || /[a-z]/.test(code)) return null;
  return { ...range, code, shape: /\d/.test(code) ? 'upper' : 'letters' };
}

function readDigitGroups(range: Range, parts: readonly string[]): RawCode | null {
  const code = parts.join('');
  const even = parts.every(({ length }) => length === parts[0]!.length);
  if (!even || parts.length > 3 || code.length < MIN || code.length > MAX) return null;
  return { ...range, code, shape: 'groups' };
}

function readPlain(range: Range, code: string): RawCode | null {
  if (code.length < MIN || code.length > MAX) return null;
  if (isDigits(code)) return { ...range, code, shape: 'digits' };
  const hasLower = /[a-z]/.test(code);
  if (!/\d/.test(code)) return hasLower ? null : { ...range, code, shape: 'letters' };
  return { ...range, code, shape: hasLower ? 'lower' : 'upper' };
}

const isDigits = (text: string) => /^\d+$/.test(text);

const MONEY_BEFORE =
  /(?:[$€£¥￥₹₽₩₫฿₺₴₪₱]|\b(?:USD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|JPY|CNY|INR|Rp|R\$|RM|NT))[ ]?$/;
const MONEY_AFTER =
  /^[ ]?(?:[$€£¥￥₹₽₩₫฿₺₴₪%‰°]|(?:USD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|JPY|CNY|INR|VND|TL|TRY|UAH|kr|zł|Ft|Kč|руб|грн|р\.|đ|đồng|บาท|円|元|원|ש"ח)(?![\p{L}\p{Nd}]))/u;
/** Letters that go on, a sign of an address or a formula, `12:`, `3.`, `+49 `. */
const JOINED_BEFORE =
  /[+@\\&?_/]$|[0-9A-Za-z][-‐‑‒–]$|[\p{Script=Latin}\p{Script=Cyrillic}]$|\d[:.,'’]$|\+\d{0,3}[ (]$/u;
const JOINED_AFTER = /^[@_=/]|^[\p{Script=Latin}\p{Script=Cyrillic}]|^[:.,'’]\d/u;
// Three dots stand for digits, more of them lead to the number.
/** 「482913,5分钟内有效」: the comma ends a clause. */
const NEXT_CLAUSE = /^,\d{1,3}\s?(?![円元원])[\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}]/u;
/** What is counted: "4829 cases". */
const COUNTER_AFTER = /^\s?(?:件|건|起|人|名|명|回|회|次|個|个|枚|張|张|條|台|楼|층|号室)/;
const CARD_BEFORE = /(?:[*•●∙·xX]{2,}|[…․]|(?<!\.)\.{3})[ -]?$/;

function isJoined(before: string, after: string): boolean {
  if (JOINED_BEFORE.test(before) || before.endsWith(MASK) || after.startsWith(MASK)) return true;
  return JOINED_AFTER.test(after) && !NEXT_CLAUSE.test(after);
}

/** A masked card, or a short phone number; stars around a number only set it off. */
const isStarred = (before: string, after: string) =>
  (CARD_BEFORE.test(before) || before.endsWith('*')) && !/^[*•]/.test(after);

/** A decimal, date, time, amount, phone number, masked card or part of a longer word. */
function isPartOfMore(text: string, { start, end, shape }: RawCode): boolean {
  const before = text.slice(Math.max(0, start - 8), start);
  const after = text.slice(end, end + 8);
  if (isJoined(before, after) || isStarred(before, after) || COUNTER_AFTER.test(after)) return true;
  return shape !== 'single' && (MONEY_BEFORE.test(before) || MONEY_AFTER.test(after));
}
