import { bearsOut } from '../../models/borne-out.js';
import { oneLine, storable } from '../../mail/text/safe-text.js';
import type { Passage } from './passages.js';

/** A sentence as a model gives it: `passage` counts from 1. */
export interface GivenSentence {
  readonly text: string;
  readonly passage: number;
  readonly quote: string;
}

/** A sentence that its quote bears out; the quote is `text_body` from `start` to `end`. */
export interface VerifiedSentence {
  readonly passage: Passage;
  readonly sentence: string;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
}

const MAX_SENTENCE = 600;
/** Fewer characters say nothing. */
const MIN_QUOTE = 4;

/** The sentences whose quote stands in its passage and has every number, address and link that they have. */
export const verifiedSentences = (
  given: readonly GivenSentence[],
  passages: readonly Passage[],
): VerifiedSentence[] => given.flatMap((sentence) => verified(sentence, passages) ?? []);

function verified(
  { text, passage: number, quote: given }: GivenSentence,
  passages: readonly Passage[],
): VerifiedSentence | null {
  const passage = passages[number - 1];
  const quote = given.trim();
  const sentence = storable(oneLine(text), MAX_SENTENCE);
  if (!passage || sentence === '' || quote.length < MIN_QUOTE) return null;
  const at = passage.quote.indexOf(quote);
  if (at < 0 || !bearsOut(quote, sentence)) return null;
  const start = passage.start + at;
  return { passage, sentence, quote, start, end: start + quote.length };
}
