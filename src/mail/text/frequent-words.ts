import { LEXICON_TEXTS } from '../words/word-lists.js';
import { CharKind, charKinds } from './fold.js';

/** So many different words of a language are enough to name it. */
const ENOUGH = 4;
/** So many are enough where no word of another language stands. */
const ENOUGH_ALONE = 2;
/** So many for each word of another language are nearly alone. */
const NEARLY_ALONE = 3;
/** So many are needed for each word of another language. */
const RATIO = 4;

interface FrequentWord {
  readonly language: string;
}

const OWNERS = readOwners();
const LONGEST = Math.max(...[...OWNERS.keys()].map(({ length }) => length));

function readOwners(): ReadonlyMap<string, FrequentWord> {
  const owners = new Map<string, FrequentWord>();
  const shared = new Set<string>();
  for (const [language, words] of Object.entries(LEXICON_TEXTS.frequent))
    for (const word of words)
      if (owners.has(word) && owners.get(word)!.language !== language) shared.add(word);
      else owners.set(word, { language });
  for (const word of shared) owners.delete(word);
  return owners;
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

const WORD = /[\p{L}\p{M}]+/gu;

/** The words of languages that were seen, each once. */
class Seen {
  private readonly words = new Set<FrequentWord>();
  private readonly counts: Record<string, number> = {};

  /** The language that is beyond doubt with this word. */
  add(word: FrequentWord): string | null {
    if (this.words.has(word)) return null;
    this.words.add(word);
    const { language } = word;
    const count = (this.counts[language] = (this.counts[language] ?? 0) + 1);
    return count >= ENOUGH && count >= RATIO * (this.words.size - count) ? language : null;
  }

  /** The only language that was seen, or nearly so. */
  alone(): string | null {
    const [first] = Object.entries(this.counts).sort(([, one], [, other]) => other - one);
    if (!first) return null;
    const [language, count] = first;
    const others = this.words.size - count;
    return count >= ENOUGH_ALONE && count >= NEARLY_ALONE * others ? language : null;
  }
}

/** Shorter ones stand in too many languages to tell one alone. */
const LONG = 4;

/** The only language that longer frequent words of a text are of; null where there are none, or words of several. */
export function languageOfLongWords(text: string): string | null {
  const told = new Set<string>();
  for (const word of text.toLowerCase().match(WORD) ?? []) {
    const owner = word.length >= LONG ? OWNERS.get(word) : undefined;
    if (owner) told.add(owner.language);
  }
  const [only, other] = told;
  return other === undefined ? (only ?? null) : null;
}

/**
 * The language of a text that its frequent words tell beyond doubt; else null. Of two
 * neighbours that share nearly all such words, the one that stands for both.
 */
export function languageOfWords(text: string): string | null {
  const lower = text.toLowerCase();
  const seen = new Seen();
  for (let i = 0; i < lower.length; i++) {
    if (charKinds[lower.charCodeAt(i)] !== CharKind.Letter) continue;
    const start = i;
    while (charKinds[lower.charCodeAt(i)] === CharKind.Letter) i++;
    const word = i - start > LONGEST ? undefined : OWNERS.get(lower.slice(start, i));
    const told = word && seen.add(word);
    if (told) return told;
  }
  return seen.alone();
}
