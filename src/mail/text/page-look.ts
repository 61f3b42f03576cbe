import { holdsAmount } from './amounts.js';
import type { TextPage } from './page.js';
import type { Span } from './text-urls.js';

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

/** Codes and links ask for the look of the same page. */
const looks = new WeakMap<TextPage, PageLook>();

/** What all of these pages look like together. */
export function lookOf(pages: readonly TextPage[]): PageLook {
  const sum = { letters: 0, headLetters: 0, headTerms: 0, numbers: 0, sums: 0, rows: 0, cells: 0 };
  for (const page of pages) {
    const look = lookOfPage(page);
    sum.letters += look.letters;
    sum.headLetters += look.headLetters;
    sum.headTerms += look.headTerms;
    sum.numbers += look.numbers;
    sum.sums += look.sums;
    sum.rows += look.rows;
    sum.cells += look.cells;
  }
  return sum;
}

function lookOfPage(page: TextPage): PageLook {
  const known = looks.get(page);
  if (known) return known;
  const look = {
    letters: 0,
    headLetters: 0,
    headTerms: headLettersIn(page.hits),
    numbers: 0,
    sums: 0,
    rows: 0,
    cells: 0,
  };
  for (const line of page.lines) addLine(look, page.text, line);
  looks.set(page, look);
  return look;
}

type Sums = { -readonly [Part in keyof PageLook]: PageLook[Part] };

function addLine(look: Sums, text: string, { start, end }: Span): void {
  const telling = countCharacters(look, text, { start, end });
  // What lines with sums, labels and cells have, and most have not.
  if (telling >= start + MAX_LINE) return;
  const line = text.slice(start, Math.min(end, start + MAX_LINE));
  if (holdsAmount(line)) look.sums++;
  if (line.includes('\t')) look.cells++;
  if (ROW.test(line)) look.rows++;
}

const TAB = 0x09;
const BLANK = 0x20;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const WIDE_COLON = 0xff1a;

const separates = (code: number) => code === COLON || code === TAB || code === WIDE_COLON;

/** Answers where the first digit, colon or tab stands; Infinity for none. */
function countCharacters(look: Sums, text: string, { start, end }: Span): number {
  let telling = Infinity;
  let wasDigit = false;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    const isDigit = code >= ZERO && code <= NINE;
    if (code > BLANK) {
      look.letters++;
      if (i < HEAD) look.headLetters++;
    }
    if (isDigit && !wasDigit) look.numbers++;
    wasDigit = isDigit;
    if (telling === Infinity && (isDigit || separates(code))) telling = i;
  }
  return telling;
}

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
