import { wordsOf } from '../../mail/text/segments.js';
import { readUnspaced, readWords, type AnswerKind } from './question-words.js';

/** A word of a question, as it is looked for. */
export interface QueryTerm {
  /** The beginning that its other forms share; of scripts without blanks two characters. */
  readonly stem: string;
  /** Whether it is found anywhere, and not only where a word begins. */
  readonly isPair: boolean;
  /** Characters of the longest word that is taken for a form of it. */
  readonly longest: number;
  /** What part of a word it is: pairs share one. */
  readonly part: number;
  /** How many times as much it counts where it is missing: more where it names what is asked for. */
  readonly lack: number;
}

/** What a question says. */
export interface QueryTerms {
  readonly words: readonly QueryTerm[];
  readonly kinds: ReadonlySet<AnswerKind>;
}

const MAX_WORDS = 24;
/** Longer words may go on as they like, as compounds do; a short one is another word then. */
const SHORT = { word: 4, ending: 3 } as const;
/** Of what is asked for: "the notice period of the lease" has it first, "契約書の敷金" last. */
const ASKED_FOR = 1.5;
/** What part of a word a single letter is. */
const LETTER = 0.5;
/** Scripts that put no blanks between words, but for hiragana, which holds words together. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー`;
const UNSPACED_RUN = new RegExp(`[${UNSPACED}]+`, 'gu');
const UNSPACED_LETTER = new RegExp(`[${UNSPACED}]`, 'gu');
const WORD = new RegExp(String.raw`[[\p{L}\p{M}\p{N}]--[${UNSPACED}]]+`, 'gv');
/** Japanese writes endings and particles in it. */
const HIRAGANA = /^\p{Script=Hiragana}+$/u;

/** A text as words are compared. */
export const plainOf = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The words of a plain text, with none held together by an apostrophe: `l'hôtel` has the word `hôtel`. */
export const termsOf = (text: string): readonly string[] => text.match(WORD) ?? [];

/** How many letters of scripts without blanks a text has. */
export const unspacedLetters = (text: string): number => text.match(UNSPACED_LETTER)?.length ?? 0;

/** The words of a question that its answer may have, without those that only ask. */
export function queryTerms(question: string): QueryTerms {
  const text = plainOf(question);
  const spaced = readWords(termsOf(text));
  const unspaced = readUnspaced(text);
  const found = [
    ...spaced.telling.filter(isTelling).map((word, index) => ({
      ...{ stem: stemOf(word), isPair: false, longest: longestOf(word) },
      ...{ lack: index === 0 ? ASKED_FOR : 1, part: 1 },
    })),
    ...pairsIn(unspaced.telling),
  ];
  const once = new Map(found.map((word) => [word.stem, word]));
  const kinds = withoutAmounts(new Set([...spaced.kinds, ...unspaced.kinds]));
  return { words: [...once.values()].slice(0, MAX_WORDS), kinds };
}

/** "When is the fee due?" asks for no amount. */
const withoutAmounts = (kinds: ReadonlySet<AnswerKind>): ReadonlySet<AnswerKind> =>
  kinds.has('time') ? new Set([...kinds].filter((kind) => kind !== 'amount')) : kinds;

const isTelling = (word: string) =>
  !HIRAGANA.test(word) && (word.length > 1 || /\p{N}/u.test(word));

/** The beginning of a word that its cases and plurals share; numbers are whole. */
export function stemOf(word: string): string {
  if (/\p{N}/u.test(word) || word.length <= 4) return word;
  return word.slice(0, Math.max(4, word.length - (word.length > 6 ? 2 : 1)));
}

const longestOf = ({ length }: string): number =>
  length > SHORT.word ? Infinity : length + SHORT.ending;

/** Whether a word of a text is a form of one that is asked for. */
export const isFormOf = (word: string, { stem, longest }: QueryTerm): boolean =>
  word.startsWith(stem) && word.length <= longest;

/** The pairs of each word. */
function pairsIn(text: string): QueryTerm[] {
  const words = (text.match(UNSPACED_RUN) ?? []).flatMap(wordsOfRun);
  return words.flatMap((word, index) => {
    const pairs = pairsOf([...word]);
    const lack = index === words.length - 1 ? ASKED_FOR : 1;
    const part = word.length === 1 ? LETTER : 1 / pairs.length;
    return pairs.map((stem) => ({ ...{ stem, isPair: true, longest: Infinity, lack, part } }));
  });
}

/** Letters beside each other are a word that the segmenter does not know; one between words says too little. */
function wordsOfRun(run: string): string[] {
  const joined: string[] = [];
  let letters = '';
  for (const word of [...wordsOf(run), '']) {
    if (word.length === 1) letters += word;
    else {
      if (letters.length > 1 || letters === run) joined.push(letters);
      letters = '';
      if (word !== '') joined.push(word);
    }
  }
  return joined;
}

const pairsOf = (letters: readonly string[]): readonly string[] =>
  letters.length === 1 ? letters : letters.slice(1).map((letter, i) => letters[i]! + letter);
