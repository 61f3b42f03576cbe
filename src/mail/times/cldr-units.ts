import { cldrLanguages, splitEntries, UNIT_NAMES, type CldrWords } from './cldr.js';
import { UNIT_LENGTHS } from './durations.js';
import { CharKind, charKinds, fold, folded } from '../text/fold.js';
import { clip } from '../text/safe-text.js';
import type { Span } from '../text/text-urls.js';

/** The name of a unit, in one form or (`isOpen`) with any ending. */
interface Unit {
  readonly name: string;
  readonly isOpen: boolean;
  readonly ms: number;
  readonly languages: readonly string[];
  /** Whether its number may stand behind. */
  readonly mayLead: boolean;
}

interface Units {
  /** By their first letters, `BEGINNING` or all of a shorter name; the longest first. */
  readonly byBeginning: ReadonlyMap<string, readonly Unit[]>;
  /** By what beginnings hash to, a bit for each length of one: most words are told from units by these. */
  readonly lengths: Uint8Array;
}

let loaded: Units | undefined;

const units = (): Units => (loaded ??= readUnits());

function readUnits(): Units {
  const claims = new Map<string, UnitOfLanguage[]>();
  for (const claim of Object.entries(cldrLanguages()).flatMap(claimsOf))
    claims.set(claim.name, [...(claims.get(claim.name) ?? []), claim]);
  const byBeginning = new Map<string, Unit[]>();
  const lengths = new Uint8Array(HASHES);
  for (const unit of [...claims.values()].map(agreed).sort(longestFirst)) {
    const { name } = unit;
    const beginning = clip(name, BEGINNING);
    const alike = byBeginning.get(beginning);
    if (alike) alike.push(unit);
    else byBeginning.set(beginning, [unit]);
    lengths[hashOf(beginning)]! |= 1 << beginning.length;
  }
  return { byBeginning, lengths };
}

/** Letters that tell names of units apart. */
const BEGINNING = 4;
const HASHES = 0x10000;

/** Of a folded beginning. */
function hashOf(beginning: string): number {
  let hash = 0;
  for (let i = 0; i < beginning.length; i++) hash = withLetter(hash, beginning.charCodeAt(i));
  return hash;
}

const withLetter = (hash: number, letter: number) => (hash * 31 + letter) & (HASHES - 1);

/** The lengths of beginnings that may stand at a place, a bit for each. */
function lengthsAt(text: string, place: number): number {
  const { lengths } = units();
  let [hash, found] = [0, 0];
  for (let length = 1; length <= BEGINNING && place + length <= text.length; length++) {
    hash = withLetter(hash, folded[text.charCodeAt(place + length - 1)]!);
    found |= lengths[hash]! & (1 << length);
  }
  return found;
}

/** What one language says of a name. */
interface UnitOfLanguage extends Omit<Unit, 'languages'> {
  readonly language: string;
}

const claimsOf = ([language, words]: readonly [string, CldrWords]): UnitOfLanguage[] =>
  UNIT_NAMES.flatMap((unit) =>
    stemsOf(splitEntries(words[unit]).map(plain)).map((stem) => ({
      ...stem,
      ms: UNIT_LENGTHS[unit],
      language,
      mayLead: words.numberBehind ?? false,
    })),
  );

/** Of lengths that languages call alike the one that most of them mean. */
function agreed(claims: readonly UnitOfLanguage[]): Unit {
  const meaning = (ms: number) => claims.filter((claim) => claim.ms === ms);
  const ms = claims.reduce(
    (best, claim) => (meaning(claim.ms).length > meaning(best).length ? claim.ms : best),
    claims[0]!.ms,
  );
  return {
    ms,
    name: claims[0]!.name,
    isOpen: claims.some(({ isOpen }) => isOpen),
    mayLead: claims.some(({ mayLead }) => mayLead),
    languages: meaning(ms).map(({ language }) => language),
  };
}

const longestFirst = (one: Unit, other: Unit) => other.name.length - one.name.length;

type UnitStem = Pick<Unit, 'name' | 'isOpen'>;

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

/** A single letter says little, but for the sign for hours. */
const isName = (form: string) => form.length > 1 || form === 'h' || !ALPHABET.test(form);

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
  readonly unit: Unit;
}

/** The longest unit that begins at a place. */
export function unitAt(text: string, start: number): FoundUnit | null {
  const lengths = lengthsAt(text, start);
  for (let letters = lengths === 0 ? 0 : BEGINNING; letters > 0; letters--)
    if (lengths & (1 << letters)) {
      const unit = unitOf(text, start, letters);
      if (unit) return unit;
    }
  return null;
}

/** The longest one with so many letters of a beginning. */
function unitOf(text: string, start: number, letters: number): FoundUnit | null {
  const alike = units().byBeginning.get(fold(text.slice(start, start + letters)));
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
