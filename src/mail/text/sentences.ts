import type { Hit } from './lexicon.js';
import { alternatives } from '../words/word-lists.js';
import { firstHitFrom, type TextPage } from './page.js';

const REACH = 140;
const SENTENCE_LEAD = 16;
// "a.m.", "kl. 13", "4. März", "2026. 9. 21.", "2026.11.20. 14:40" and the like end no sentence; "48 29 13." does.
const SENTENCE_END = new RegExp(
  String.raw`\.(?=\s)(?!\s[(（]|(?<=(?:19|20)\d\d\.)\s(?:\d{1,2}\.|\p{L}{3,12}\s\d{1,2}\.)|(?<=(?:19|20)\d\d\.\d\d\.\d\d\.)\s(?:\d{1,2}[:.]\d\d|$))(?<!(?:(?:^|[\s\d.(])(?:\p{L}|${alternatives('short')})|(?:^|(?<!\d\d)\s)\d{1,2}|\.)\.)|[!?](?=\s)|[。！？؟।]|\n[ \t]{0,40}\n`,
  'giu',
);

/** What stands between two ends of sentences, and the terms in it. */
export interface Sentence {
  readonly start: number;
  readonly text: string;
  readonly hits: readonly Hit[];
}

/** The sentence that a range stands in, up to some way before and behind it. */
export function sentenceAround(page: TextPage, from: number, to: number): Sentence {
  const { text } = page;
  const floor = Math.max(0, from - REACH);
  const start = floor + lastSentenceEnd(text.slice(floor, from));
  // With what stands before, "минути." is told from a short form.
  const behind = Math.max(start, to - SENTENCE_LEAD);
  const end = behind + sentenceEndFrom(text.slice(behind, to + REACH), to - behind);
  return { start, text: text.slice(start, end), hits: hitsWithin(page, start, end) };
}

/** The terms that begin from one place on and before another. */
export function hitsWithin({ hits }: TextPage, from: number, to: number): Hit[] {
  return hits.slice(firstHitFrom(hits, from), firstHitFrom(hits, to));
}

/** Characters of a row before the sentence that begins in it. */
const MAX_ROW_LEAD = 60;
/** "Date: 14 June, 11:24", "Requested at | 10:05": rows that say themselves of what their time is. */
const ROW = /^[ \t>*]{0,8}[^\d\s:：][^\d:：\t]{0,30}[:：\t]/u;

/** The text of a sentence with blanks for the rows in which nothing lasts. */
export function withoutRows(page: TextPage, { text, start }: Sentence): string {
  if (!text.includes('\n')) return text;
  // "14. June" may have ended a sentence within a row.
  const floor = page.text.lastIndexOf('\n', start - 1) + 1;
  let from = start - floor > MAX_ROW_LEAD ? start : floor;
  const lead = start - from;
  const shown = page.text
    .slice(from, start + text.length)
    .split('\n')
    .map((row) => {
      const hits = hitsWithin(page, from, from + row.length);
      from += row.length + 1;
      const isOther = ROW.test(row) && !hits.some(({ term }) => term.kind === 'lasts');
      return isOther ? ' '.repeat(row.length) : row;
    });
  return shown.join('\n').slice(lead);
}

/** Where the last sentence of a text is over; 0 where none is. */
function lastSentenceEnd(text: string): number {
  const last = [...text.matchAll(SENTENCE_END)].at(-1);
  return last ? last.index + last[0].length : 0;
}

/** The first place from one on where a sentence of a text ends. */
const sentenceEndFrom = (text: string, place: number): number =>
  [...text.matchAll(SENTENCE_END)].find(({ index }) => index >= place)?.index ?? text.length;
