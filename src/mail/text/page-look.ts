import { AMOUNT } from './amounts.js';
import { once } from './once.js';
import type { TextPage } from './page.js';

/** What texts look like, without a look at their words. */
export interface PageLook {
  /** Characters without blanks. */
  readonly letters: number;
  /** The same where it begins: what follows may be anything. */
  readonly headLetters: number;
  /** Those of the beginning that are in known terms. */
  readonly headTerms: number;
  /** Numbers of any form. */
  readonly numbers: number;
  /** Lines that tell a sum of money. */
  readonly sums: number;
  /** Lines that are a label with its value: `Total: 20`. */
  readonly rows: number;
  /** Lines in which cells stand side by side. */
  readonly cells: number;
}

const MAX_LINE = 200;
/** Characters: below what a mail was sent for there may be a whole newsletter, in words that no list has. */
const HEAD = 1_500;
/** `Label: value` or a cell with a label and one with a value. */
const ROW = /^\s{0,8}\p{L}[^\n:：\t]{1,40}(?:[:：]\s?|\t)\S/u;

/** What all of these pages look like together. */
export function lookOf(pages: readonly TextPage[]): PageLook {
  const sum = { ...EMPTY };
  for (const look of pages.map(lookOfPage)) for (const part of PARTS) sum[part] += look[part];
  return sum;
}

const EMPTY = { letters: 0, headLetters: 0, headTerms: 0, numbers: 0, sums: 0, rows: 0, cells: 0 };
const PARTS = Object.keys(EMPTY) as (keyof PageLook)[];

/** Codes and links ask for the look of the same page. */
const lookOfPage = once(({ text, hits, lines: spans }: TextPage): PageLook => {
  const lines = spans.map(({ start, end }) => text.slice(start, Math.min(end, start + MAX_LINE)));
  return {
    letters: lettersIn(text, Infinity),
    headLetters: lettersIn(text, HEAD),
    headTerms: headLettersIn(hits),
    numbers: text.match(/[0-9]+/g)?.length ?? 0,
    sums: lines.filter((line) => AMOUNT.test(line)).length,
    rows: lines.filter((line) => ROW.test(line)).length,
    cells: lines.filter((line) => line.includes('\t')).length,
  };
});

function lettersIn(text: string, end: number): number {
  let letters = 0;
  for (let i = 0; i < Math.min(text.length, end); i++) if (text.charCodeAt(i) > BLANK) letters++;
  return letters;
}

const BLANK = 0x20;

/** From this share of letters in known terms on, the words of a mail are known. */
const KNOWN = 0.12;

/** How much of a mail is in words that are not known, from 0 to 1. */
export const unreadShare = ({ headLetters, headTerms }: PageHead): number =>
  headLetters === 0 ? 1 : Math.max(0, 1 - Math.min(1, headTerms / headLetters) / KNOWN);

/** Of how a text begins. */
type PageHead = Pick<PageLook, 'headLetters' | 'headTerms'>;

/** Letters of terms; several of them may share a place. */
function headLettersIn(hits: TextPage['hits']): number {
  let sum = 0;
  let from = 0;
  for (const { start, end } of hits) {
    if (start >= HEAD) break;
    sum += Math.max(0, end - Math.max(from, start));
    from = Math.max(from, end);
  }
  return sum;
}
