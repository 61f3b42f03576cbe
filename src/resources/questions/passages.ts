import { clip } from '../../mail/text/safe-text.js';
import { sentencesOf, type TextSegment } from '../../mail/text/segments.js';
import { shows } from './evidence.js';
import type { AnswerKind } from './question-words.js';
import { isFormOf, plainOf, termsOf, unspacedLetters, type QueryTerm } from './query-terms.js';

/** A mail that may answer. */
export interface AskedMail {
  readonly id: string;
  readonly thread_id: string;
  readonly inbox_id: string;
  readonly subject: string;
  readonly sender: string;
  readonly from_address: string;
  readonly received_at: Date;
  readonly text_body: string;
  /** What it says itself, without what it quotes. */
  readonly own_text: string;
  /** How well it fits as a whole, 0 to 1. */
  readonly fit: number;
}

/** One to three sentences that may answer: `quote` is `text_body` from `start` to `end`. */
export interface Passage {
  readonly mail: AskedMail;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
  /** What share of the question it answers to, by the weight of its words, subject and sender included. */
  readonly coverage: number;
  /** The share it has itself of what subject and sender leave open. */
  readonly ownCoverage: number;
  /** It has what is asked for: a time, an amount, a code. */
  readonly hasKind: boolean;
  readonly score: number;
}

/** A word and how much it tells: the rarer, the more. */
export interface WeighedWord extends QueryTerm {
  readonly weight: number;
  /** How much of the question it is: frequent words tell little of where it is answered, but are asked for as well. */
  readonly need: number;
  /** What it costs where it is missing. */
  readonly cost: number;
}

/** What passages are held against. */
export interface WeighedQuery {
  readonly words: readonly WeighedWord[];
  readonly kinds: ReadonlySet<AnswerKind>;
}

const SENTENCES_TOGETHER = 3;
const MAX_SENTENCES = 400;
const MAX_QUOTE = 600;
// BM25, as usual; a word of subject or sender counts half as much as one of the passage.
const K1 = 1.2;
const B = 0.6;
/** Characters of a passage, those of scripts without blanks three times. */
const USUAL_LENGTH = 150;
const CONTEXT = 0.5;
// What a passage gains that has what is asked for, and what one of a fitting mail.
const KIND_GAIN = 0.35;
const FIT_GAIN = 0.25;

/** Which words of the question a text has, in their order. */
type Hits = readonly boolean[];

interface FoundSentence extends TextSegment {
  readonly hits: Hits;
}

/** The passages of a mail that have something of the question, each of which beats those it overlaps. */
export function passagesOf(mail: AskedMail, query: WeighedQuery): Passage[] {
  const sentences = sentencesOf(mail.own_text)
    .slice(0, MAX_SENTENCES)
    .map((one) => ({ ...one, hits: hitsIn(clip(one.text, MAX_QUOTE), query.words) }));
  const context = hitsIn(`${mail.subject}\n${mail.sender}`, query.words);
  const found = sentences.flatMap((_, first) =>
    beginningWith(sentences.slice(first, first + SENTENCES_TOGETHER)).flatMap(
      (some) => judged(mail, some, context, query) ?? [],
    ),
  );
  return withoutOverlaps(found);
}

/** One sentence, two, and more, as long as they are not too long together. */
const beginningWith = (sentences: readonly FoundSentence[]): (readonly FoundSentence[])[] =>
  sentences
    .map((_, last) => sentences.slice(0, last + 1))
    .filter((some) => some.length === 1 || some.at(-1)!.end - some[0]!.start <= MAX_QUOTE);

function judged(
  mail: AskedMail,
  sentences: readonly FoundSentence[],
  context: Hits,
  { words, kinds }: WeighedQuery,
): Passage | null {
  const has = words.map((_, index) => sentences.some(({ hits }) => hits[index]));
  if (!has.includes(true)) return null;
  const quote = clip(mail.own_text.slice(sentences[0]!.start, sentences.at(-1)!.end), MAX_QUOTE);
  // Whatever is cited stands in the mail as it is.
  const start = mail.text_body.indexOf(quote);
  if (start < 0) return null;
  const sum = (by: 'weight' | 'need' | 'cost', of: (index: number) => boolean | undefined) =>
    words.reduce((all, word, index) => (of(index) ? all + word[by] : all), 0);
  const own = sum('need', (index) => has[index] && !context[index]);
  const open = sum('need', (index) => !context[index]);
  const covered = sum('need', (index) => has[index] || context[index]);
  const missing = sum('cost', (index) => !has[index] && !context[index]);
  const inPassage = sum('weight', (index) => has[index]);
  const inContext = sum('weight', (index) => !has[index] && context[index]);
  const hasKind = [...kinds].some((kind) => shows(kind, quote));
  const length = K1 * (1 - B + (B * lengthOf(quote)) / USUAL_LENGTH);
  const gain = 1 + (hasKind ? KIND_GAIN : 0) + FIT_GAIN * mail.fit;
  return {
    ...{ mail, quote, start, end: start + quote.length, hasKind },
    coverage: covered / (covered + missing),
    ownCoverage: open === 0 ? 1 : own / open,
    score: ((K1 + 1) / (1 + length)) * (inPassage + inContext * CONTEXT) * gain,
  };
}

function hitsIn(text: string, words: readonly QueryTerm[]): Hits {
  const plain = plainOf(text);
  const maybe = words.map(({ stem }) => plain.includes(stem));
  // Most sentences have none, and finding words takes long.
  if (!maybe.includes(true)) return maybe;
  const terms = termsOf(plain);
  return words.map(
    (word, index) => maybe[index]! && (word.isPair || terms.some((term) => isFormOf(term, word))),
  );
}

const lengthOf = (text: string): number => text.length + 2 * unspacedLetters(text);

function withoutOverlaps(passages: readonly Passage[]): Passage[] {
  const best = [...passages].sort((one, other) => other.score - one.score);
  const kept: Passage[] = [];
  for (const one of best)
    if (!kept.some((other) => one.start < other.end && other.start < one.end)) kept.push(one);
  return kept;
}
