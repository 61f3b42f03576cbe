import type { ListRole } from '../words/roles.js';
import { wordList } from '../words/word-lists.js';
import { fold } from './fold.js';

/** The entries of some lists of the lexicon, folded. */
export const foldedWords = (...roles: readonly ListRole[]): string[] =>
  wordList(...roles).map(fold);
