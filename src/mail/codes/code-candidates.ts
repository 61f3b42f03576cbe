import { IS } from './name-leads.js';
import { findTokens, isShouted, type CodeToken } from './code-tokens.js';
import { findWordCodes } from './code-words.js';
import { isAmount } from '../text/amounts.js';
import { MASK, type Span } from '../text/text-urls.js';

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

/** `08X-XXX-4410`, `XX2207` */
const MASKED = /[Xx]{3}|^XX\d+$/;
const MIN = 4;
const MAX = 10;
const MAX_HYPHENATED = 14;
/** With a hyphen between all digits. */
const LONGEST = 2 * MAX - 1;
/** Twice as many as the fullest of 6,046 mails has, which is a table of figures. */
const MAX_CODES = 800;

/** Everything in the text with the form of a code, in order. */
export const findRawCodes = (text: string): RawCode[] =>
  [...findTokenCodes(text), ...findWordCodes(text)].sort((a, b) => a.start - b.start);

function findTokenCodes(text: string): RawCode[] {
  const tokens = findTokens(text);
  const found: RawCode[] = [];
  for (let i = 0; i < tokens.length && found.length < MAX_CODES;) {
    const { code, used } = readAt(text, tokens, i);
    if (code && !isPartOfMore(text, code)) found.push(code);
    i += used;
  }
  return found;
}

const toCode = ({ start, end }: Span, code: string, shape: Shape): RawCode => ({
  start,
  end,
  code,
  shape,
});

interface TokenRun {
  readonly code: RawCode | null;
  /** Tokens it is made of. */
  readonly used: number;
}

function readAt(text: string, tokens: readonly CodeToken[], i: number): TokenRun {
  const { index, token } = tokens[i]!;
  if (token.length === 1) return readSingles(text, tokens, i);
  if (token.length <= 5) {
    const groups = isDigits(token) ? readGroups(text, tokens, i) : readMixedGroups(text, tokens, i);
    if (groups) return groups;
  }
  return { code: readToken(index, token) ?? readLowerGroups(text, index, token), used: 1 };
}

/** `qmwt-k4hz-abod` on a line of its own: in a sentence words that are joined look alike. */
function readLowerGroups(text: string, start: number, token: string): RawCode | null {
  const range = { start, end: start + token.length };
  if (!LOWER_GROUPS.test(token) || !isWholeLine(text, range)) return null;
  const parts = token.split('-');
  const isEven = parts.every(({ length }) => length === parts[0]!.length);
  return isEven && parts.some(isMixedPart) ? toCode(range, token, 'lower') : null;
}
const LOWER_GROUPS = /^[a-z0-9]{4,6}(?:-[a-z0-9]{4,6}){1,2}$/;

/** A row or a column of boxes: a short gap between all characters. */
function readSingles(text: string, tokens: readonly CodeToken[], first: number): TokenRun {
  let last = first;
  const isColumn = gapBehind(text, tokens, first)?.includes('\n') ?? false;
  while (isNextSingle(text, tokens, last, isColumn)) last++;
  if (isWord(text, tokens, first, last)) last--;
  const used = last - first + 1;
  if (used < MIN || used > MAX) return { code: null, used };
  const chars = tokens.slice(first, last + 1).map(({ token }) => token);
  const code = chars.join('');
  if (!/\d/.test(code) || /[a-z]/.test(code)) return { code: null, used };
  const end = tokens[last]!.index + 1;
  return { code: { start: tokens[first]!.index, end, code, shape: 'single' }, used };
}

/** "7 1 8 2 0 4 A new device": a letter behind digits alone, and a word behind it. */
function isWord(text: string, tokens: readonly CodeToken[], first: number, last: number): boolean {
  const [end, before] = [tokens[last]!.index + 1, tokens.slice(first, last)];
  const isLetter = !isDigits(tokens[last]!.token) && /^ \p{Ll}/u.test(text.slice(end, end + 2));
  return isLetter && before.length > 0 && before.every(({ token }) => isDigits(token));
}

const MAX_GAP = 6;

/** What stands between a single character and the next one; null where more does. */
function gapBehind(text: string, tokens: readonly CodeToken[], i: number): string | null {
  const next = tokens[i + 1];
  if (!next || next.token.length !== 1) return null;
  const start = tokens[i]!.index + 1;
  if (next.index - start > MAX_GAP) return null;
  const gap = text.slice(start, next.index);
  return /^[ \t\n|·•.\-–[\]]*$/.test(gap) ? gap : null;
}

/** A row does not go on in the next line, and a column holds nothing else. */
function isNextSingle(
  text: string,
  tokens: readonly CodeToken[],
  i: number,
  isColumn: boolean,
): boolean {
  const gap = gapBehind(text, tokens, i);
  if (gap === null || gap.includes('\n') !== isColumn) return false;
  const end = tokens[i + 1]!.index + 1;
  return !isColumn || /^[ \t]{0,4}(?:\n|$)/.test(text.slice(end, end + MAX_GAP));
}

/** `123 456`, `12 34 56`: groups of one length, and nothing of the kind before or after. */
function readGroups(text: string, tokens: readonly CodeToken[], first: number): TokenRun | null {
  let last = first;
  while (isNextGroup(text, tokens, last)) last++;
  if (last === first) return null;
  const used = last - first + 1;
  if (used > PAIRS) return { code: null, used };
  if (goesOnWithHyphen(text, tokens, last)) return { code: null, used: used + 1 };
  const group = tokens.slice(first, last + 1);
  const code = group.map(({ token }) => token).join('');
  const end = tokens[last]!.index + tokens[last]!.token.length;
  const range = { start: tokens[first]!.index, end };
  const gaps = gapsWithin(text, group);
  if (areOtherNumbers(gaps)) return { code: null, used };
  const [gap = ''] = gaps;
  const shape = shapeOfGroups(group, code, gap);
  if (shape && (!isScattered(shape, gap, used) || isOfOne(text, range, group[0]!)))
    return { code: toCode(range, code, shape), used };
  // Two numbers side by side are two numbers; more of them are one that is no code.
  return used === 2 && gap !== '.' ? null : { code: null, used };
}

const gapsWithin = (text: string, group: readonly CodeToken[]): readonly string[] =>
  group.slice(1).map(({ index }, i) => text.slice(group[i]!.index + group[i]!.token.length, index));

/** "18.00 – 20.00", "192.0.2.15" */
const areOtherNumbers = (gaps: readonly string[]) =>
  gaps.includes('.') && (gaps.length === PAIRS - 1 || gaps.some((gap) => gap !== '.'));

/** "040 555 018-0": the extension of a phone. */
function goesOnWithHyphen(text: string, tokens: readonly CodeToken[], last: number): boolean {
  const [{ index, token }, next] = [tokens[last]!, tokens[last + 1]];
  if (next?.index !== index + token.length + 1 || text[next.index - 1] !== ' ') return false;
  return /^\d{2,5}-\d{1,4}$/.test(next.token);
}

/** In a sentence or a row of other things these are several numbers. */
const isScattered = (shape: Shape, gap: string, count: number) =>
  shape === 'uneven' || gap.includes('\t') || count > MAX_GROUPS;

/** "28.02.26", "10.30" */
const isDate = ([day, month, year, more]: readonly CodeToken[]) =>
  !more &&
  day!.token.length === 2 &&
  (!year || (Number(day!.token) <= 31 && Number(month!.token) <= 12));

/** `1A2B 3C4D`, on a line of its own or behind a colon. */
function readMixedGroups(
  text: string,
  tokens: readonly CodeToken[],
  first: number,
): TokenRun | null {
  const [one, two] = [tokens[first]!, tokens[first + 1]];
  if (
    !two ||
    two.token.length !== one.token.length ||
    two.index !== one.index + one.token.length + 1
  )
    return null;
  const code = one.token + two.token;
  const range = { start: one.index, end: two.index + two.token.length };
  const isMixed = /^[0-9A-Z]{6,10}$/.test(code) && /\d/.test(code);
  if (!isMixed || !isSetOff(text, range)) return null;
  return { code: toCode(range, code, 'upper'), used: 2 };
}

const isSetOff = (text: string, { start, end }: Span) =>
  isWholeLine(text, { start, end }) ||
  /[:：] ?$/.test(text.slice(Math.max(0, start - 2), start)) ||
  isWholeCell(text.slice(Math.max(0, start - 1), start), text.charAt(end));

const isWholeCell = (before: string, after: string) =>
  /^[\t\n]?$/.test(before) && /^[\t\n]?$/.test(after);

function shapeOfGroups(group: readonly CodeToken[], code: string, gap: string): Shape | null {
  if (!fitsGroups(group.length, code)) return null;
  const isEven = group.every(({ token }) => token.length === group[0]!.token.length);
  if (gap === '.') return isEven && !isDate(group) ? 'dotted' : null;
  if (isEven) return group.length > MAX_GROUPS ? 'uneven' : 'groups';
  return fitsUneven(code) ? 'uneven' : null;
}

/** More groups than these are pairs: `48-29-13-57`. */
const MAX_GROUPS = 3;
const PAIRS = 4;

function fitsGroups(count: number, { length }: string): boolean {
  if (length < MIN || length > MAX) return false;
  return count <= MAX_GROUPS || (count === PAIRS && length === 2 * PAIRS);
}

const MIN_UNEVEN = 5;
const MAX_UNEVEN = 8;

const fitsUneven = ({ length }: string) => length >= MIN_UNEVEN && length <= MAX_UNEVEN;

/** "Your code is 816 30 25", "816 3025 is your code": too short for a code of its own, the first group goes on. */
const isOfOne = (text: string, range: Span, { token }: CodeToken) =>
  isWholeLine(text, range) ||
  isSplitOff(text, range, token) ||
  (token.length === LEADING &&
    (leadsOn(text.slice(Math.max(0, range.start - 12), range.start)) ||
      isAnnounced(text, range) ||
      isRow(text, range))) ||
  isLastOfClause(text, range);

/** "Enter the key 552 0918.": two groups that end a clause. */
const isLastOfClause = (text: string, { start, end }: Span) =>
  TWO_GROUPS.test(text.slice(start, end)) &&
  /\p{L}[\p{L}\p{M}] $/u.test(text.slice(Math.max(0, start - 3), start)) &&
  /^(?:[.,;!)。、，](?!\d)|\n|$)/.test(text.slice(end, end + 2));
const TWO_GROUPS = /^\d{3,4} \d{2,4}$/;

/** "The code is 8052 61.": six digits, and nothing behind them that the last two could count. */
const isSplitOff = (text: string, { start, end }: Span, { length }: string) =>
  length === LEADING + 1 &&
  end - start === 2 * LEADING + 1 &&
  leadsOn(text.slice(Math.max(0, start - 12), start)) &&
  /^[.,;!)]?(?:\n|$)|^[.;!)]\s/.test(text.slice(end, end + 2));

/** "Code | 317 | 590": a cell with words, and the rest of the row holds nothing but groups of one length. */
const isRow = (text: string, { start, end }: Span) =>
  end - start === 2 * LEADING + 1 &&
  /\p{L}[:：]?\t$/u.test(text.slice(Math.max(0, start - 3), start)) &&
  /^[ \t]{0,8}(?:\n|$)/.test(text.slice(end, end + 9));

const isAnnounced = (text: string, { start, end }: Span) =>
  (start === 0 || text[start - 1] === '\n') &&
  IS.test(text.slice(end, text.indexOf(' ', end + 1) + 1));

const LEADING = 3;
const leadsOn = (before: string) => /[:：]\s?$/.test(before) || IS.test(before);

/** Within a line, numbers of several lengths are several numbers. */
const isWholeLine = (text: string, { start, end }: Span) =>
  /(?:^|\n)[ \t]{0,8}$/.test(text.slice(Math.max(0, start - 9), start)) &&
  /^[ \t]{0,8}(?:\n|$)/.test(text.slice(end, end + 9));

const GROUP_GAPS: ReadonlySet<string> = new Set([
  ...[' ', '·', '.', ' - ', ' – ', ' — ', '—', '  ', '\t', '\t-\t', '\t–\t', ' · '],
]);

function isNextGroup(text: string, tokens: readonly CodeToken[], i: number): boolean {
  const next = tokens[i + 1];
  if (!next || next.token.length > 5 || !isDigits(next.token)) return false;
  const gap = text.slice(tokens[i]!.index + tokens[i]!.token.length, next.index);
  return GROUP_GAPS.has(gap);
}

function readToken(start: number, token: string): RawCode | null {
  if (token.length > LONGEST) return null;
  const range = { start, end: start + token.length };
  if (MASKED.test(token)) return null;
  if (!/[-‐‑‒–]/.test(token)) return readPlain(range, token);
  const parts = token.split(/[-‐‑‒–]/);
  if (parts.every(isDigits)) return readDigitGroups(range, parts);
  return isInflected(parts) ? readPlain(range, parts[0]!) : readHyphenated(range, parts);
}

/** "Írja be a 482913-at", "a 4829-es kód": Hungarian joins its endings to numbers. */
const isInflected = ([number, ending, more]: readonly string[]) =>
  more === undefined && isDigits(number!) && /^(?:[aeo]?[st]|[a-z]?[ae]l|n[ae]k)$/.test(ending!);

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
  const even = parts.every(({ length }) => length === parts[0]!.length);
  if (even && parts[0]!.length === 1 && code.length >= MIN && code.length <= MAX)
    return toCode(range, code, 'single');
  if (!fitsGroups(parts.length, code)) return null;
  if (even) return toCode(range, code, parts.length > MAX_GROUPS ? 'uneven' : 'groups');
  return fitsUneven(code) && areParts(parts) ? toCode(range, code, 'uneven') : null;
}

const areParts = (parts: readonly string[]) => parts.every(isPart) || isWithLast(parts);

/** `719-220-4`: the last digit checks those before it. */
const isWithLast = ([one, two, last, more]: readonly string[]) =>
  more === undefined && one!.length === LEADING && two?.length === LEADING && last?.length === 1;

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

/** "k7-p2-x9", "h7-XK-40" are made by chance, "mp3-file" and "iso-27001-b" are not. */
function isMadeByChance(parts: readonly string[]): boolean {
  if (parts.every(isMixedPart)) return true;
  // "q8r-5tz-2": the last character checks those before it.
  if (parts.length > 2 && parts.at(-1)!.length === 1 && parts.slice(0, -1).every(isMixedPart))
    return true;
  const isEven = parts.length > 2 && parts.every(({ length }) => length === parts[0]!.length);
  return isEven && parts.some(isMixedPart) && !parts.some((part) => /^[A-Z]?[a-z]+$/.test(part));
}

/** A letter and a digit. */
const isMixedPart = (part: string) => /\d/.test(part) && /[A-Za-z]/.test(part);

const isDigits = (text: string) => /^\d+$/.test(text);

/** Letters that go on, a sign of an address or a formula, `12:`, `3.`, `+49 `. */
const JOINED_BEFORE =
  /[+@\\&?_/]$|[0-9A-Za-z][-‐‑‒–]$|[\p{Script=Latin}\p{Script=Cyrillic}]$|\d[:.,'’]$|\+\d{0,3}[ (]$|[(（]0\d{1,4}[)）]\s?$/u;
const JOINED_AFTER = /^[@_=/]|^[\p{Script=Latin}\p{Script=Cyrillic}]|^[:.,'’]\d/u;
/** "Lease 2026-4471.pdf" */
const FILE_ENDING =
  /^\.(?:pdf|docx?|xlsx?|pptx?|odt|csv|txt|zip|png|jpe?g|gif|svg|mp[34]|ics|eml|json|xml|html?)(?![\p{L}\d])/iu;
// Three dots stand for digits, more of them lead to the number.
/** 「482913,5分钟内有效」: the comma ends a clause. */
const NEXT_CLAUSE =
  /^,\d{1,2}:\d\d(?!\d)|^,\d{1,3}\s?(?![円元원])[\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}]/u;
/** What is counted: "4829 cases"; a year. */
const COUNTER_AFTER =
  /^[^\S\n]?(?:件|건|起|人|名|명|回|회|次|個|个|枚|張|张|條|种|種|组|組|笔|筆|款|台|楼|층|号室|年|년|คดี|ราย|คน|ครั้ง)/;
const CARD_BEFORE = /(?:[*•●∙·xX]{2,}|[…․]|(?<!\.)\.{3})[ -]?$/;

/** "07700 900417", "0 800 501 007": a number with its area code; no code is that long. */
const isOfPhone = (before: string, after: string, length: number) =>
  /(?<!\d)0\d{2,4} $/.test(before) ||
  /^ \d{6}/.test(after) ||
  /\d{6} $/.test(before) ||
  (length >= MIN_LOCAL && AREA.test(before)) ||
  (length >= MIN_PHONE && TRUNK.test(before));

/** "210 7712044" */
const AREA = /(?:^|[^\d.,:])\d{2,4} $/;
const MIN_LOCAL = 7;

/** What a call to another town begins with. */
const TRUNK = /(?:^|[^\d.,:])[0178][ -]\(?$/;
const MIN_PHONE = 8;

/** "1588-5521로 전화": the numbers that firms are called by in Korea. */
const isOfService = (number: string, around: string) =>
  /^1[568]\d\d-\d{4}$/.test(number) && /\p{Script=Hangul}/u.test(around);

function isJoined(before: string, after: string): boolean {
  if (JOINED_BEFORE.test(before) || before.endsWith(MASK) || after.startsWith(MASK)) return true;
  return FILE_ENDING.test(after) || (JOINED_AFTER.test(after) && !NEXT_CLAUSE.test(after));
}

/** A masked card, or a short phone number; stars around a number only set it off. */
const isStarred = (before: string, after: string) =>
  CARD_BEFORE.test(before) || before.endsWith('*')
    ? !/^ ?[*•]/.test(after)
    : /^(?:[*•●∙]{2}|\*\d)/.test(after);

/** A decimal, date, time, amount, phone number, masked card or part of a longer word. */
function isPartOfMore(text: string, { start, end, shape, code }: RawCode): boolean {
  const before = text.slice(Math.max(0, start - 8), start);
  const after = text.slice(end, end + 8);
  if (
    isOfPhone(before, after, code.length) ||
    (shape === 'groups' && isOfService(text.slice(start, end), before + after)) ||
    isJoined(before, after) ||
    isStarred(before, after) ||
    (shape === 'letters' && isShouted(before, after)) ||
    COUNTER_AFTER.test(after)
  )
    return true;
  return shape !== 'single' && isAmount(before, after);
}
