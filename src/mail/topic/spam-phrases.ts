import { SPOKEN, WRITTEN_TOGETHER } from './spam-words-by-language.js';
import { SPAM_PHRASES, type SpamTopic } from './spam-words.js';
import { clip } from '../text/safe-text.js';

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
  for (const phrases of [SPAM_PHRASES, ...Object.values(SPOKEN)]) {
    for (const [topic, texts] of Object.entries(phrases) as [SpamTopic, readonly string[]][]) {
      for (const text of texts) {
        const words = text.split(' ');
        const same = index.get(words[0]!) ?? [];
        same.push({ topic, words });
        index.set(words[0]!, same);
      }
    }
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

function addUnspaced(text: string, counts: Record<SpamTopic, number>): void {
  const phrases = Object.entries(WRITTEN_TOGETHER) as [SpamTopic, readonly string[]][];
  for (const [topic, parts] of phrases)
    counts[topic] += parts.filter((part) => text.includes(part)).length;
}

const NONE: Record<SpamTopic, number> = {
  excuse: 0,
  sale: 0,
  income: 0,
  debt: 0,
  cures: 0,
  adult: 0,
  fortune: 0,
  tools: 0,
  threat: 0,
};
