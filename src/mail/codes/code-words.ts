import { isWholeLine, MAX, type RawCode } from './code-forms.js';
import { IS, LABEL_MARK } from './name-leads.js';

const WORDS = /^(?<blank>[ \t]{0,8})(?<code>[a-z]{4,8}(?:-[a-z]{4,8}){1,3})[ \t]{0,8}$/gm;
/** More of them are a list of something. */
const MAX_WORD_CODES = 8;

/** Codes made of words or of small and large letters, of which only those count that stand as a code does. */
export const findWordCodes = (text: string): RawCode[] => [
  ...findHyphenated(text),
  ...findNumbered(text),
  ...findShuffled(text),
];

/** `caper-lunar-motif`, `vxqrt-mbkpw`: small letters with hyphens between, and nothing else on their line. */
function findHyphenated(text: string): RawCode[] {
  const found: RawCode[] = [];
  if (!text.includes('-')) return found;
  for (const { index, groups } of text.matchAll(WORDS)) {
    const { blank, code } = groups as { blank: string; code: string };
    if (found.length === MAX_WORD_CODES) break;
    const start = index + blank.length;
    found.push({ start, end: start + code.length, code, shape: 'letters' });
  }
  return found;
}

const NUMBERED =
  /(?<![\w@/.#-])[A-Za-z][a-z]{2,7}(?:-[A-Za-z][a-z]{2,7}){1,2}-\d{1,4}(?![\w@/-]|\.\w)/g;

/** `sprout-lemon-42`: words and a number, on a line of their own or behind a colon; elsewhere machines are called so. */
function findNumbered(text: string): RawCode[] {
  const found: RawCode[] = [];
  if (!text.includes('-')) return found;
  for (const { 0: code, index: start } of text.matchAll(NUMBERED)) {
    if (found.length === MAX_WORD_CODES) break;
    const end = start + code.length;
    const before = text.slice(Math.max(0, start - LEAD), start);
    if (isWholeLine(text, { start, end }) || LABEL_MARK.test(before))
      found.push({ start, end, code, shape: 'lower' });
  }
  return found;
}

/** A capital within a word: most mail has none, which is found out faster. */
const INNER_CAPITAL = /[a-z][A-Z]/;
const MIXED_WORD = /(?<![\w@/.#-])[A-Za-z]{1,9}[a-z][A-Z][A-Za-z]{0,8}(?![\w@/-]|\.\w)/g;
const MIN_SHUFFLED = 6;
/** `OpenTable`, `eBay`, `LinkedIn`: words without blanks. */
const JOINED = /^[a-z]*(?:[A-Z][a-z]+)+$/;
const CHANGE = /[a-z](?=[A-Z])|[A-Z](?=[a-z])/g;
const MIN_CHANGES = 3;
const LEAD = 12;

/**
 * `ZUvwsFBq`, behind a colon or "is", or on a line of its own. Where a code is eight letters and digits made by chance,
 * one in four has no digit.
 */
function findShuffled(text: string): RawCode[] {
  const found: RawCode[] = [];
  if (!INNER_CAPITAL.test(text)) return found;
  for (const { 0: code, index: start } of text.matchAll(MIXED_WORD)) {
    if (found.length === MAX_WORD_CODES) break;
    const end = start + code.length;
    if (isShuffled(code) && isSetOff(text, start, end))
      found.push({ start, end, code, shape: 'letters' });
  }
  return found;
}

const isShuffled = (code: string) =>
  code.length >= MIN_SHUFFLED &&
  code.length <= MAX &&
  !JOINED.test(code) &&
  (code.match(CHANGE)?.length ?? 0) >= MIN_CHANGES;

function isSetOff(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - LEAD), start);
  return LABEL_MARK.test(before) || IS.test(before) || isWholeLine(text, { start, end });
}
