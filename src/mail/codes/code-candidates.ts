import { IS, leadsOn } from './name-leads.js';
import { isPartOfMore } from './code-surroundings.js';
import { findTokens, type CodeToken } from './code-tokens.js';
import {
  isDigits,
  isEven,
  isMixedPart,
  isWholeLine,
  LEADING,
  MAX,
  MAX_GROUPS,
  MIN,
  PAIRS,
  readToken,
  shapeOfGroups,
  toCode,
  type RawCode,
  type Shape,
} from './code-forms.js';
import { findWordCodes } from './code-words.js';
import type { Span } from '../text/text-urls.js';

/** Twice as many as the fullest of 6,046 mails has, which is a table of figures. */
const MAX_CODES = 800;

/** Everything in the text with the form of a code, in order. */
export const findRawCodes = (text: string): RawCode[] =>
  [...findTokenCodes(text), ...findWordCodes(text)].sort((a, b) => a.start - b.start);

function findTokenCodes(text: string): RawCode[] {
  const found: RawCode[] = [];
  let from = 0;
  for (const token of findTokens(text)) {
    if (token.index < from) continue;
    const { code, end } = readAt(text, token);
    if (code && !isPartOfMore(text, code)) found.push(code);
    if (found.length === MAX_CODES) break;
    from = end;
  }
  return found;
}

interface TokenRun {
  readonly code: RawCode | null;
  /** Where reading goes on. */
  readonly end: number;
}

function readAt(text: string, { index, token }: CodeToken): TokenRun {
  if (token.length === 1) return readSingles(text, index);
  const groups =
    token.length > 5 ? null : (isDigits(token) ? readGroups : readMixedGroups)(text, index);
  if (groups) return groups;
  const code = readLowerGroups(text, index, token) ?? readToken(index, token);
  return { code, end: index + token.length };
}

/** Where a token ends. */
const END = String.raw`(?![0-9A-Za-z\u0400-\u042f\u0490]|[-‐‑‒–][0-9A-Za-z])`;

/** What a text holds at a place of something that is looked for there alone. */
function textAt(pattern: RegExp, text: string, place: number): string | null {
  pattern.lastIndex = place;
  return pattern.exec(text)?.[0] ?? null;
}

/** `qmwt-k4hz-abod`, set off or behind "is": elsewhere words that are joined look alike. */
function readLowerGroups(text: string, index: number, token: string): RawCode | null {
  if (text[index - 1] !== '-' && !token.includes('-')) return null;
  const [lead = ''] = LETTERS_BEFORE.exec(text.slice(Math.max(0, index - 14), index)) ?? [];
  const range = { start: index - lead.length, end: index + token.length };
  const code = lead + token;
  const parts = code.split('-');
  if (!LOWER_GROUPS.test(code) || !isEven(parts) || !parts.some(isMixedPart)) return null;
  const before = text.slice(Math.max(0, range.start - 12), range.start);
  return isWholeLine(text, range) || leadsOn(before) ? toCode(range, code, 'lower') : null;
}
const LOWER_GROUPS = /^[a-z0-9]{3,6}(?:-[a-z0-9]{3,6}){1,2}$/;
/** Tokens begin with the first group that has a digit. */
const LETTERS_BEFORE = /(?<![\w-])(?:[a-z]{3,6}-){1,2}$/;

const SINGLE = String.raw`(?:\d|[A-Z](?![\u00c0-\u024f\u0300-\u036f\u1e00-\u1eff]))${END}`;
/** A row does not go on in the next line, and a column holds nothing else. */
const ROW = new RegExp(String.raw`[\dA-Z](?:[ \t|·•.\-–[\]]{1,6}${SINGLE})*`, 'y');
const COLUMN = new RegExp(
  String.raw`[\dA-Z](?:(?=[ \t|·•.\-–[\]]{0,5}\n)[ \t\n|·•.\-–[\]]{1,6}${SINGLE}(?=[ \t]{0,4}(?:\n|$)))+`,
  'y',
);

/** A row or a column of boxes: a short gap between all characters. */
function readSingles(text: string, start: number): TokenRun {
  let written = textAt(COLUMN, text, start) ?? textAt(ROW, text, start)!;
  // "7 1 8 2 0 4 A new device": a letter behind digits alone, and a word behind it.
  if (
    /^[^A-Z]+[A-Z]$/.test(written) &&
    /^ \p{Ll}/u.test(text.slice(start + written.length, start + written.length + 2))
  )
    written = written.replace(/\D+$/, '');
  const end = start + written.length;
  const code = written.replace(/[^\dA-Z]+/g, '');
  const fits = code.length >= MIN && code.length <= MAX && /\d/.test(code);
  return { code: fits ? toCode({ start, end }, code, 'single') : null, end };
}

const GROUPS = new RegExp(
  String.raw`\d+(?:(?:[ ·.\t—]| {2}| [-–—·] |\t[-–]\t)\d{1,5}${END})+`,
  'y',
);
/** "040 555 018-0": that of a phone. */
const EXTENSION = new RegExp(String.raw` \d{2,5}-\d{1,4}${END}`, 'y');

/** `123 456`, `12 34 56`: groups of one length, and nothing of the kind before or after. */
function readGroups(text: string, start: number): TokenRun | null {
  const written = textAt(GROUPS, text, start);
  if (written === null) return null;
  const end = start + written.length;
  const parts = written.match(/\d+/g)!;
  if (parts.length > PAIRS) return { code: null, end };
  const extension = textAt(EXTENSION, text, end);
  if (extension !== null) return { code: null, end: end + extension.length };
  const [gap = ''] = /\D+/.exec(written) ?? [];
  const code = codeOfGroups(text, { start, end }, parts, gap);
  // Two numbers side by side are two numbers; more of them are one that is no code.
  return code || parts.length > 2 || gap === '.' ? { code, end } : null;
}

function codeOfGroups(
  text: string,
  range: Span,
  parts: readonly string[],
  gap: string,
): RawCode | null {
  const plain = shapeOfGroups(parts);
  const shape = plain && gap === '.' ? (isEven(parts) ? 'dotted' : null) : plain;
  if (!shape) return null;
  const stands = !isScattered(shape, gap, parts.length) || isOfOne(text, range, parts[0]!);
  return stands ? toCode(range, parts.join(''), shape) : null;
}

/** In a sentence or a row of other things these are several numbers. */
const isScattered = (shape: Shape, gap: string, count: number) =>
  shape === 'uneven' || gap.includes('\t') || count > MAX_GROUPS;

const MIXED_GROUPS = new RegExp(
  String.raw`([\dA-Z]{3,5})[^\w\u0400-\u042f\u0490‐‑‒–-]([\dA-Z]{3,5})${END}`,
  'y',
);

/** `1A2B 3C4D`; `48AB 9137`, on a line of its own or behind a colon. */
function readMixedGroups(text: string, start: number): TokenRun | null {
  MIXED_GROUPS.lastIndex = start;
  const [written = '', one = '', two = ''] = MIXED_GROUPS.exec(text) ?? [];
  const end = start + written.length;
  if (one.length !== two.length || !/\d/.test(written)) return null;
  // "7F3K 9P2M" is one wherever it stands; beside a number, a word in capitals is a word.
  if (!(isMixedPart(one) && isMixedPart(two)) && !isSetOff(text, { start, end })) return null;
  return { code: toCode({ start, end }, one + two, 'upper'), end };
}

const isSetOff = (text: string, { start, end }: Span) =>
  isWholeLine(text, { start, end }) ||
  /[:：] ?$/.test(text.slice(Math.max(0, start - 2), start)) ||
  isWholeCell(text.slice(Math.max(0, start - 1), start), text.charAt(end));

const isWholeCell = (before: string, after: string) =>
  /^[\t\n]?$/.test(before) && /^[\t\n]?$/.test(after);

/** "Your code is 816 30 25", "816 3025 is your code": too short for a code of its own, the first group goes on. */
const isOfOne = (text: string, range: Span, { length }: string) =>
  isWholeLine(text, range) ||
  OF_SEVEN.test(text.slice(range.start, range.end)) ||
  (length === LEADING &&
    (leadsOn(text.slice(Math.max(0, range.start - 12), range.start)) ||
      isAnnounced(text, range) ||
      isRow(text, range))) ||
  isLastOfClause(text, range);

/** "Enter 552 0918 to sign in": no two numbers, but for a year. */
const OF_SEVEN = /^(?:\d{3} \d{4}|(?!19|20)\d{4} \d{3})$/;

/** "Enter the key 552 0918.": two groups that end a clause. */
const isLastOfClause = (text: string, { start, end }: Span) =>
  TWO_GROUPS.test(text.slice(start, end)) &&
  /\p{L}[\p{L}\p{M}] $/u.test(text.slice(Math.max(0, start - 3), start)) &&
  /^(?:[.,;!)。、，](?!\d)|\n|$)/.test(text.slice(end, end + 2));
const TWO_GROUPS = /^\d{3,4} \d{2,4}$/;

/** "Code | 317 | 590": a cell with words, and the rest of the row holds nothing but groups of one length. */
const isRow = (text: string, { start, end }: Span) =>
  end - start === 2 * LEADING + 1 &&
  /\p{L}[:：]?\t$/u.test(text.slice(Math.max(0, start - 3), start)) &&
  /^[ \t]{0,8}(?:\n|$)/.test(text.slice(end, end + 9));

const isAnnounced = (text: string, { start, end }: Span) =>
  (start === 0 || text[start - 1] === '\n') &&
  IS.test(text.slice(end, text.indexOf(' ', end + 1) + 1));
