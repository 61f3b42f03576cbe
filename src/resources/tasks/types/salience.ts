import { wordsOf } from '../../../mail/text/segments.js';

/** How much a sentence of its own says: shorter ones greet or sign, longer ones are lists. */
const WORDS_OF_A_SENTENCE = { least: 4, most: 60 } as const;
/** How much a sentence counts less for what those that were taken say already. */
const REDUNDANCY = 0.7;
/** What a word counts that no other sentence has. */
const ALONE = 0.3;

interface Candidate {
  readonly index: number;
  readonly words: ReadonlySet<string>;
  readonly weight: number;
}

/**
 * The places of the sentences that say most, at most `count`, in the order of the text: those whose words the
 * others share, without saying the same again (maximal marginal relevance).
 */
export function salientSentences(sentences: readonly string[], count: number): number[] {
  let left = candidatesOf(sentences);
  const taken: Candidate[] = [];
  while (taken.length < count && left.length > 0) {
    const best = left.reduce((one, other) =>
      value(other, taken) > value(one, taken) ? other : one,
    );
    taken.push(best);
    left = left.filter((one) => one !== best);
  }
  return taken.map(({ index }) => index).sort((one, other) => one - other);
}

function candidatesOf(sentences: readonly string[]): Candidate[] {
  const all = sentences.map((sentence) => new Set(wordsOf(sentence)));
  const sharing = new Map<string, number>();
  for (const words of all)
    for (const word of words) sharing.set(word, (sharing.get(word) ?? 0) + 1);
  const isTold = (words: ReadonlySet<string>) =>
    words.size >= WORDS_OF_A_SENTENCE.least && words.size <= WORDS_OF_A_SENTENCE.most;
  const anyTold = all.some(isTold);
  return all.flatMap((words, index) =>
    words.size > 0 && (isTold(words) || !anyTold)
      ? [{ index, words, weight: weightOf(words, sharing, all.length) }]
      : [],
  );
}

// What every sentence has (articles, the greeting of each mail) says nothing; nor does what one alone has.
function weightOf(
  words: ReadonlySet<string>,
  sharing: ReadonlyMap<string, number>,
  sentences: number,
): number {
  let sum = 0;
  for (const word of words) {
    const shared = sharing.get(word)!;
    const told = shared === 1 ? ALONE : Math.log1p(shared);
    sum += told * Math.log((sentences + 1) / shared) * Math.min(word.length, 8);
  }
  return sum / Math.sqrt(words.size + 4);
}

function value({ words, weight }: Candidate, taken: readonly Candidate[]): number {
  const alike = taken.map((one) => overlap(words, one.words));
  return weight * (1 - REDUNDANCY * Math.max(0, ...alike));
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = [...one].filter((word) => other.has(word)).length;
  return both / Math.min(one.size, other.size);
}
