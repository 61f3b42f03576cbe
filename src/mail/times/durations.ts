import { UNIT_LENGTHS } from './units.js';
import { CharKind, charKinds } from '../text/fold.js';
import { once } from '../text/once.js';
import type { TextPage } from '../text/page.js';
import { wordsAt } from '../text/terms.js';
import type { Span } from '../text/text-urls.js';
import type { TermKind } from '../words/roles.js';
import { countedWords, LEXICON_TEXTS } from '../words/word-lists.js';

/** A length of time as a text names it. */
export interface Duration extends Span {
  readonly ms: number;
}

/** Nobody could do anything with a code in less. */
const MIN_LENGTH = 15_000;
const MAX_LENGTH = 92 * UNIT_LENGTHS.day;
/** Of a page. */
const MAX_DURATIONS = 200;
/** Characters before a unit that are searched for its number. */
const MAX_LEAD = 32;

/** The lengths of time a page names, in order; codes and lifetimes ask for the same. */
export const durationsOf = once(readDurations);

/** "an hour and 30 minutes", "1 ura 30 minut", "1時間30分": so little stands between neighbours that add up. */
const BETWEEN = /^[ ,]{0,2}(?:\p{L}{1,3} ?)?$/u;

function readDurations(page: TextPage): Duration[] {
  const found: Duration[] = countdowns(page.text).slice(0, MAX_DURATIONS);
  let last: Duration | undefined;
  for (const unit of unitsOf(page).slice(0, MAX_DURATIONS)) {
    const duration = durationOf(page.text, unit);
    if (!duration || (last && duration.start < last.end)) continue;
    if (last && duration.ms < last.ms && BETWEEN.test(page.text.slice(last.end, duration.start))) {
      found.pop();
      last = { start: last.start, end: duration.end, ms: last.ms + duration.ms };
    } else last = duration;
    found.push(last);
  }
  return found.filter(({ ms }) => ms >= MIN_LENGTH && ms <= MAX_LENGTH);
}

/** "00:10:00": within the first hour after midnight hardly anything is told by the second. */
const COUNTDOWN = /(?<![\d:.,T+-]|\d )0{1,2}:([0-5]\d):00(?![\d:])/g;

const countdowns = (text: string): Duration[] =>
  Array.from(text.matchAll(COUNTDOWN), ({ 0: written, 1: minutes, index: start }) => ({
    ...{ start, end: start + written.length, ms: Number(minutes) * UNIT_LENGTHS.minute },
  }));

/** `DL5R-88XK-2M`: the last part of a code. */
const OF_CODE = /\d?[A-Z]\d{0,4}-\d?$/;
/** "11月21日": of a date. */
const OF_DATE = /[月월]\s?\d{1,2}$/;

function durationOf(text: string, unit: FoundUnit): Duration | null {
  const { start, end } = unit;
  const lead = text.slice(Math.max(0, start - MAX_LEAD), start);
  if (OF_CODE.test(lead) || OF_DATE.test(lead)) return null;
  const number = numberBefore(lead, unit) ?? numberBehind(text, unit);
  // "An hour only", but "24 hours only".
  if (unit.count !== null && (unit.count !== 1 || !number))
    return { start, end, ms: unit.count * unit.ms };
  if (!number) return null;
  const [from, to] = [Math.min(start, number.start), Math.max(end, number.end)];
  return { start: from, end: to, ms: number.value * unit.ms };
}

interface Amount extends Span {
  readonly value: number;
}

/** "15-minute", "15 (fifteen) minutes", "fifteen (15) minutes", "½ Stunde", "1½ h", "10:00 minutes"; no piece of a date, a sum, a zone. */
const DIGITS =
  /(?<!\d|(?<!\d{3})\d[.,:/]|(?<!\d)\d{1,3} (?=\d{3}(?!\d))|\dh|[+−]|(?:UTC|GMT)-)(\d{1,4}(?:[.,]\d|:00|(?= ?½))?)( ?½)?(?: ?\([^()\d]{2,20}\)?|\))?[ \-\n]{0,2}$/;
const HALF = /½ ?$/;
const ENDS_IN_LETTER = /[\p{L}\p{M}]$/u;

function numberBefore(lead: string, { start: unit, languages, ms }: FoundUnit): Amount | null {
  const [whole, written, half] = DIGITS.exec(lead) ?? [];
  if (whole === undefined || written === undefined) return wordBefore(lead, unit, languages);
  if (written.includes(':') && ms !== UNIT_LENGTHS.minute) return null;
  const value = Number(written.replace(',', '.').replace(':00', '')) + (half ? 0.5 : 0);
  return { value, start: unit - whole.length, end: unit };
}

/** The longest number word that ends before a unit: "forty five", "vinte e quatro", 十五. */
function wordBefore(lead: string, unit: number, languages: readonly string[]): Amount | null {
  const half = HALF.exec(lead);
  if (half) return { value: 0.5, start: unit - half[0].length, end: unit };
  const words = lead.replace(/[\s-]{1,2}$/, '');
  if (!ENDS_IN_LETTER.test(words)) return null;
  for (let from = 0; from < words.length; from++) {
    if (!isUnspaced(words, from) && (!isLetter(words, from) || isLetter(words, from - 1))) continue;
    const value = valueOf(words.slice(from), languages);
    if (value !== null) return { value, start: unit - lead.length + from, end: unit };
  }
  return null;
}

/** "dakika 5": other units do so in few languages, as "den 18" and "ora 18" are of dates and times of day. */
const BEHIND = /^ (\d{1,3})(?![.,:/-]?\d)/;

function numberBehind(text: string, { start, end, ms, languages }: FoundUnit): Amount | null {
  const leading = languages.filter((language) => LEXICON_TEXTS.numberBehind.includes(language));
  const mayLead = leading.length > 0 || (ms === UNIT_LENGTHS.minute && !isUnspaced(text, start));
  const match = mayLead ? BEHIND.exec(text.slice(end, end + 6)) : null;
  if (!match) return wordBehind(text.slice(end, end + MAX_LEAD), end, leading);
  return { value: Number(match[1]), start: end, end: end + match[0].length };
}

const WORDS = /^ \p{L}+(?: \p{L}+){0,2}/u;
const LAST_WORD = / \p{L}+$/u;

/** The longest number word that begins behind a unit: "dakika tano", "dakika kumi na tano". */
function wordBehind(text: string, unit: number, languages: readonly string[]): Amount | null {
  if (languages.length === 0) return null;
  for (let [words = ''] = WORDS.exec(text) ?? []; words; words = words.replace(LAST_WORD, '')) {
    const value = valueOf(words.slice(1), languages);
    if (value !== null) return { value, start: unit, end: unit + words.length };
  }
  return null;
}

/** Their capital I is another letter: in "ALTI" it is the one without a dot. */
const DOTLESS: ReadonlySet<string> = new Set(['tr', 'az']);

function valueOf(word: string, languages: readonly string[]): number | null {
  const plain = word.toLowerCase();
  for (const language of languages) {
    const written = DOTLESS.has(language) ? word.toLocaleLowerCase(language) : plain;
    const value = numbersOf(language).get(written);
    if (value !== undefined) return value;
  }
  return null;
}

/** By language, each as soon as it is asked for. */
const numbers = new Map<string, ReadonlyMap<string, number>>();

function numbersOf(language: string): ReadonlyMap<string, number> {
  const own = numbers.get(language) ?? countedWords(LEXICON_TEXTS.numerals[language]);
  numbers.set(language, own);
  return own;
}

/** A unit of time where it stands. */
interface FoundUnit extends Span {
  readonly ms: number;
  readonly languages: readonly string[];
  /** What it counts by itself: "half an hour" is 30 minutes. */
  readonly count: number | null;
}

const UNITS: Readonly<Partial<Record<TermKind, number>>> = UNIT_LENGTHS;
/** Words of a page that are looked at for units. */
const MAX_WORDS = 6000;

/** Those of the word lists, which may bring a number along, and those of CLDR in any language. */
function unitsOf(page: TextPage): FoundUnit[] {
  const listed = page.hits.flatMap(({ start, end, term: { kind, languages, count } }) => {
    const ms = UNITS[kind];
    return ms === undefined ? [] : [{ start, end, ms, languages, count }];
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
  let kind: number | undefined;
  for (let at = 0; at < text.length && words < MAX_WORDS; at++) {
    const previous = kind;
    kind = charKinds[text.charCodeAt(at)];
    const isWord =
      kind === CharKind.Letter ? previous !== CharKind.Letter : kind === CharKind.Unspaced;
    if (!isWord) continue;
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
  const end = word.end + endingOf(text, word.end);
  return { start, end, ms: count!, languages, count: null };
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
const isLetter = (text: string, place: number) =>
  charKinds[text.charCodeAt(place)] === CharKind.Letter;

/** The same of scripts that do not. */
const isUnspaced = (text: string, place: number) =>
  charKinds[text.charCodeAt(place)] === CharKind.Unspaced;
