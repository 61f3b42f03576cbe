import { clip } from '../text/safe-text.js';
import { wordList } from '../words/word-lists.js';

/** What unasked mail speaks of. */
export const SPAM_TOPICS = [
  ...([
    'excuse',
    'sale',
    'income',
    'debt',
    'cures',
    'adult',
    'fortune',
    'tools',
    'threat',
  ] as const),
];
/** One of them. */
export type SpamTopic = (typeof SPAM_TOPICS)[number];

/** So much of a text is enough to know what it is about. */
const MAX_TEXT = 16 * 1024;
const WORD = /[\p{L}\p{M}\p{Nd}$%']+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** How many different phrases of each topic a text holds. */
export type TopicCounts = Readonly<Record<SpamTopic, number>>;

interface Phrase {
  readonly topic: SpamTopic;
  readonly words: readonly string[];
}

const BY_FIRST_WORD = indexPhrases();

function indexPhrases(): ReadonlyMap<string, readonly Phrase[]> {
  const index = new Map<string, Phrase[]>();
  for (const topic of SPAM_TOPICS)
    for (const text of wordList(`spam.${topic}`)) {
      const words = text.split(' ');
      const same = index.get(words[0]!) ?? [];
      same.push({ topic, words });
      index.set(words[0]!, same);
    }
  return index;
}

/** Counts in one pass over the words; the phrases that begin with a word are few. */
export function countTopics(text: string): TopicCounts {
  const plain = clip(text, MAX_TEXT).toLowerCase().replaceAll('’', "'");
  const counts = { ...NONE };
  for (const { topic } of phrasesIn(plain.match(WORD) ?? [])) counts[topic]++;
  // Blanks between the characters are there to hide a phrase.
  if (UNSPACED.test(plain)) addUnspaced(plain.replace(/\s+/g, ''), counts);
  return counts;
}

function phrasesIn(words: readonly string[]): Set<Phrase> {
  const found = new Set<Phrase>();
  for (let place = 0; place < words.length; place++) {
    for (const phrase of BY_FIRST_WORD.get(words[place]!) ?? [])
      if (phrase.words.every((word, offset) => words[place + offset] === word)) found.add(phrase);
  }
  return found;
}

/** Topics that are told in scripts without blanks between words. */
const TOGETHER = ['income', 'cures', 'adult', 'fortune', 'threat'] as const;
const PARTS = TOGETHER.map((topic) => [topic, wordList(`spam.part.${topic}`)] as const);

function addUnspaced(text: string, counts: Record<SpamTopic, number>): void {
  for (const [topic, parts] of PARTS)
    counts[topic] += parts.filter((part) => text.includes(part)).length;
}

const NONE = Object.fromEntries(SPAM_TOPICS.map((topic) => [topic, 0])) as TopicCounts;
