import { LEXICON_TEXTS } from '../words/word-lists.js';

/** So many different words of a language are enough to name it. */
const ENOUGH = 4;
/** So many are enough where no word of another language stands. */
const ENOUGH_ALONE = 2;
/** So many for each word of another language are nearly alone. */
const NEARLY_ALONE = 3;
/** So many are needed for each word of another language. */
const RATIO = 4;

const WORD = /[\p{L}\p{M}]+/gu;

/** Words by the only language that has them. */
const OWNERS: ReadonlyMap<string, string> = readOwners();

function readOwners(): ReadonlyMap<string, string> {
  const owners = new Map<string, string | null>();
  for (const [language, words] of Object.entries(LEXICON_TEXTS.frequent))
    for (const word of new Set(words)) owners.set(word, owners.has(word) ? null : language);
  return new Map([...owners].filter((entry): entry is [string, string] => entry[1] !== null));
}

/** The frequent words of a text that one language has, each once, and that language. */
function* ownedWords(text: string): Generator<readonly [word: string, language: string]> {
  for (const word of new Set(text.toLowerCase().match(WORD))) {
    const language = OWNERS.get(word);
    if (language !== undefined) yield [word, language];
  }
}

/** So many words hold some of the frequent ones of their language. */
const ENOUGH_WORDS = 16;

/** Whether a text is too long to hold none of the frequent words of a language that has a list of them. */
export function lacksWordsOf(language: string, text: string): boolean {
  const own = LEXICON_TEXTS.frequent[language] ?? [];
  if (own.length === 0) return false;
  const words = new Set(text.toLowerCase().match(WORD));
  return words.size >= ENOUGH_WORDS && own.every((word) => !words.has(word));
}

/** Shorter ones stand in too many languages to tell one alone. */
const LONG = 4;

/** The only language that longer frequent words of a text are of; null where there are none, or words of several. */
export function languageOfLongWords(text: string): string | null {
  const long = [...ownedWords(text)].filter(([word]) => word.length >= LONG);
  const [only = null, other] = new Set(long.map(([, language]) => language));
  return other === undefined ? only : null;
}

/**
 * The language of a text that its frequent words tell beyond doubt, of two the one that is told first; else null. Of two
 * neighbours that share nearly all such words, the one that stands for both.
 */
export function languageOfWords(text: string): string | null {
  const counts = new Map<string, number>();
  let all = 0;
  for (const [, language] of ownedWords(text)) {
    all++;
    const count = (counts.get(language) ?? 0) + 1;
    counts.set(language, count);
    if (count >= ENOUGH && count >= RATIO * (all - count)) return language;
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  if (!most || most[1] < ENOUGH_ALONE) return null;
  return most[1] >= NEARLY_ALONE * (all - most[1]) ? most[0] : null;
}
