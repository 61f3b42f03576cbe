import type { CodeSource } from '../analysis.js';
import { asciiDigits } from './digits.js';
import type { Mark } from './visible-text.js';
import { findTerms, TOPICAL, type Hit } from './lexicon.js';
import { cover, findAddresses, findUrls, mask, type Span, type TextUrl } from './text-urls.js';
import { TERM_KINDS, type TermKind } from '../words/roles.js';
import { clip } from './safe-text.js';

/** Extractors look at no more of one text than this. */
export const MAX_PAGE = 128 * 1024;

/** One text of a mail prepared for reading: digits in ASCII, addresses masked, terms found. */
export interface TextPage {
  readonly source: CodeSource;
  readonly text: string;
  /** Without their line ends. */
  readonly lines: readonly Span[];
  readonly hits: readonly Hit[];
  readonly marks: readonly Mark[];
  /** Web addresses that stand in the text. */
  readonly urls: readonly TextUrl[];
}

/** What a page is made of; `quoted` lines are left out of everything. */
export interface PageParts {
  readonly source: CodeSource;
  /** Cleaned by `cleanText`. */
  readonly text: string;
  readonly marks?: readonly Mark[];
  readonly quoted?: readonly Span[];
}

/** Prepares a text for the extractors. Places in it are places in the text given. */
export function createPage({ source, text, marks = [], quoted = [] }: PageParts): TextPage {
  // Line ends stay.
  const shown = cover(clip(text, MAX_PAGE), quoted, (lines) => lines.replace(/[^\n]+/g, blanksFor));
  const urls = findUrls(shown);
  const masked = asciiDigits(mask(shown, [...urls, ...findAddresses(shown)]));
  return { source, text: masked, lines: splitLines(masked), hits: findTerms(masked), marks, urls };
}

// Short words for what a mail is about mean something else in other languages.
const SHORT = 6;
const LAST_SHARED = 0x52f;
/** The page without short topical words that are none in its language or in English. */
export function inLanguage(page: TextPage, language: string | null): TextPage {
  if (language === null) return page;
  const base = language.replace(/-.*/, '');
  const isForeign = ({ start, end, term }: Hit) =>
    (term.kind === 'familiar' || (end - start <= SHORT && TOPICAL.has(term.kind))) &&
    !term.languages.includes(base) &&
    !term.languages.includes('en') &&
    // Other scripts belong to a language or two.
    page.text.charCodeAt(start) <= LAST_SHARED;
  return keepHits(page, (hit) => !isForeign(hit));
}

/** The page with some of its terms. */
export function keepHits(page: TextPage, isKept: (hit: Hit) => boolean): TextPage {
  const hits = page.hits.filter(isKept);
  if (hits.length === page.hits.length) return page;
  const { source, text, lines, marks, urls } = page;
  // Fields are written out: a spread takes several times as long.
  return { source, text, lines, hits, marks, urls };
}

/** A name that has less than this is found in words. */
const SHORTEST_NAME = 4;
const SHORTEST_UNSPACED = 2;

/**
 * The page without the topical words that are part of the sender's own name: what "Northwind Orders"
 * sends need not be an order. A name that is nothing but such a word says what it is.
 */
export function withoutName(page: TextPage, name: string): TextPage {
  const spaced = /^[\p{L}\p{M}\p{N}'’ &.-]*$/u.test(name) && name.charCodeAt(0) <= LAST_SHARED;
  if (name.length < (spaced ? SHORTEST_NAME : SHORTEST_UNSPACED)) return page;
  const places = placesOf(page.text, name);
  if (places.length === 0) return page;
  const isNamed = ({ start, end, term }: Hit) =>
    TOPICAL.has(term.kind) &&
    end - start < name.length &&
    places.some((place) => place <= start && end <= place + name.length);
  return keepHits(page, (hit) => !isNamed(hit));
}

/** A name, or a code, stands in a mail a few times only. */
const MAX_PLACES = 20;

/** The first places where a text holds another. */
export function placesOf(text: string, name: string): number[] {
  const places: number[] = [];
  let place = text.indexOf(name);
  while (place >= 0 && places.length < MAX_PLACES) {
    places.push(place);
    place = text.indexOf(name, place + name.length);
  }
  return places;
}

const blanksFor = ({ length }: string): string => ' '.repeat(length);

function splitLines(text: string): Span[] {
  let next = 0;
  return text.split('\n').map(({ length }) => {
    const start = next;
    next += length + 1;
    return { start, end: start + length };
  });
}

/** The index of the line that holds a place. */
export const lineAt = (lines: readonly Span[], place: number): number =>
  Math.max(0, firstHitFrom(lines, place + 1) - 1);

/** The index of the first of some stretches, in their order, that starts at or after a place. */
export function firstHitFrom(spans: readonly Span[], place: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.start < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

const MAX_BLANK = 4;
/** So much of a line shows whether it is blank. */
const MAX_LOOK = 500;

/** The next line with anything in it, or with what `wanted` finds, above another (-1) or below it (1). */
export function filledLine(
  { text, lines }: TextPage,
  from: number,
  step: 1 | -1,
  wanted = /\S/,
): Span | null {
  for (let i = from + step; Math.abs(i - from) <= MAX_BLANK; i += step) {
    const line = lines[i];
    if (line && wanted.test(clip(text.slice(line.start, line.end), MAX_LOOK))) return line;
  }
  return null;
}

/** How often each kind of term stands in the pages. */
export type TermCounts = Readonly<Partial<Record<TermKind, number | undefined>>>;

/** All kinds from the start, so that all counts have one shape and are read fast. */
const NO_COUNTS: TermCounts = Object.fromEntries(
  Object.keys(TERM_KINDS).map((kind) => [kind, undefined]),
);

/** Counts the terms of several pages. */
export function countTerms(pages: readonly TextPage[]): TermCounts {
  const counts: Partial<Record<TermKind, number | undefined>> = { ...NO_COUNTS };
  for (const { hits } of pages)
    for (const { term } of hits) counts[term.kind] = (counts[term.kind] ?? 0) + 1;
  return counts;
}
