import { fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import type { Span } from '../text/text-urls.js';
import type { ListRole } from '../words/roles.js';

const MAX_DISTANCE = 16;

/** Words to be looked for right beside a time. */
export interface AdjacentWords {
  readonly before: readonly string[];
  readonly behind: readonly string[];
}

/** The words of some lists, and those that are meant behind a time only. */
export const adjacentWords = (before: readonly ListRole[], behind = before): AdjacentWords => ({
  before: foldedWords(...before),
  behind: foldedWords(...behind),
});

/** Whether one of some words stands right before or behind a time. */
export function isAdjacent(
  { text }: { readonly text: string },
  { start, end }: Span,
  words: AdjacentWords,
): boolean {
  const before = fold(text.slice(Math.max(0, start - MAX_DISTANCE), start)).replace(/[\s.]+$/, '');
  if (words.before.some((word) => endsWithWord(before, word))) return true;
  const after = fold(text.slice(end, end + MAX_DISTANCE)).trimStart();
  return words.behind.some((word) => startsWithWord(after, word));
}

const endsWithWord = (text: string, word: string) =>
  text.endsWith(word) && !/\p{L}/u.test(text.charAt(text.length - word.length - 1));

/** "Före", but not "försökte"; scripts without blanks go on behind any word. */
const startsWithWord = (text: string, word: string) =>
  text.startsWith(word) && !(ALPHABETIC.test(word) && ALPHABETIC.test(text.charAt(word.length)));
const ALPHABETIC = /[\p{Script=Latin}\p{Script=Cyrillic}]$/u;
