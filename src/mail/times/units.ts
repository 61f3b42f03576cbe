import { cldrLanguages } from './cldr.js';
import { UNIT_LENGTHS } from './unit-lengths.js';
import { CharKind, charKinds } from '../text/fold.js';
import type { TextPage } from '../text/page.js';
import { wordsAt } from '../text/terms.js';
import type { Span } from '../text/text-urls.js';
import type { TermKind } from '../words/roles.js';

/** A unit of time where it stands. */
export interface FoundUnit extends Span {
  readonly ms: number;
  readonly languages: readonly string[];
  /** What it counts by itself: "half an hour" is 30 minutes. */
  readonly count: number | null;
  /** Whether its number may stand behind. */
  readonly mayLead: boolean;
}

const UNITS: Readonly<Partial<Record<TermKind, number>>> = UNIT_LENGTHS;
/** Words of a page that are looked at for units. */
const MAX_WORDS = 6000;

/** Those of the word lists, which may bring a number along, and those of CLDR in any language. */
export function unitsOf(page: TextPage): FoundUnit[] {
  const listed = page.hits.flatMap(({ start, end, term: { kind, languages, count } }) => {
    const ms = UNITS[kind];
    return ms === undefined ? [] : [{ start, end, ms, languages, count, mayLead: false }];
  });
  return [...listed, ...cldrUnits(page)].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Pages that differ in their terms alone share their lines. */
const cldrByLines = new WeakMap<TextPage['lines'], readonly FoundUnit[]>();

function cldrUnits({ text, lines }: TextPage): readonly FoundUnit[] {
  const found = cldrByLines.get(lines) ?? readCldrUnits(text);
  cldrByLines.set(lines, found);
  return found;
}

function readCldrUnits(text: string): FoundUnit[] {
  const found: FoundUnit[] = [];
  let words = 0;
  for (let at = 0; at < text.length && words < MAX_WORDS; at++) {
    if (!isUnspaced(text, at) && (!isLetter(text, at) || isLetter(text, at - 1))) continue;
    words++;
    const unit = unitAt(text, at);
    if (unit) found.push(unit);
  }
  return found;
}

/** The longest unit that begins at a place; of lengths that languages call alike the one that most of them mean. */
function unitAt(text: string, start: number): FoundUnit | null {
  const word = wordsAt(text, start).findLast(
    ({ units, end }) => units.length > 0 && endingOf(text, end) <= maxEnding(text, { start, end }),
  );
  if (!word) return null;
  const { languages, count } = word.units.reduce((best, one) =>
    one.languages.length > best.languages.length ? one : best,
  );
  const mayLead = languages.some((language) => cldrLanguages()[language]?.numberBehind);
  const end = word.end + endingOf(text, word.end);
  return { start, end, ms: count!, languages, count: null, mayLead };
}

const MAX_ENDING = 8;
/** "10 percent" is no "perc". */
const MAX_ENDING_OF_SHORT = 2;
const SHORT = 4;
const FIRST_INDIC = '\u0900';

const maxEnding = (text: string, { start, end }: Span) =>
  end - start <= SHORT && text.charAt(start) < FIRST_INDIC ? MAX_ENDING_OF_SHORT : MAX_ENDING;

/** The letters from a place to the end of its word, one more than an ending has at most. */
function endingOf(text: string, start: number): number {
  if (isUnspaced(text, start - 1)) return 0;
  let end = start;
  while (end <= start + MAX_ENDING && isLetter(text, end)) end++;
  return end - start;
}

/** Whether a letter of a script that separates words stands at a place. */
export const isLetter = (text: string, place: number): boolean =>
  charKinds[text.charCodeAt(place)] === CharKind.Letter;

/** The same of scripts that do not. */
export const isUnspaced = (text: string, place: number): boolean =>
  charKinds[text.charCodeAt(place)] === CharKind.Unspaced;
