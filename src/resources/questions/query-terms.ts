import { wordsOf } from '../../mail/text/segments.js';
import {
  ANSWER_KINDS,
  QUESTION_WORDS,
  UNNAMED_KINDS,
  UNSPACED_QUESTION_WORDS,
  type AnswerKind,
} from './question-words.js';

/** A word of a question, as it is looked for. */
export interface QueryTerm {
  /** The beginning that its other forms share; of scripts without blanks two characters. */
  readonly stem: string;
  /** Whether it is found anywhere, and not only where a word begins. */
  readonly isPair: boolean;
}

/** What a question says. */
export interface QueryTerms {
  readonly words: readonly QueryTerm[];
  readonly kinds: ReadonlySet<AnswerKind>;
}

const MAX_WORDS = 24;
/** Letters of scripts that put no blanks between words, but for hiragana, which holds words together. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;
const PLAIN = /^[\p{L}\p{N}]+$/u;
/** Japanese writes endings and particles in it. */
const HIRAGANA = /^\p{Script=Hiragana}+$/u;

/** The words of a text, with none held together by an apostrophe: `l'hôtel` has the word `hôtel`. */
export const termsOf = (text: string): string[] => wordsOf(text.replaceAll(/['’]/g, ' '));

/** The words of a question that its answer may have, without those that only ask. */
export function queryTerms(question: string): QueryTerms {
  const text = question.normalize('NFKC').toLowerCase();
  const kinds = kindsOf(text);
  const spaced = termsOf(text.replaceAll(UNSPACED, ' ')).filter(isTelling);
  const found = [
    ...spaced.map((word) => ({ stem: stemOf(word), isPair: false })),
    ...pairsIn(text.replaceAll(ASKS_UNSPACED, ' ')).map((stem) => ({ stem, isPair: true })),
  ];
  const once = new Map(found.map((word) => [word.stem, word]));
  return { words: [...once.values()].slice(0, MAX_WORDS), kinds };
}

const ASKS_UNSPACED = new RegExp(UNSPACED_QUESTION_WORDS.join('|'), 'gu');
const NAMES_OF_KINDS = new Set([...UNNAMED_KINDS].flatMap((kind) => ANSWER_KINDS[kind]));

const isTelling = (word: string) =>
  !QUESTION_WORDS.has(word) &&
  !NAMES_OF_KINDS.has(word) &&
  PLAIN.test(word) &&
  !HIRAGANA.test(word) &&
  (word.length > 1 || /\p{N}/u.test(word));

/** The beginning of a word that its cases and plurals share; numbers are whole. */
export function stemOf(word: string): string {
  if (/\p{N}/u.test(word) || word.length <= 4) return word;
  return word.slice(0, Math.max(4, word.length - (word.length > 6 ? 2 : 1)));
}

const pairsIn = (text: string): string[] =>
  [...text.matchAll(UNSPACED)].flatMap(([run]) => {
    const letters = [...run];
    return letters.length === 1
      ? letters
      : letters.slice(1).map((letter, i) => letters[i]! + letter);
  });

function kindsOf(text: string): ReadonlySet<AnswerKind> {
  const words = new Set(termsOf(text));
  const isAsked = (word: string) =>
    words.has(word) ||
    (/[^\p{Script=Latin}\p{Script=Cyrillic}]/u.test(word) && text.includes(word));
  const kinds = Object.entries(ANSWER_KINDS) as [AnswerKind, readonly string[]][];
  return new Set(kinds.flatMap(([kind, of]) => (of.some(isAsked) ? [kind] : [])));
}
