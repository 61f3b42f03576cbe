import { unitlessDurations } from './unitless-durations.js';
import { numberWordsOf } from './cldr.js';
import { fold } from '../text/fold.js';
import { endsHour } from './hours-of-day.js';
import type { Hit } from '../text/lexicon.js';
import type { Term } from '../text/term.js';
import type { TextPage } from '../text/page.js';
import type { Span } from '../text/text-urls.js';
import type { TermKind } from '../words/roles.js';
import { LEXICON_TEXTS } from '../words/word-lists.js';

/** A length of time as a text names it. */
export interface Duration extends Span {
  readonly ms: number;
}

/** Milliseconds. */
export const UNIT_LENGTHS = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
} as const;
const UNITS: Readonly<Partial<Record<TermKind, number>>> = UNIT_LENGTHS;
/** What is counted of a unit at most. */
export const MAX_NUMBER = 1000;
/** Nobody could do anything with a code in less. */
const MIN_LENGTH = 15_000;
const MAX_LENGTH = 92 * 86_400_000;
/** Whether a code or a link may last so long. */
export const mayLast = ({ ms }: Pick<Duration, 'ms'>): boolean =>
  ms >= MIN_LENGTH && ms <= MAX_LENGTH;
const NUMBERS = readNumbers();
const LAST_LETTERS = new Set([...NUMBERS.keys()].map((word) => word.at(-1)));
/** Of a page. */
export const MAX_DURATIONS = 200;
/** Of another language than the unit, words this short are none: "to" is two in Danish only. */
const SHORT_WORD = 3;
/** What follows the hour in "21 h 05". */
const IS_CLOCK = /^ ?[0-5]\d(?!\d|\s?m)/;
/** The minutes of "午後1時7分". */
const AFTER_HOUR = /[\d一二三四五六七八九十]\s?[時时點点시]\s?\d{1,2}\s?$/;
/** "an hour and 30 minutes", "1時間30分". */
const BETWEEN = /^[ ,]{0,2}(?:(?:and|und|et|y|e|en|och|i|и|і|و|ו)? ?)$/;

/** The lengths of time a page names, in order; neighbours add up. */
export function findDurations(page: TextPage): Duration[] {
  const found: Duration[] = [];
  for (const hit of withoutClocks(page)) {
    if (found.length >= MAX_DURATIONS) break;
    const duration = readDuration(page.text, hit);
    if (!duration) continue;
    const last = found.at(-1);
    const joins = last && BETWEEN.test(fold(page.text.slice(last.end, duration.start)));
    if (joins && duration.ms < last.ms)
      found[found.length - 1] = { start: last.start, end: duration.end, ms: last.ms + duration.ms };
    else found.push(duration);
  }
  found.push(...unitlessDurations(page));
  return found.filter(mayLast);
}

/** The units of a page, but not the hours and minutes of a time of day. */
function withoutClocks({ hits, text }: TextPage): Hit[] {
  let clock = -Infinity;
  return hits.filter((hit) => {
    if (UNITS[hit.term.kind] === undefined) return false;
    if (isHourOfDay(text, hit)) {
      clock = hit.end;
      return false;
    }
    return hit.term.kind !== 'minute' || hit.start - clock > MAX_MINUTES;
  });
}

/** "đến 15 giờ 20 phút", "ถึง 15 นาฬิกา 20 นาที": what hours and minutes of a clock are called, too. */
const CLOCK_BEFORE = /(?:đến|tới|trước|lúc|vào|hết|ถึง|เวลา|ก่อน)\s?\d{1,2}\s?$/iu;
/** Characters from the hour of a clock to the word for its minutes. */
const MAX_MINUTES = 5;

function isHourOfDay(text: string, { start, end, term }: Hit): boolean {
  if (term.kind !== 'hour') return false;
  // "8h" is a term, too.
  const unit = text.slice(start, end).search(/\D/) + start;
  const lead = text.slice(Math.max(0, start - 12), unit);
  return CLOCK_BEFORE.test(lead) || endsHour(text, unit, end);
}

function readDuration(text: string, { start, end, term }: Hit): Duration | null {
  const unit = UNITS[term.kind];
  if (unit === undefined || isOfDate(text, start, end, term.kind)) return null;
  if (OF_CODE.test(text.slice(Math.max(0, start - 6), start))) return null;
  const number = numberBefore(text, start, term) ?? numberAfter(text, end, term.languages);
  // "An hour only", but "24 hours only".
  if (term.count !== null && (term.count !== 1 || !number))
    return { start, end, ms: term.count * unit };
  return number && { start: number.start, end: Math.max(end, number.end), ms: number.value * unit };
}

/** "עד יום שישי", "حتى يوم الجمعة" */
const WEEKDAY =
  /^\s?(?:ראשון|שני|שלישי|רביעי|חמישי|שישי|שבת|[א-ו]['׳]|السبت|ال[أا]حد|ال[إا]ثنين|الثلاثاء|ال[أا]ربعاء|الخميس|الجمعة)/;
const MAX_WEEKDAY = 10;

/** The hour or the minutes of a time of day, or the word for a day in a weekday's name. */
function isOfDate(text: string, start: number, end: number, kind: TermKind): boolean {
  if (kind === 'hour') return isClock(text, start, end);
  if (kind === 'day') return WEEKDAY.test(text.slice(end, end + MAX_WEEKDAY));
  return kind === 'minute' && isAfterHour(text, start);
}

const isAfterHour = (text: string, unit: number) =>
  AFTER_HOUR.test(text.slice(Math.max(0, unit - 6), unit));

/** "8点30分", "11月21日": minutes behind the hour of a clock and days behind a month are no lengths of time. */
export function isPartOfDate(text: string, { start, end, ms }: Duration): boolean {
  const unit = start + text.slice(start, end).search(/\D|$/);
  return (
    AFTER_MONTH.test(text.slice(Math.max(0, start - 2), start)) ||
    (ms < UNIT_LENGTHS.hour && isAfterHour(text, unit))
  );
}
const AFTER_MONTH = /[月월]\s?$/;

const isClock = (text: string, start: number, end: number) =>
  /^[hч]$/i.test(text.slice(start, end)) && IS_CLOCK.test(text.slice(end, end + 6));

/** `DL5R-88XK-2M`: the last part of a code. */
const OF_CODE = /\d?[A-Z]\d{0,4}-\d?$/;

interface Amount extends Span {
  readonly value: number;
}

const DIGITS =
  /(?<!\d|(?<!\d{3})\d[.,:]|\dh|[+−]|(?:UTC|GMT)-)(\d{1,4}(?:[.,]\d)?)(?: ?\([^()\d]{2,20})?\)?[ \-\n]{0,2}$/;
/** "½ Stunde", "1½ h" */
const HALF = /(?<!\d)(\d{0,2}) ?½ ?$/;
/** "10:00 minutes" */
const MINUTES = /(?<![\d.,:])(\d{1,2}):00[ \n]?$/;

function numberBefore(text: string, unit: number, term: Term): Amount | null {
  const lead = text.slice(Math.max(0, unit - 30), unit);
  const digits = (term.kind === 'minute' && MINUTES.exec(lead)) || DIGITS.exec(lead);
  if (digits) return amount(Number(digits[1]!.replace(',', '.')), unit - digits[0].length, unit);
  const half = HALF.exec(lead);
  if (half) return amount(Number(half[1] || 0) + 0.5, unit - half[0].length, unit);
  return wordBefore(lead, unit, term);
}

/** "forty five", "vinte e quatro", 十五: the longest number word that ends before the unit. */
function wordBefore(lead: string, unit: number, { languages }: Term): Amount | null {
  const words = fold(lead).trimEnd();
  if (!LAST_LETTERS.has(words.at(-1) ?? '')) return null;
  for (let length = Math.min(20, words.length); length > 0; length--) {
    const word = words.slice(-length);
    const written = lead.slice(words.length - length, words.length).toLowerCase();
    const value = valueOf(word, written, languages);
    if (value === undefined || isInsideWord(words, length)) continue;
    return amount(value, unit - (lead.length - words.length) - length, unit);
  }
  return null;
}

function valueOf(word: string, written: string, languages: readonly string[]): number | undefined {
  const known = NUMBERS.get(word)?.filter((number) => isSpelled(number, word, written));
  const own = known?.find(({ language }) => languages.includes(language));
  return (own ?? (word.length > SHORT_WORD ? known?.at(-1) : undefined))?.value;
}

/** With other tones it is another word: "sau mười" (after ten) is no "sáu mươi" (sixty). */
const isSpelled = (number: NumberWord, word: string, written: string) =>
  number.language !== 'vi' || written === word || written === number.written;

/** "לעשר", "لعشر": what is written together with the number behind it. */
const JOINED_BEFORE = /(?:^|[^\p{L}\p{M}])[לבוبلفو]$/u;

function isInsideWord(words: string, length: number): boolean {
  const lead = words.slice(0, words.length - length);
  if (JOINED_BEFORE.test(lead)) return false;
  const before = lead.charAt(lead.length - 1);
  return /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Inherited}]/u.test(
    before,
  );
}

/** Hebrew and Arabic may put the number behind. */
function numberAfter(text: string, unitEnd: number, languages: readonly string[]): Amount | null {
  if (!languages.includes('he') && !languages.includes('ar')) return null;
  const match = /^ ?(\d{1,4})(?![\d:./-])/.exec(text.slice(unitEnd, unitEnd + 6));
  return match && amount(Number(match[1]), unitEnd, unitEnd + match[0].length);
}

const amount = (value: number, start: number, end: number): Amount | null =>
  value > 0 && value <= MAX_NUMBER ? { value, start, end } : null;

interface NumberWord {
  readonly value: number;
  readonly language: string;
  readonly written: string;
}

/** Those of CLDR, and in word lists what CLDR has not. */
function readNumbers(): Map<string, NumberWord[]> {
  const numbers = new Map<string, NumberWord[]>();
  for (const [language, listed] of Object.entries(LEXICON_TEXTS.numerals))
    for (const [written, value] of [...listed, ...numberWordsOf(language)]) {
      const word = fold(written);
      const known = numbers.get(word) ?? [];
      const own = { value, language, written };
      if (!known.some((one) => one.language === language && one.written === written))
        numbers.set(word, [...known, own]);
    }
  return numbers;
}
