import { cldrLanguages, monthNamesOf } from './cldr.js';
import { fold } from '../text/fold.js';
import { LEXICON_TEXTS, WORD_LANGUAGES } from '../words/word-lists.js';

const DAY = 86_400_000;
const ISO = /(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/;
const CJK = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/;
const NUMERIC = /(?<!\d)(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)/;
const NAMED =
  /(?<!\d)(\d{1,2})(?:\.|º|-?\p{L}{2})?\s(?:of\s|de\s|d['’])?(\p{L}[\p{L}\p{M}]{2,14})\.?,?(?:\s(?:de\s|del\s)?(\d{4})(?!\d))?/gu;
const NAMED_FIRST =
  /(\p{L}[\p{L}\p{M}]{2,14})\.?\s(\d{1,2})(?:st|nd|rd|th)?(?![\d:.]|\s?(?:h|Uhr|uur)\d{0,2}(?!\p{L}))(?:,?\s(\d{4})(?!\d))?/gu;
/** Without a year: `12月22日`, `20.03.` */
const CJK_SHORT = /(?<![\d年])(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일号號]/;
const NUMERIC_SHORT = /(?<![\d./-])(\d{1,2})\.(\d{1,2})\.(?!\d)/;

/** The first midnight of the day that a text names, as an instant of UTC; without a year it is the next such day. */
export function findDay(text: string, from: number): number | null {
  const ordered = ISO.exec(text) ?? CJK.exec(text);
  if (ordered) return toDay(ordered[1], ordered[2], ordered[3]);
  const numeric = NUMERIC.exec(text);
  if (numeric) return readNumeric(numeric, from);
  const named = firstNamed(text, NAMED, from) ?? firstNamed(text, NAMED_FIRST, from);
  if (named !== null) return named;
  const cjk = CJK_SHORT.exec(text);
  if (cjk) return withYear(cjk[1], cjk[2], from);
  const short = NUMERIC_SHORT.exec(text);
  return short && withYear(short[2], short[1], from);
}

type Digits = string | number | undefined;

/** The Thai calendar counts from 543 years before. */
const BUDDHIST = 543;

function toDay(year: Digits, month: Digits, day: Digits): number | null {
  if (!(Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31))
    return null;
  const counted = Number(year);
  const common = counted > 2400 && counted < 2700 ? counted - BUDDHIST : counted;
  return Date.UTC(common, Number(month) - 1, Number(day));
}

function withYear(month: Digits, day: Digits, from: number): number | null {
  const year = new Date(from).getUTCFullYear();
  const own = toDay(year, month, day);
  return own !== null && own < from - 2 * DAY ? toDay(year + 1, month, day) : own;
}

/** Day first or month first: whichever is a date and lies nearer to the mail's. */
function readNumeric([, first, sign, second, year]: RegExpExecArray, from: number): number | null {
  const dayFirst = toDay(year, second, first);
  const monthFirst = sign === '/' ? toDay(year, first, second) : null;
  if (dayFirst === null || monthFirst === null) return dayFirst ?? monthFirst;
  return Math.abs(monthFirst - from) < Math.abs(dayFirst - from) ? monthFirst : dayFirst;
}

function firstNamed(text: string, pattern: RegExp, from: number): number | null {
  for (const [, first = '', second = '', year] of text.matchAll(pattern)) {
    const [day, name] = pattern === NAMED ? [first, second] : [second, first];
    const month = monthOf(name);
    if (month !== null) return year ? toDay(year, month, day) : withYear(month, day, from);
  }
  return null;
}

const MIN_STEM = 3;

function monthOf(word: string): number | null {
  const name = fold(word);
  const whole = MONTHS.whole.get(name);
  if (whole !== undefined) return whole;
  for (let length = name.length; length >= MIN_STEM; length--) {
    const month = MONTHS.stems.get(name.slice(0, length));
    if (month !== undefined) return month;
  }
  return null;
}

/** From so many letters on a name of a month has other endings in other cases: "январь", "января". */
const MIN_INFLECTED = 5;
const MONTHS = readMonths();

/** Those of word lists, then those of CLDR, of languages with a list first: many languages share names, the first meaning counts. */
function readMonths() {
  const whole = new Map<string, number>();
  const stems = new Map<string, number>();
  const add = (to: Map<string, number>, name: string, month: number) =>
    to.has(name) || to.set(name, month);
  for (const [name, month] of Object.values(LEXICON_TEXTS.months).flat())
    add(name.endsWith('*') ? stems : whole, fold(name.replace('*', '')), month);
  const others = Object.keys(cldrLanguages()).filter((name) => !WORD_LANGUAGES.includes(name));
  for (const [name, month] of [...WORD_LANGUAGES, ...others].flatMap(monthNamesOf)) {
    const folded = fold(name);
    if (folded.length < MIN_INFLECTED) add(whole, folded, month);
    else add(stems, folded.slice(0, Math.max(MIN_INFLECTED - 1, folded.length - 2)), month);
  }
  return { whole, stems };
}
