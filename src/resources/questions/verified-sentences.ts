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
  if (at < 0 || !supports(quote, sentence)) return null;
  const start = passage.start + at;
  return { passage, sentence, quote, start, end: start + quote.length };
}

const NUMBER = /\p{N}+(?:[.,:/-]\p{N}+)*/gu;
// Addresses of mail and of pages; names of hosts without a scheme as well.
const PLACE =
  /[^\s<>()[\]"']+@[^\s<>()[\]"']+|[\p{L}\p{N}+.-]+:\/\/[^\s<>()[\]"']+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}[^\s<>()[\]"']*/gu;

/** Whether a quote has all that cannot be put in other words. */
export function supports(quote: string, sentence: string): boolean {
  const [said, borne] = [plain(sentence), plain(quote)];
  const places = (said.match(PLACE) ?? []).map((place) => place.replace(/[.,;:!?]+$/, ''));
  if (!places.every((place) => borne.includes(place))) return false;
  const numbers = new Set(borne.match(NUMBER) ?? []);
  return (said.match(NUMBER) ?? []).every((number) => numbers.has(number));
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase();
