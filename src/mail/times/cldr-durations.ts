import { numberWordsOf } from './cldr.js';
import { isLetter, isUnspaced, kindAt, plain, unitAt, type FoundUnit } from './cldr-units.js';
import { MAX_DURATIONS, MAX_NUMBER, mayLast, type Duration } from './durations.js';
import { CharKind } from '../text/fold.js';
import type { TextPage } from '../text/page.js';

/** Words of a page that are looked at for units behind number words. */
const MAX_WORDS = 6000;
/** Characters before a unit or a number that are searched for the other. */
const MAX_LEAD = 32;

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

/** Where a number may begin: looking for these alone is faster. */
const DIGITS = /\d+/g;
/** Neither of a date, a time of day, a sum, nor a piece of a longer number. */
const NUMBER = /(?<!\d[.,:/ -]|\s[+−-])\d{1,4}(?:[.,]\d)?(?![.,:/-]?\d)/y;
/** What may stand between a number and its unit: "15-minute", "15 (fifteen) minutes". */
const TO_UNIT = /^(?: ?\([^()\d\n]{2,20}\))?[ \n-]{0,2}/;
const MAX_TO_UNIT = 28;

function inDigits(text: string): Duration[] {
  const found: Duration[] = [];
  for (const { index } of text.matchAll(DIGITS)) {
    if (found.length >= MAX_DURATIONS) break;
    const duration = durationAt(text, index);
    if (duration) found.push(duration);
  }
  return found;
}

function durationAt(text: string, start: number): Duration | null {
  NUMBER.lastIndex = start;
  const written = NUMBER.exec(text)?.[0] ?? '';
  const value = Number(written.replace(',', '.'));
  if (value <= 0 || value > MAX_NUMBER) return null;
  const end = start + written.length;
  const gap = TO_UNIT.exec(text.slice(end, end + MAX_TO_UNIT))?.[0].length ?? 0;
  const behind = unitAt(text, end + gap);
  const unit = behind ?? unitBefore(text, start);
  if (!unit) return null;
  const span = behind ? { start, end: unit.end } : { start: unit.start, end };
  return { ...span, ms: value * unit.unit.ms };
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
  let kind = kindAt(text, 0);
  for (let at = 1; at < text.length && words < MAX_WORDS && named < MAX_DURATIONS; at++) {
    const before = kind;
    kind = kindAt(text, at);
    if (kind === CharKind.Letter ? before === kind : kind !== CharKind.Unspaced) continue;
    words++;
    const unit = unitAt(text, at);
    if (!unit) continue;
    named++;
    const number = numberBefore(text, unit);
    if (number) found.push(number);
  }
  return found;
}

const beginsWord = (text: string, place: number) =>
  isUnspaced(text, place) || (isLetter(text, place) && !isLetter(text, place - 1));

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

/** By language, each as soon as it is asked for. */
const numbers = new Map<string, ReadonlyMap<string, number>>();

function numbersOf(language: string): ReadonlyMap<string, number> {
  const known = numbers.get(language);
  if (known) return known;
  const own = new Map(numberWordsOf(language).map(([word, value]) => [plain(word), value]));
  numbers.set(language, own);
  return own;
}
