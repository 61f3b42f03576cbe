import { foldedWords } from '../text/folded-words.js';
import type { ListRole } from '../words/roles.js';

/** Letters of scripts that do not separate words. */
const UNSPACED = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;
/** Where a word of a folded text may begin. */
export const WORD_START = String.raw`(?:(?<![\p{L}\p{M}])|(?<=${UNSPACED}))`;
const WORD_END = String.raw`(?:(?![\p{L}\p{M}])|(?=${UNSPACED}))`;

/** Folded words as alternatives of a pattern, the longest first; for a sign in them any may stand. */
export const anyOf = (words: readonly string[]): string =>
  `(?:${[...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[^\p{L}\p{M} ]/gu, '.'))
    .join('|')})`;

/** The entries of a list where they begin a word, as a pattern for folded text. */
export const beginning = (role: ListRole): string => WORD_START + anyOf(foldedWords(role));

/** The same where they are whole words. */
export const whole = (role: ListRole): string => beginning(role) + WORD_END;
