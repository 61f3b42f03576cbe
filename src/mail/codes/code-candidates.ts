import { IS, leadsOn } from './name-leads.js';
import { isPartOfMore } from './code-surroundings.js';
import { findTokens, type CodeToken } from './code-tokens.js';
import {
  fitsGroups,
  fitsUneven,
  isDigits,
  isMixedPart,
  isWholeLine,
  LEADING,
  MAX,
  MAX_GROUPS,
  MIN,
  PAIRS,
  readToken,
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
  const tokens = findTokens(text);
  const found: RawCode[] = [];
  for (let i = 0; i < tokens.length && found.length < MAX_CODES;) {
    const { code, used } = readAt(text, tokens, i);
    if (code && !isPartOfMore(text, code)) found.push(code);
    i += used;
  }
  return found;
}

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
  return { code: readLowerGroups(text, index, token) ?? readToken(index, token), used: 1 };
}

/** `qmwt-k4hz-abod`, set off or behind "is": elsewhere words that are joined look alike. */
function readLowerGroups(text: string, index: number, token: string): RawCode | null {
  if (text[index - 1] !== '-' && !token.includes('-')) return null;
  const [lead = ''] = LETTERS_BEFORE.exec(text.slice(Math.max(0, index - 14), index)) ?? [];
  const range = { start: index - lead.length, end: index + token.length };
  const code = lead + token;
  const parts = code.split('-');
  const isEven = parts.every(({ length }) => length === parts[0]!.length);
  if (!LOWER_GROUPS.test(code) || !isEven || !parts.some(isMixedPart)) return null;
  const before = text.slice(Math.max(0, range.start - 12), range.start);
  return isWholeLine(text, range) || leadsOn(before) ? toCode(range, code, 'lower') : null;
}
const LOWER_GROUPS = /^[a-z0-9]{3,6}(?:-[a-z0-9]{3,6}){1,2}$/;
/** Tokens begin with the first group that has a digit. */
const LETTERS_BEFORE = /(?<![\w-])(?:[a-z]{3,6}-){1,2}$/;

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
  const code = codeOfGroups(text, group);
  if (code) return { code, used };
  // Two numbers side by side are two numbers; more of them are one that is no code.
  const isPair = used === 2 && gapsWithin(text, group)[0] !== '.';
  return isPair ? null : { code: null, used };
}

function codeOfGroups(text: string, group: readonly CodeToken[]): RawCode | null {
  const [one, last] = [group[0]!, group.at(-1)!];
  const range = { start: one.index, end: last.index + last.token.length };
  const code = group.map(({ token }) => token).join('');
  const gaps = gapsWithin(text, group);
  const [gap = ''] = gaps;
  const shape = shapeOfGroups(group, code, gap);
  if (!shape) return null;
  const stands = !isScattered(shape, gap, group.length) || isOfOne(text, range, one);
  return stands ? toCode(range, code, shape) : null;
}

const gapsWithin = (text: string, group: readonly CodeToken[]): readonly string[] =>
  group.slice(1).map(({ index }, i) => text.slice(group[i]!.index + group[i]!.token.length, index));

/** "040 555 018-0": the extension of a phone. */
function goesOnWithHyphen(text: string, tokens: readonly CodeToken[], last: number): boolean {
  const [{ index, token }, next] = [tokens[last]!, tokens[last + 1]];
  if (next?.index !== index + token.length + 1 || text[next.index - 1] !== ' ') return false;
  return /^\d{2,5}-\d{1,4}$/.test(next.token);
}

/** In a sentence or a row of other things these are several numbers. */
const isScattered = (shape: Shape, gap: string, count: number) =>
  shape === 'uneven' || gap.includes('\t') || count > MAX_GROUPS;

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
  if (gap === '.') return isEven ? 'dotted' : null;
  if (isEven) return group.length > MAX_GROUPS ? 'uneven' : 'groups';
  return fitsUneven(code) ? 'uneven' : null;
}

/** "Your code is 816 30 25", "816 3025 is your code": too short for a code of its own, the first group goes on. */
const isOfOne = (text: string, range: Span, { token }: CodeToken) =>
  isWholeLine(text, range) ||
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

/** "Code | 317 | 590": a cell with words, and the rest of the row holds nothing but groups of one length. */
const isRow = (text: string, { start, end }: Span) =>
  end - start === 2 * LEADING + 1 &&
  /\p{L}[:：]?\t$/u.test(text.slice(Math.max(0, start - 3), start)) &&
  /^[ \t]{0,8}(?:\n|$)/.test(text.slice(end, end + 9));

const isAnnounced = (text: string, { start, end }: Span) =>
  (start === 0 || text[start - 1] === '\n') &&
  IS.test(text.slice(end, text.indexOf(' ', end + 1) + 1));

const GROUP_GAPS: ReadonlySet<string> = new Set([
  ...[' ', '·', '.', ' - ', ' – ', ' — ', '—', '  ', '\t', '\t-\t', '\t–\t', ' · '],
]);

function isNextGroup(text: string, tokens: readonly CodeToken[], i: number): boolean {
  const next = tokens[i + 1];
  if (!next || next.token.length > 5 || !isDigits(next.token)) return false;
  const gap = text.slice(tokens[i]!.index + tokens[i]!.token.length, next.index);
  return GROUP_GAPS.has(gap);
}
