import { cldrLanguages, monthNamesOf } from './cldr.js';
import { isAmount } from '../text/amounts.js';
import { CharKind, charKinds, fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import { findHour } from './hours-of-day.js';
import { clip } from '../text/safe-text.js';
import type { Span } from '../text/text-urls.js';
import { holdsAny, phrases } from '../text/phrases.js';
import { LEXICON_TEXTS, WORD_LANGUAGES, type CountedWord } from '../words/word-lists.js';
import { clockAt, findZone, instantOf } from './zones.js';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
const REACH = 80;
const MAX_HOURS = 20;

/** `14:05`, `2.05 pm`, `21 h 05`, `20時30分`, `오후 5시 30분`, `下午2点20分`, `18 Uhr`, `5 PM`; `1時間` is none. */
const TIME =
  /(?:(上午|下午|今晚|今夜|傍晚|晚上|晚间|晚間|凌晨|中午|午前|午後|오전|오후|저녁|밤|शाम|रात|दोपहर|अपराह्न|सुबह|प्रातः|पूर्वाह्न)\s?|(?<!\d|\d[:.]|(?<!\d{3})\d,))(\d{1,2})(?:(?:\s?(?:[h時时點点시](?![間间간])|giờ|นาฬิกา|बजकर)\s?|[:：])(\d{2}|\d(?=\s?[分분]))(?!\d)(?::\d{2})?\s?(?:[分분]|phút|นาที|मिनट)?|\.(\d{2})(?!\d|\.\d)|\s?(?:uhr|h\b|[時时點点시](?![間间간])|giờ|बजे)|(?=\s?(?:[ap]\.?\s?m\b|صباح|مساء|ظهر)))\s?(?:uhr\b|uur\b|hours\b|h\b|hrs?\b|น\.|बजे|ч\.|год\.|hod\.|godz\.)?\s?([ap]\.?\s?m\b\.?|de la (?:tarde|noche)|da (?:tarde|noite)|di sera|del pomeriggio|du soir|de l['’]après-midi|nachmittags|abends|['’]s (?:avonds|middags)|wieczorem|sáng|trưa|chiều|tối|pagi|siang|sore|petang|malam|pg\b|ptg\b|tengah hari|صباحًا|صباحا|مساءً|مساء|ظهرًا|ظهرا|[صم](?![\p{L}\p{M}])|π\.?μ\.?(?!\p{L})|μ\.?μ\.?(?!\p{L})|בבוקר|בצהריים|בערב)?/giu;
/** What each of them has behind its hour, and "10 minutes" has not. */
const MAY_BE_TIME = /\d(?:\s?[hugapHUGAP時时点點시นबصمظ]|[:：.]\d)/;
const AFTERNOON =
  /^(?:p\.?\s?m|de l|da |di |del |du |nach|abend|['’]s|wiecz|下午|今晚|今夜|傍晚|晚|午後|오후|저녁|밤|शाम|रात|दोपहर|अपराह्न|trưa|chiều|tối|siang|sore|petang|malam|ptg|tengah|مساء|م|ظهر|μ|בצהריים|בערב)/i;
const MORNING = /^(?:a\.?m|上午|凌晨|午前|오전|सुबह|प्रातः|पूर्वाह्न|sáng|pagi|pg|ص|π|בבוקר)/i;
/** Two times with a dash or a word between are opening hours. */
const TO_ANOTHER =
  /^\u064b?\s{0,2}(?:[-–—~〜～]|to|bis|à|a|al|alle|tot|til|till|до|do|ila|から|부터|至|到|sampai|hingga|đến|tới|ถึง|से|עד|حتى|إلى|alle ore|a las|às)\s{0,2}(?:las\s)?\d{1,2}(?:[:.h]\d{2}|\sh\s\d{2}|\s?[ap]\.?m|\s?(?:صباح|مساء|ظهر|giờ|uhr|時|点|點|시|น\.))/iu;
const FROM_ANOTHER =
  /(?<![\d/.-])\d{1,2}(?:[:.h]\d{2}|\sh\s\d{2}|\s?[ap]\.?m\.?|\s?(?:صباح|مساء|ظهر)[\u064b\u0627]{0,2}|\s?giờ|時|시)?\s{0,2}(?:uhr\s)?(?:[-–—~〜～]|to|bis|à|a|al|alle|tot|til|till|до|do|から|至|到|sampai|hingga|đến|tới|ถึง|से|עד|حتى|إلى|alle ore|a las|às)\s{0,2}(?:las\s)?$/iu;
const ISO = /(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/;
const CJK = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/;
const NUMERIC = /(?<!\d)(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)/;
const NAMED =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|\.|º|-?го)?\s(?:of\s|de\s|d['’])?(\p{L}[\p{L}\p{M}]{2,14})\.?,?(?:\s(?:de\s|del\s)?(\d{4})(?!\d))?/gu;
const NAMED_FIRST =
  /(\p{L}[\p{L}\p{M}]{2,14})\.?\s(\d{1,2})(?:st|nd|rd|th)?(?![\d:.]|\s?(?:h|Uhr|uur)\d{0,2}(?!\p{L}))(?:,?\s(\d{4})(?!\d))?/gu;
/** Without a year: `12月22日`, `20.03.` */
const CJK_SHORT = /(?<![\d年])(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일号號]/;
const NUMERIC_SHORT = /(?<![\d./-])(\d{1,2})\.(\d{1,2})\.(?!\d)/;

/** Names of months are looked up by so many letters. */
const MONTH_KEY = 3;
/** From so many letters on a name of a month has other endings in other cases. */
const MIN_INFLECTED = 5;
const MONTHS = readMonths();
const MIDNIGHT = foldedWords('midnight');
const MIDNIGHT_PHRASES = phrases('midnight');
const NOON = foldedWords('noon');
const NOON_PHRASES = phrases('noon');
const TOMORROW = foldedWords('tomorrow');
const MORNING_OR_GREETING = foldedWords('morning');
/** Characters between a time of day and "tomorrow". */
const MAX_TO_DAY = 24;
const MAX_ZONE = 6;
/** "UTC+03:00" names a zone. */
const OF_ZONE = /(?:utc|gmt)\s?[+−-]\s?$|[+−]$|\(-$/i;

/** In place of a time of day, so that nothing is read across it. */
const SEVERED = '\n';

interface Day {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/**
 * The instant that a text names near a place, in milliseconds; null when it names no time of day.
 * Without a zone it is UTC; without a date, the first such time after `from`.
 */
export function findPoint(text: string, place: number, from: number): number | null {
  const floor = Math.max(0, place - REACH);
  const around = text.slice(floor, place + REACH);
  const time = findTime(
    around,
    place - floor,
    text.slice(place + REACH, place + REACH + MAX_HOURS),
  );
  if (!time) return null;
  const zone = findZone(text, floor + time.start, floor + time.end);
  const clock = time.hour * HOUR + time.minute * MINUTE;
  const today = Math.floor(clockAt(from, zone) / DAY) * DAY;
  // "Kl. 14.05." is no 14th of May.
  const beside = `${around.slice(0, time.start)}${SEVERED}${around.slice(time.end)}`;
  const day = findDay(beside, from);
  if (day) return instantOf(Date.UTC(day.year, day.month - 1, day.day) + clock, zone);
  if (isTomorrow(around, time)) return instantOf(today + DAY + clock, zone);
  const instant = instantOf(today + clock, zone);
  return instant > from ? instant : instant + DAY;
}

/** Between the time that a mail names as now and the one at which it was sent. */
const MAX_OFF = 6 * MINUTE;

/** "Valid 10:00–10:10 UTC": where a span of time ends that begins when the mail is sent; null where none does. */
export function findSpanEnd(text: string, from: number): number | null {
  if (!MAY_BE_TIME.test(text)) return null;
  for (const match of text.matchAll(TIME)) {
    const end = match.index + match[0].length;
    if (!TO_ANOTHER.test(text.slice(end, end + 16))) continue;
    const [last] = text.slice(end, end + MAX_TO_DAY + MAX_HOURS).matchAll(TIME);
    const at = last && spanEnd(text, { first: match, last, end }, from);
    if (at) return at;
  }
  return null;
}

interface TimeSpan {
  readonly first: RegExpExecArray;
  readonly last: RegExpExecArray;
  /** Where the first time ends, and what the last one was found in begins. */
  readonly end: number;
}

function spanEnd(text: string, { first, last, end }: TimeSpan, from: number): number | null {
  const start = end + last.index;
  const zone = findZone(text, start, start + last[0].length);
  const today = Math.floor(clockAt(from, zone) / DAY) * DAY;
  const begun = instantOf(today + clockOf(first), zone);
  if (Math.abs(begun - from) > MAX_OFF) return null;
  const over = instantOf(today + clockOf(last), zone);
  return over > begun ? over : over + DAY;
}

const clockOf = ([, half, hour, minute, dotted, suffix]: RegExpExecArray) =>
  toHour(Number(hour), half ?? suffix) * HOUR + Number(minute ?? dotted ?? 0) * MINUTE;

interface TimeOfDay extends Span {
  readonly hour: number;
  readonly minute: number;
}

/** Where a text names the time of day that is meant by `findPoint`. */
export const findClock = (text: string, place: number): Span | null => findTime(text, place, '');

/** The first time of day behind a place, else the last one before it; opening hours are none, even if they end in `rest`. */
function findTime(text: string, place: number, rest: string): TimeOfDay | null {
  if (!MAY_BE_TIME.test(text)) return findOther(text, place);
  const whole = text + rest;
  const times = [...text.matchAll(TIME)].flatMap((match) => readTime(whole, match));
  return times.find(({ start }) => start >= place) ?? times.at(-1) ?? findOther(text, place);
}

/** A time of day without minutes: "kl. 18", "midnight". */
function findOther(text: string, place: number): TimeOfDay | null {
  const led = findHour(text, place);
  return (led && { ...led, minute: 0 }) ?? findMidnight(text) ?? findNoon(text);
}

function findMidnight(text: string): TimeOfDay | null {
  if (!holdsAny(text, MIDNIGHT_PHRASES)) return null;
  const plain = fold(text);
  for (const word of MIDNIGHT) {
    const start = plain.indexOf(word);
    if (start >= 0) return { start, end: start + word.length, hour: 24, minute: 0 };
  }
  return null;
}

function findNoon(text: string): TimeOfDay | null {
  const found = holdsAny(text, NOON_PHRASES) ? firstWord(fold(text), NOON) : null;
  return found && { ...found, hour: 12, minute: 0 };
}

/** "By noon tomorrow", "jutro do godz. 12:00"; not "a las 8 de la mañana". */
function isTomorrow(text: string, { start, end }: TimeOfDay): boolean {
  const beside = fold(text.slice(Math.max(0, start - MAX_TO_DAY), end + MAX_TO_DAY));
  const plain = MORNING_OR_GREETING.reduce((rest, word) => rest.replaceAll(word, ''), beside);
  return firstWord(plain, TOMORROW) !== null;
}

/** The first of some words that stands in a folded text by itself. */
function firstWord(plain: string, words: readonly string[]): Span | null {
  for (const word of words) {
    const start = plain.indexOf(word);
    const end = start + word.length;
    if (start >= 0 && !isLetterOf(plain, start - 1) && !isLetterOf(plain, end))
      return { start, end };
  }
  return null;
}

/** Of a script that separates words. */
const isLetterOf = (text: string, place: number) =>
  charKinds[text.charCodeAt(place)] === CharKind.Letter;

function readTime(text: string, match: RegExpExecArray): TimeOfDay[] {
  const [whole, half, hour, minute, dotted, suffix] = match;
  const start = match.index;
  const end = start + whole.length;
  if (isOfOther(text, start, end) || (dotted && isPrice(text, start, end))) return [];
  if (isDate(whole, text.charAt(end)) && !isLedTo(text, start)) return [];
  return toTime(
    { start, end },
    toHour(Number(hour), half ?? suffix),
    Number(minute ?? dotted ?? halfPast(text, end)),
  );
}

/** "7点半" */
const HALF = /[时時点點시]\s?[半반]/;

const halfPast = (text: string, end: number) => (HALF.test(text.slice(end - 2, end + 2)) ? 30 : 0);

const toTime = (range: Span, hour: number, minute: number): TimeOfDay[] =>
  hour > 24 || minute > 59 ? [] : [{ ...range, hour, minute }];

/** "18.50 €" */
const isPrice = (text: string, start: number, end: number) =>
  isAmount(text.slice(Math.max(0, start - 8), start), text.slice(end, end + 8));

/** Of a zone or of opening hours. */
const isOfOther = (text: string, start: number, end: number) =>
  OF_ZONE.test(text.slice(Math.max(0, start - MAX_ZONE), start)) ||
  IN_LENGTH.test(text.slice(Math.max(0, start - MAX_ZONE), start)) ||
  isOfOpening(text, start, end);

/** "Trong 24 giờ", "sau 2 giờ": hours are a length of time there. */
const IN_LENGTH = /(?:trong|vòng|sau|mỗi|suốt)\s$/i;

const isOfOpening = (text: string, start: number, end: number) =>
  TO_ANOTHER.test(text.slice(end, end + 16)) ||
  FROM_ANOTHER.test(text.slice(Math.max(0, start - 20), start));

/** "1.18" alone is no time of day, "05.03." is one of the year. */
const isDate = (written: string, next: string) =>
  /^\d\.\d\d$/.test(written.trim()) || (next === '.' && /^\d{1,2}\.\d\d$/.test(written));

/** "kl. 9.30" */
const CLOCK_WORD =
  /(?:kl|kl\.|klo|klokken|um|at|pukul|pkl|pkl\.|jam|alle|ore|ora|orele|as|às|las|om|o|ob|uhr|เวลา|kello)\s$/iu;

const isLedTo = (text: string, start: number) =>
  CLOCK_WORD.test(text.slice(Math.max(0, start - 10), start));

function toHour(hour: number, half: string | undefined): number {
  if (!half || hour > 12) return hour;
  if (AFTERNOON.test(half)) return (hour % 12) + 12;
  return MORNING.test(half) ? hour % 12 : hour;
}

function findDay(text: string, from: number): Day | null {
  const ordered = ISO.exec(text) ?? CJK.exec(text);
  if (ordered) return toDay(Number(ordered[1]), Number(ordered[2]), Number(ordered[3]));
  const numeric = NUMERIC.exec(text);
  if (numeric) return readNumeric(numeric, from);
  return (
    firstNamed(text, NAMED, from) ?? firstNamed(text, NAMED_FIRST, from) ?? shortDay(text, from)
  );
}

function shortDay(text: string, from: number): Day | null {
  const cjk = CJK_SHORT.exec(text);
  if (cjk) return withYear(Number(cjk[1]), Number(cjk[2]), from);
  const numeric = NUMERIC_SHORT.exec(text);
  if (numeric) return withYear(Number(numeric[2]), Number(numeric[1]), from);
  const slashed = SLASHED.exec(text);
  return slashed && slashedDay(slashed, from);
}

/** "24/11 kl. 17.30", "11/24 at 5:30 pm", "14:05 ngày 11/03": beside the place of a time, day or month first. */
const SLASHED =
  /(?<![\d./-])(\d{1,2})\/(\d{1,2})[^\d\n]{1,14}\n|\n[^\d\n]{1,12}(\d{1,2})\/(\d{1,2})(?=[^\d/])/;

function slashedDay([, a, b, c, d]: RegExpExecArray, from: number): Day | null {
  const [first, second] = [Number(a ?? c), Number(b ?? d)];
  return nearer(withYear(second, first, from), withYear(first, second, from), from);
}

/** A date without a year is the next such date. */
function withYear(month: number, day: number, from: number): Day | null {
  const year = new Date(from).getUTCFullYear();
  const isPast = Date.UTC(year, month - 1, day) < from - 2 * DAY;
  return toDay(isPast ? year + 1 : year, month, day);
}

/** Day first or month first: whichever is a date and lies nearer to the mail's. */
function readNumeric(match: RegExpExecArray, from: number): Day | null {
  const [first, second, year] = [Number(match[1]), Number(match[3]), Number(match[4])];
  const dayFirst = toDay(year, second, first);
  const monthFirst = match[2] === '/' ? toDay(year, first, second) : null;
  return nearer(dayFirst, monthFirst, from);
}

function nearer(dayFirst: Day | null, monthFirst: Day | null, from: number): Day | null {
  if (!dayFirst || !monthFirst) return dayFirst ?? monthFirst;
  return distance(monthFirst, from) < distance(dayFirst, from) ? monthFirst : dayFirst;
}

const distance = ({ year, month, day }: Day, from: number) =>
  Math.abs(Date.UTC(year, month - 1, day) - from);

function firstNamed(text: string, pattern: RegExp, from: number): Day | null {
  const dayFirst = pattern === NAMED;
  for (const [, first = '', second = '', year] of text.matchAll(pattern)) {
    const month = monthOf(dayFirst ? second : first);
    if (month === null) continue;
    const day = Number(dayFirst ? first : second);
    return year ? toDay(Number(year), month, day) : withYear(month, day, from);
  }
  return null;
}

function monthOf(word: string): number | null {
  const name = fold(word);
  const found = MONTHS.get(clip(name, MONTH_KEY))?.find(({ stem, open }) =>
    open ? name.startsWith(stem) : name === stem,
  );
  return found?.month ?? null;
}

/** The Thai calendar counts from 543 years before. */
const BUDDHIST = 543;

const toDay = (year: number, month: number, day: number): Day | null =>
  month >= 1 && month <= 12 && day >= 1 && day <= 31
    ? { year: year > 2400 && year < 2700 ? year - BUDDHIST : year, month, day }
    : null;

interface Month {
  readonly stem: string;
  readonly open: boolean;
  readonly month: number;
}

/** By their first letters: those of word lists, then those of CLDR, of languages with a list first. */
function readMonths(): ReadonlyMap<string, readonly Month[]> {
  const others = Object.keys(cldrLanguages()).filter((name) => !WORD_LANGUAGES.includes(name));
  const named = [...WORD_LANGUAGES, ...others].flatMap((language) =>
    monthNamesOf(language).map(toMonth),
  );
  const listed = Object.values(LEXICON_TEXTS.months).flatMap((own) => own.map(toListedMonth));
  const months = new Map<string, Month[]>();
  for (const month of [...listed, ...named]) {
    const key = clip(month.stem, MONTH_KEY);
    const known = months.get(key) ?? [];
    // The first of several meanings counts, and many languages share names.
    if (known.some(({ stem, open }) => stem === month.stem && open === month.open)) continue;
    months.set(key, [...known, month]);
  }
  return months;
}

function toListedMonth([name, month]: CountedWord): Month {
  return { stem: fold(name.replace('*', '')), open: name.endsWith('*'), month };
}

/** "январь", "января", "январе" */
function toMonth([name, month]: readonly [string, number]): Month {
  const stem = fold(name);
  if (stem.length < MIN_INFLECTED) return { stem, open: false, month };
  return { stem: stem.slice(0, Math.max(MIN_INFLECTED - 1, stem.length - 2)), open: true, month };
}
