import { clip } from '../../mail/text/safe-text.js';
import { sentencesOf } from '../../mail/text/segments.js';
import type { AnswerKind } from './question-words.js';
import { termsOf, type QueryTerm } from './query-terms.js';

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
const USUAL_LENGTH = 25;
const CONTEXT = 0.5;
// What a passage gains that has what is asked for, and what one of a fitting mail.
const KIND_GAIN = 0.35;
const FIT_GAIN = 0.25;

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru', 'pl', 'ja', 'zh', 'th'];

/** Names of days and months, "tomorrow" and the like: the first of 2024 was a Monday. */
const NAMED_TIMES = new RegExp(
  `(?<!\\p{L})(?:${LANGUAGES.flatMap(namedTimes).join('|')})(?!\\p{L})|${['ja', 'zh', 'th'].flatMap(namedTimes).join('|')}`,
  'iu',
);

function namedTimes(language: string): string[] {
  const named = (options: Intl.DateTimeFormatOptions, month: number, day: number) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(
      Date.UTC(2024, month, day),
    );
  const days = Array.from({ length: 7 }, (_, n) => named({ weekday: 'long' }, 0, n + 1));
  const months = Array.from({ length: 12 }, (_, n) => named({ month: 'long' }, n, 1));
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return [...days, ...months, ...[-1, 0, 1].map((from) => relative.format(from, 'day'))];
}

const HAS: Readonly<Record<AnswerKind, RegExp>> = {
  time: /\d{1,2}[:.h]\d{2}|\d{1,4}[./-]\d{1,2}|\b(?:19|20)\d\d\b|\d{1,2}(?:st|nd|rd|th|\.|er)?\s+\p{L}{3,}|\p{L}{3,}\s+\d{1,2}\b|\d[月日时時点]/u,
  clock: /\d{1,2}[:.h]\d{2}|\d\s*(?:[ap]\.?m\b|uhr\b|h\b|[時点时])/iu,
  amount:
    /[€$£¥₽₹]|\b(?:EUR|USD|GBP|CHF|JPY|PLN|RUB|euros?|dollars?|zł)\b|\d[.,]\d{2}\b|\d[円元]/iu,
  code: /(?<![\p{L}\p{N}])(?=[A-Z0-9-]*\d)[A-Z0-9](?:[A-Z0-9-]{2,14})[A-Z0-9](?![\p{L}\p{N}])/u,
  person: /\p{Lu}\p{Ll}+\s+\p{Lu}\p{Ll}+|@|[\p{Script=Han}\p{Script=Katakana}]{2,}/u,
  number: /\d/,
  link: /https?:\/\//,
};

/** The passages of a mail that have something of the question, each of which beats those it overlaps. */
export function passagesOf(mail: AskedMail, query: WeighedQuery): Passage[] {
  const sentences = sentencesOf(mail.own_text)
    .slice(0, MAX_SENTENCES)
    .map((sentence) => ({ ...sentence, ...said(clip(sentence.text, MAX_QUOTE)) }));
  const context = said(`${mail.subject}\n${mail.sender}`).has;
  const found: Passage[] = [];
  for (let first = 0; first < sentences.length; first++)
    for (let last = first; last < Math.min(first + SENTENCES_TOGETHER, sentences.length); last++) {
      const { start, end } = { ...sentences[last]!, start: sentences[first]!.start };
      if (end - start > MAX_QUOTE && last > first) break;
      const quote = clip(mail.own_text.slice(start, end), MAX_QUOTE);
      const passage = judged(mail, { quote, of: sentences.slice(first, last + 1) }, context, query);
      if (passage) found.push(passage);
    }
  return withoutOverlaps(found);
}

const hasOf = (kind: AnswerKind, quote: string) =>
  HAS[kind].test(quote) || (kind === 'time' && NAMED_TIMES.test(quote));

function judged(
  mail: AskedMail,
  { quote, of }: { readonly quote: string; readonly of: readonly Said[] },
  context: Said['has'],
  { words, kinds }: WeighedQuery,
): Passage | null {
  // Whatever is cited stands in the mail as it is.
  const start = mail.text_body.indexOf(quote);
  if (start < 0) return null;
  const isIn = (word: QueryTerm) => of.some(({ has }) => has(word));
  const terms = of.reduce((sum, sentence) => sum + sentence.terms, 0);
  const length = K1 * (1 - B + (B * terms) / USUAL_LENGTH);
  const weightOf = (has: (word: QueryTerm) => boolean) =>
    words.filter(has).reduce((sum, { weight }) => sum + weight, 0);
  const inPassage = weightOf(isIn);
  if (inPassage === 0) return null;
  const onlyInContext = weightOf((word) => !isIn(word) && context(word));
  const open = weightOf((word) => !context(word));
  const own = weightOf((word) => !context(word) && isIn(word));
  const score = ((K1 + 1) / (1 + length)) * (inPassage + onlyInContext * CONTEXT);
  const coverage = (inPassage + onlyInContext) / weightOf(() => true);
  const hasKind = [...kinds].some((kind) => hasOf(kind, quote));
  const gain = 1 + (hasKind ? KIND_GAIN : 0) + FIT_GAIN * mail.fit;
  const end = start + quote.length;
  const ownCoverage = open === 0 ? 1 : own / open;
  return { mail, quote, start, end, coverage, ownCoverage, hasKind, score: score * gain };
}

/** How many words a text has, and which. */
interface Said {
  readonly terms: number;
  readonly has: (word: QueryTerm) => boolean;
}

/** Finding words takes long: it is done once for each sentence, however many passages it is part of. */
function said(text: string): Said {
  const plain = text.normalize('NFKC').toLowerCase();
  const words = termsOf(plain);
  return {
    terms: words.length,
    has: ({ stem, isPair }) =>
      isPair ? plain.includes(stem) : words.some((word) => word.startsWith(stem)),
  };
}

function withoutOverlaps(passages: readonly Passage[]): Passage[] {
  const best = [...passages].sort((one, other) => other.score - one.score);
  const kept: Passage[] = [];
  for (const one of best)
    if (!kept.some((other) => one.start < other.end && other.start < one.end)) kept.push(one);
  return kept;
}
