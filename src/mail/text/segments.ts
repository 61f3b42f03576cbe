import { clip } from './safe-text.js';

/** A sentence where it stands in a text: `text` is what is between `start` and `end`. */
export interface TextSegment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** So much of a text is split. */
const MAX_TEXT = 64 * 1024;

const PARAGRAPH = /\n[^\S\n]*(?:\n|(?=[-*•>\d]))/g;

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

/** The sentences of a text of any language (UAX #29), verbatim; a paragraph ends one as well. */
export function sentencesOf(text: string): TextSegment[] {
  const head = clip(text, MAX_TEXT);
  const starts = [0, ...[...head.matchAll(PARAGRAPH)].map(({ index }) => index)];
  return starts.flatMap((start, index) =>
    ofParagraph(head, start, starts[index + 1] ?? head.length),
  );
}

/** A dot that ends no sentence, which the segmenter cannot know: of German dates, and of titles. */
const INNER_DOT =
  /(?<=(?<!\d)\d{1,2})\.(?=\s(?:Jan|Feb|M\p{L}r|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))|(?<=(?<!\p{L})(?:Dr|Mr|Mrs|Ms|Prof|Nr))\./gu;

// Lines of a paragraph were broken by whoever sent it: the segmenter would end a sentence at each.
function ofParagraph(text: string, from: number, to: number): TextSegment[] {
  const paragraph = text.slice(from, to).replaceAll('\n', ' ').replaceAll(INNER_DOT, ',');
  return [...SENTENCES.segment(paragraph)].flatMap(({ segment, index }) =>
    trimmed(text, from + index, from + index + segment.length),
  );
}

function trimmed(text: string, from: number, to: number): TextSegment[] {
  const whole = text.slice(from, to);
  const start = from + (whole.length - whole.trimStart().length);
  const end = from + whole.trimEnd().length;
  return start < end ? [{ text: text.slice(start, end), start, end }] : [];
}

/** The words of a text in lower case. */
export const wordsOf = (text: string): string[] =>
  [...WORDS.segment(text)].flatMap(({ segment, isWordLike }) =>
    isWordLike ? [segment.toLowerCase()] : [],
  );

const QUESTION = /[?？؟]["'”’»)\]]*$/u;
const GREEK_QUESTION = /[;\u037e]["'”’»)\]]*$/u;

/** Whether a sentence asks something, as its last mark says. */
export const isQuestion = (sentence: string, language: string | null): boolean =>
  QUESTION.test(sentence) || (language === 'el' && GREEK_QUESTION.test(sentence));
