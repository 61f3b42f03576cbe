import { fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import type { Span } from '../text/text-urls.js';
import type { ListRole } from '../words/roles.js';

const MAX_DISTANCE = 16;

/** Words to be looked for right beside a length of time. */
export interface AdjacentWords {
  /** By their last letter. */
  readonly before: ReadonlyMap<string, readonly string[]>;
  /** By their first one. */
  readonly behind: ReadonlyMap<string, readonly string[]>;
}

/** The words of some lists, and those that are meant behind a length of time only. */
export function adjacentWords(before: readonly ListRole[], behind = before): AdjacentWords {
  return {
    before: byLetter(before, (word) => word.charAt(word.length - 1)),
    behind: byLetter(behind, (word) => word.charAt(0)),
  };
}

function byLetter(
  roles: readonly ListRole[],
  letter: (word: string) => string,
): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const word of new Set(foldedWords(...roles)))
    groups.set(letter(word), [...(groups.get(letter(word)) ?? []), word]);
  return groups;
}

/** Whether one of some words stands right before or behind a time. */
export function isAdjacent(
  { text }: { readonly text: string },
  { start, end }: Span,
  words: AdjacentWords,
): boolean {
  const before = fold(text.slice(Math.max(0, start - MAX_DISTANCE), start)).trimEnd();
  const ending = words.before.get(before.charAt(before.length - 1));
  if (ending?.some((word) => endsWithWord(before, word))) return true;
  const after = fold(text.slice(end, end + MAX_DISTANCE)).trimStart();
  return words.behind.get(after.charAt(0))?.some((word) => startsWithWord(after, word)) ?? false;
}

const endsWithWord = (text: string, word: string) =>
  text.endsWith(word) && !/\p{L}/u.test(text.charAt(text.length - word.length - 1));

/** "Före", but not "försökte"; scripts without blanks go on behind any word. */
const startsWithWord = (text: string, word: string) =>
  text.startsWith(word) && !(ALPHABETIC.test(word) && ALPHABETIC.test(text.charAt(word.length)));
const ALPHABETIC = /[\p{Script=Latin}\p{Script=Cyrillic}]$/u;
