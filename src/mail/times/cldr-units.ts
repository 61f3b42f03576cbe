import { cldrLanguages, splitEntries, UNIT_NAMES, type CldrWords } from './cldr.js';
import { UNIT_LENGTHS } from './unit-lengths.js';
import { CharKind, charKinds, fold, folded } from '../text/fold.js';
import type { Span } from '../text/text-urls.js';

/** How long a unit is that a text names. */
interface UnitOfTime {
  readonly ms: number;
  readonly languages: readonly string[];
  /** What it counts by itself: "half an hour" is 30 minutes. */
  readonly count: number | null;
  /** Whether its number may stand behind. */
  readonly mayLead: boolean;
}

/** The name of a unit, in one form or (`isOpen`) with any ending. */
interface UnitName extends UnitOfTime {
  readonly name: string;
  readonly isOpen: boolean;
}

let loaded: ReadonlyMap<number, readonly UnitName[]> | undefined;

/** By their first three letters, or those that there are; the longest first. */
function readUnits(): ReadonlyMap<number, readonly UnitName[]> {
  const claims = new Map<string, UnitOfLanguage[]>();
  for (const claim of Object.entries(cldrLanguages()).flatMap(claimsOf))
    claims.set(claim.name, [...(claims.get(claim.name) ?? []), claim]);
  const byBeginning = new Map<number, UnitName[]>();
  for (const unit of [...claims.values()].map(agreed).sort(longestFirst)) {
    const [first, second, third] = [0, 1, 2].map((place) => unit.name.charCodeAt(place) || 0);
    const beginning = beginningOf(first!, second!, third!);
    byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), unit]);
  }
  return byBeginning;
}

/** Others may share it: what they are is told by their names. */
const beginningOf = (first: number, second: number, third: number) =>
  first * 961 + second * 31 + third;

/** What one language says of a name. */
interface UnitOfLanguage extends Omit<UnitName, 'languages'> {
  readonly language: string;
}

const claimsOf = ([language, words]: readonly [string, CldrWords]): UnitOfLanguage[] =>
  UNIT_NAMES.flatMap((unit) =>
    stemsOf(splitEntries(words[unit]).map(plain)).map((stem) => ({
      ...stem,
      ms: UNIT_LENGTHS[unit],
      language,
      count: null,
      mayLead: words.numberBehind ?? false,
    })),
  );

/** Of lengths that languages call alike the one that most of them mean. */
function agreed(claims: readonly UnitOfLanguage[]): UnitName {
  const meaning = (ms: number) => claims.filter((claim) => claim.ms === ms);
  const ms = claims.reduce(
    (best, claim) => (meaning(claim.ms).length > meaning(best).length ? claim.ms : best),
    claims[0]!.ms,
  );
  return {
    ms,
    name: claims[0]!.name,
    count: null,
    isOpen: claims.some(({ isOpen }) => isOpen),
    mayLead: claims.some(({ mayLead }) => mayLead),
    languages: meaning(ms).map(({ language }) => language),
  };
}

const longestFirst = (one: UnitName, other: UnitName) => other.name.length - one.name.length;

type UnitStem = Pick<UnitName, 'name' | 'isOpen'>;

/** Fewer letters of an alphabet begin too many words. */
const MIN_STEM = 4;
const MIN_DENSE_STEM = 2;
const ALPHABET =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Armenian}\p{Script=Georgian}]/u;

const minStem = (word: string) => (ALPHABET.test(word) ? MIN_STEM : MIN_DENSE_STEM);

/** The forms of a unit, and what they begin with: mail has them with endings that no list has. */
function stemsOf(forms: readonly string[]): UnitStem[] {
  const names = forms.filter(isName).sort();
  const stems: string[] = [];
  for (const name of names) {
    const shared = sharedStem(stems.at(-1) ?? '', name);
    if (shared === '') stems.push(name);
    else stems[stems.length - 1] = shared;
  }
  return [...new Set([...names, ...stems])].map((name) => ({
    name,
    isOpen: name.length >= minStem(name),
  }));
}

/** Two letters say little, but for the sign for hours. */
const isName = (form: string) => form.length > 2 || form === 'h' || !ALPHABET.test(form);

/** Forms that share less than this differ in more than their ending. */
const MIN_SHARE = 0.6;

function sharedStem(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  const isStem = length >= Math.max(minStem(other), MIN_SHARE * Math.min(one.length, other.length));
  return isStem ? one.slice(0, length) : '';
}

/** Folded, without the marks that words may be written without. */
export const plain = (text: string) => fold(text).replaceAll('\0', '');

/** A unit where it stands. */
export interface FoundUnit extends Span {
  readonly unit: UnitOfTime;
}

/** The longest unit that begins at a place. */
export function unitAt(text: string, start: number): FoundUnit | null {
  loaded ??= readUnits();
  const first = folded[text.charCodeAt(start)]!;
  const second = folded[text.charCodeAt(start + 1)] ?? 0;
  const third = folded[text.charCodeAt(start + 2)] ?? 0;
  return (
    longestOf(loaded.get(beginningOf(first, second, third)), text, start) ??
    longestOf(loaded.get(beginningOf(first, second, 0)), text, start) ??
    longestOf(loaded.get(beginningOf(first, 0, 0)), text, start)
  );
}

function longestOf(
  alike: readonly UnitName[] | undefined,
  text: string,
  start: number,
): FoundUnit | null {
  if (!alike) return null;
  const said = fold(text.slice(start, start + alike[0]!.name.length));
  const unit = alike.find(
    ({ name, isOpen }) =>
      said.startsWith(name) &&
      (isOpen
        ? endingOf(text, start + name.length) <= maxEnding(name)
        : isOver(text, start + name.length)),
  );
  if (!unit) return null;
  const end = start + unit.name.length;
  return { unit, start, end: unit.isOpen ? end + endingOf(text, end) : end };
}

/** Scripts without blanks go on behind any word. */
const isOver = (text: string, place: number) =>
  isUnspaced(text, place - 1) || !isLetter(text, place);

/** Whether the letter at a place is of a script that writes words without blanks. */
export const isUnspaced = (text: string, place: number) =>
  charKinds[text.charCodeAt(place)] === CharKind.Unspaced;

/** Behind these characters letters are in no table. */
const LAST_TABLED = 0x10ff;
const LETTER = /[\p{L}\p{M}]/u;

/** What stands at a place: of rare scripts, which separate words, a table of letters would be too long. */
export function kindAt(text: string, place: number): number {
  const code = text.charCodeAt(place);
  const kind = charKinds[code]!;
  if (kind !== CharKind.Other || code <= LAST_TABLED) return kind;
  return LETTER.test(text.charAt(place)) ? CharKind.Letter : kind;
}

/** Whether a letter of a script that separates words stands at a place. */
export const isLetter = (text: string, place: number) => kindAt(text, place) === CharKind.Letter;

const MAX_ENDING = 8;
/** "10 percent" is no "perc". */
const MAX_ENDING_OF_SHORT = 2;

const maxEnding = (name: string) =>
  ALPHABET.test(name) && name.length === MIN_STEM ? MAX_ENDING_OF_SHORT : MAX_ENDING;

/** The letters from a place to the end of its word, one more than an ending has at most. */
function endingOf(text: string, start: number): number {
  if (isUnspaced(text, start - 1)) return 0;
  let end = start;
  while (end <= start + MAX_ENDING && isLetter(text, end)) end++;
  return end - start;
}
