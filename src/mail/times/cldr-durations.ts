import { cldrLanguages, numberWordsOf, splitEntries, UNIT_NAMES, type CldrWords } from './cldr.js';
import { MAX_DURATIONS, MAX_NUMBER, mayLast, UNIT_LENGTHS, type Duration } from './durations.js';
import { CharKind, charKinds, fold, folded } from '../text/fold.js';
import type { TextPage } from '../text/page.js';
import { clip } from '../text/safe-text.js';
import type { Span } from '../text/text-urls.js';

/** Words of a page that are looked at for units behind number words. */
const MAX_WORDS = 6000;
/** Characters before a unit or a number that are searched for the other. */
const MAX_LEAD = 32;

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
  /** By their length, what beginnings hash to: most words are told from units by these. */
  readonly hashes: readonly Uint8Array[];
  /** By language, each as soon as it is asked for: number words. */
  readonly numbers: Map<string, ReadonlyMap<string, number>>;
}

let loaded: Units | undefined;

const units = (): Units => (loaded ??= readUnits());

function readUnits(): Units {
  const claims = new Map<string, UnitOfLanguage[]>();
  for (const claim of Object.entries(cldrLanguages()).flatMap(claimsOf))
    claims.set(claim.name, [...(claims.get(claim.name) ?? []), claim]);
  const byBeginning = new Map<string, Unit[]>();
  const hashes = Array.from({ length: BEGINNING + 1 }, () => new Uint8Array(HASHES));
  for (const unit of [...claims.values()].map(agreed).sort(longestFirst)) {
    const { name } = unit;
    const beginning = clip(name, BEGINNING);
    const alike = byBeginning.get(beginning);
    if (alike) alike.push(unit);
    else byBeginning.set(beginning, [unit]);
    const letters = beginning.length;
    hashes[letters]![hashAt(name, 0, letters)] = 1;
  }
  return { byBeginning, hashes, numbers: new Map() };
}

/** Letters that tell names of units apart. */
const BEGINNING = 3;
const HASHES = 0x10000;

/** Of so many letters at a place, as `fold` makes them; those behind the end of a text count as 0. */
function hashAt(text: string, place: number, letters: number): number {
  let hash = 0;
  for (let i = place; i < place + letters; i++)
    hash = hash * 31 + (i < text.length ? folded[text.charCodeAt(i)]! : 0);
  return hash & (HASHES - 1);
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
const plain = (text: string) => fold(text).replaceAll('\0', '');

/** Pages that differ in their terms alone share their lines. */
const byLines = new WeakMap<TextPage['lines'], readonly Duration[]>();

/** Those of a page; codes and lifetimes ask for the same. */
export function cldrDurationsOf({ text, lines }: TextPage): readonly Duration[] {
  const found = byLines.get(lines) ?? cldrDurations(text);
  byLines.set(lines, found);
  return found;
}

/** The lengths of time that a text names in the words of any language of CLDR, in order; neighbours add up. */
export function cldrDurations(text: string): Duration[] {
  const found = [...inDigits(text), ...inWords(text)].sort((a, b) => a.start - b.start);
  return joined(text, found).filter(mayLast).slice(0, MAX_DURATIONS);
}

/** "an hour and 30 minutes", "1 ura 30 minut": so little stands between them. */
const BETWEEN = /^[ ,]{0,2}(?:\p{L}{1,3} ?)?$/u;
const MAX_BETWEEN = 6;

function joined(text: string, found: readonly Duration[]): Duration[] {
  const out: Duration[] = [];
  for (const duration of found) {
    const last = out.at(-1);
    if (last && duration.start < last.end) continue;
    if (last && duration.ms < last.ms && isBeside(text, last.end, duration.start))
      out[out.length - 1] = { start: last.start, end: duration.end, ms: last.ms + duration.ms };
    else out.push(duration);
  }
  return out;
}

const isBeside = (text: string, from: number, to: number) =>
  to - from <= MAX_BETWEEN && BETWEEN.test(text.slice(from, to));

/** Neither of a date, a time of day, a sum, nor a piece of a longer number. The first look is for speed. */
const NUMBER = /(?=\d)(?<!\d|\d[.,:/ -]|\s[+−-])\d{1,4}(?:[.,]\d)?(?![.,:/-]?\d)/g;
/** What may stand between a number and its unit: "15-minute", "15 (fifteen) minutes". */
const TO_UNIT = /^(?: ?\([^()\d\n]{2,20}\))?[ \n-]{0,2}/;
const MAX_TO_UNIT = 28;

function inDigits(text: string): Duration[] {
  const found: Duration[] = [];
  for (const { 0: written, index: start } of text.matchAll(NUMBER)) {
    if (found.length >= MAX_DURATIONS) break;
    const value = Number(written.replace(',', '.'));
    if (value <= 0 || value > MAX_NUMBER) continue;
    const end = start + written.length;
    const gap = TO_UNIT.exec(text.slice(end, end + MAX_TO_UNIT))?.[0].length ?? 0;
    const behind = unitAt(text, end + gap);
    const unit = behind ?? unitBefore(text, start);
    if (!unit) continue;
    const span = behind ? { start, end: unit.end } : { start: unit.start, end };
    found.push({ ...span, ms: value * unit.unit.ms });
  }
  return found;
}

interface FoundUnit extends Span {
  readonly unit: Unit;
}

/** The longest unit that begins at a place. */
function unitAt(text: string, start: number): FoundUnit | null {
  const { hashes } = units();
  for (let letters = BEGINNING; letters > 0; letters--)
    if (hashes[letters]![hashAt(text, start, letters)] === 1) {
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

const isUnspaced = (text: string, place: number) =>
  charKinds[text.charCodeAt(place)] === CharKind.Unspaced;

/** Behind these characters letters are in no table. */
const LAST_TABLED = 0x10ff;
const LETTER = /[\p{L}\p{M}]/u;

/** Of a script that separates words. */
function isLetter(text: string, place: number): boolean {
  const code = text.charCodeAt(place);
  const kind = charKinds[code];
  return (
    kind === CharKind.Letter ||
    (kind === CharKind.Other && code > LAST_TABLED && LETTER.test(text.charAt(place)))
  );
}

const beginsWord = (text: string, place: number) =>
  isUnspaced(text, place) || (isLetter(text, place) && !isLetter(text, place - 1));

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

/** "dakika 5": a word right before a number, in languages that say so. */
const WORD_BEFORE = /(?<![\p{L}\p{M}])[\p{L}\p{M}]{2,24}[ \n]?$/u;

function unitBefore(text: string, number: number): FoundUnit | null {
  const word = WORD_BEFORE.exec(text.slice(Math.max(0, number - MAX_LEAD), number));
  const found = word && unitAt(text, number - word[0].length);
  if (!found?.unit.mayLead || found.end < number - 1) return null;
  return found;
}

/** "viisteist minutit": units behind number words of their own language. */
function inWords(text: string): Duration[] {
  const found: Duration[] = [];
  let [words, named] = [0, 0];
  let wasLetter = isLetter(text, 0);
  for (let at = 1; at < text.length && words < MAX_WORDS && named < MAX_DURATIONS; at++) {
    const isWithin = wasLetter;
    wasLetter = isLetter(text, at);
    if (wasLetter ? isWithin : !isUnspaced(text, at)) continue;
    words++;
    const unit = unitAt(text, at);
    if (!unit) continue;
    named++;
    const number = numberBefore(text, unit);
    if (number) found.push(number);
  }
  return found;
}

/** The longest number word of a unit's language that ends right before it. */
function numberBefore(text: string, { unit, start, end }: FoundUnit): Duration | null {
  const floor = Math.max(0, start - MAX_LEAD);
  const lead = text.slice(floor, start).trimEnd();
  if (!ENDS_IN_LETTER.test(lead)) return null;
  for (let from = 0; from < lead.length; from++) {
    if (!beginsWord(text, floor + from)) continue;
    const value = valueOf(plain(lead.slice(from)), unit.languages);
    if (value !== null) return { start: floor + from, end, ms: value * unit.ms };
  }
  return null;
}

const ENDS_IN_LETTER = /[\p{L}\p{M}]$/u;

function valueOf(word: string, languages: readonly string[]): number | null {
  for (const language of languages) {
    const value = numbersOf(language).get(word);
    if (value !== undefined) return value;
  }
  return null;
}

function numbersOf(language: string): ReadonlyMap<string, number> {
  const { numbers } = units();
  const known = numbers.get(language);
  if (known) return known;
  const own = new Map(numberWordsOf(language).map(([word, value]) => [plain(word), value]));
  numbers.set(language, own);
  return own;
}
