import { clip } from '../text/safe-text.js';
import { wordList } from '../words/word-lists.js';

/** What unasked mail speaks of, and the points of one phrase. */
const POINTS = {
  excuse: 1.4,
  fortune: 1.2,
  income: 1,
  threat: 1,
  debt: 0.8,
  cures: 0.8,
  tools: 0.6,
  sale: 0.5,
  adult: 0.5,
} as const;
type SpamTopic = keyof typeof POINTS;
const TOPICS = Object.keys(POINTS) as SpamTopic[];

/** More phrases of a topic tell nothing more. */
const MAX_PHRASES = 5;
/** So much of a text is enough to know what it is about. */
const MAX_TEXT = 16 * 1024;
const WORD = /[\p{L}\p{M}\p{Nd}$%']+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

interface SpamPhrase {
  readonly topic: SpamTopic;
  readonly words: readonly string[];
}

const BY_FIRST_WORD = new Map<string, SpamPhrase[]>();
for (const topic of TOPICS)
  for (const words of wordList(`spam.${topic}`).map((text) => text.split(' ')))
    BY_FIRST_WORD.set(words[0]!, [...(BY_FIRST_WORD.get(words[0]!) ?? []), { topic, words }]);

/** Topics that are told in scripts without blanks between words. */
const TOGETHER = ['income', 'cures', 'adult', 'fortune', 'threat'] as const;
const PARTS = TOGETHER.flatMap((topic) =>
  wordList(`spam.part.${topic}`).map((part) => ({ topic, part })),
);

/** The points of what a text speaks of, by how many different phrases of each topic it holds. */
export function phrasePoints(text: string): number {
  const plain = clip(text, MAX_TEXT).toLowerCase().replaceAll('’', "'");
  const found = [...phrasesIn(plain.match(WORD) ?? []), ...partsIn(plain)];
  let sum = 0;
  for (const topic of TOPICS) {
    const count = found.filter((one) => one.topic === topic).length;
    sum += Math.min(MAX_PHRASES, count) * POINTS[topic];
  }
  return sum;
}

/** In one pass over the words; the phrases that begin with a word are few. */
function phrasesIn(words: readonly string[]): Set<SpamPhrase> {
  const found = new Set<SpamPhrase>();
  words.forEach((first, place) => {
    for (const phrase of BY_FIRST_WORD.get(first) ?? [])
      if (phrase.words.every((word, offset) => words[place + offset] === word)) found.add(phrase);
  });
  return found;
}

/** Blanks between the characters are there to hide a phrase. */
function partsIn(text: string) {
  if (!UNSPACED.test(text)) return [];
  const joined = text.replace(/\s+/g, '');
  return PARTS.filter(({ part }) => joined.includes(part));
}
