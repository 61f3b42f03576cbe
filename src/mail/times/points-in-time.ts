import { dateNear } from './dates.js';
import { isAmount } from '../text/amounts.js';
import { fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import { once } from '../text/once.js';
import type { TextPage } from '../text/page.js';
import { holdsStem, phrases, stemsIn } from '../text/phrases.js';
import { sentenceAround, withoutRows } from '../text/sentences.js';
import type { Span } from '../text/text-urls.js';
import { alternatives } from '../words/word-lists.js';
import { UNIT_LENGTHS } from './units.js';
import { findZone, instantOf, zoneOfAll } from './zones.js';

const { minute: MINUTE, hour: HOUR, day: DAY } = UNIT_LENGTHS;
const MAX_AHEAD = 92 * DAY;
/** Of a page: numbers that are looked at, and points. */
const MAX_TRIED = 500;
const MAX_POINTS = 50;

/** A time of day that a page names, and when it is. */
export interface PointInTime extends Span {
  readonly at: number;
  /** Whether words tell it from a length of time: "until 18 h", "5 h in the morning". */
  readonly isLed: boolean;
}

/** What a page was found to name, the mail sent at a time. */
interface KnownPoints {
  readonly from: number;
  readonly points: readonly PointInTime[];
  readonly soon: readonly PointInTime[];
}

/** By page: codes and lifetimes ask for the same. */
const known = new WeakMap<TextPage, KnownPoints>();

/** The times of day on a page that are to come; the mail was sent `from`. */
export const pointsInTime = (page: TextPage, from: number): readonly PointInTime[] =>
  knownOf(page, from).points;

/** Those within the next hour. */
export const pointsSoon = (page: TextPage, from: number): readonly PointInTime[] =>
  knownOf(page, from).soon;

function knownOf(page: TextPage, from: number): KnownPoints {
  const own = known.get(page);
  if (own?.from === from) return own;
  const points = readPoints(page, from);
  const read = { from, points, soon: points.filter(({ at }) => at - from <= HOUR) };
  known.set(page, read);
  return read;
}

const readPoints = (page: TextPage, from: number): PointInTime[] =>
  timesOfDay(page.text)
    .map((time) => pointOf(page, time, from))
    .filter(({ at }) => at > from && at - from <= MAX_AHEAD)
    .slice(0, MAX_POINTS);

interface TimeOfDay extends Span {
  /** What a clock shows, from midnight on. */
  readonly clock: number;
  readonly isLed: boolean;
}

const HOUR_WORD = `(?:${alternatives('time.hour')})`;
/** `14:05`, `2.05`, `21 h 05`, `20時30分`, `5시 30분`, `18 Uhr`, and `5` or `18` where the words beside tell; `1時間` is none. */
const TIME = new RegExp(
  String.raw`(?<!\d|\d[:.]|(?<!\d{3})\d,)(\d{1,2})(?:(?:\s?(?:[h時时點点시](?![間间간])|${HOUR_WORD})\s?|[:：])(\d{2}|\d(?=\s?[分분]))(?!\d)(?::\d{2})?(?:\s?(?:[分분]|${alternatives('time.minutes')}))?|\.(\d{2})(?!\d|\.\d)|\s?(h\b|[時时點点시](?![間间간])|${HOUR_WORD})|(?![\d:.]\d))(?:\s?(?:h\b|${alternatives('time.oclock')})(?!\p{L}))?`,
  'iuy',
);
/** Two times with a dash or a word between are a range, of which the last one counts. */
const BETWEEN = `(?:[-–—~〜～]|${alternatives('time.to')})`;
const TO_ANOTHER = new RegExp(
  String.raw`^(?:\s?[ap]\.?m\.?|\s?\p{Script=Arabic}{1,6})?\u064b?\s{0,2}${BETWEEN}\s{0,2}(?:las\s)?$`,
  'iu',
);
/** "1.18" alone is no time of day, "05.03." is one of the year. */
const IS_DATE = /^(?:\d\.\d\d[^\d]?|\d\d\.\d\d\.)$/;
const IS_AMBIGUOUS = /^[hg]/i;
const COUNTDOWN = /^0{1,2}:\d\d:\d\d$/;
/** Characters of a day and the name of its month. */
const MAX_DATE = 20;
/** Words for ends of days, which are times by themselves. */
const NAMED = phrases('midnight', 'noon');

function timesOfDay(text: string): TimeOfDay[] {
  const matches = matchesIn(text);
  const named = stemsIn(text, NAMED).map(({ role, start, end }) => ({
    ...{ start, end, isLed: true },
    clock: role === 'noon' ? 12 * HOUR : DAY,
  }));
  return matches
    .filter((match, i) => !isTo(text, match, matches[i + 1]))
    .flatMap((match) => readTime(text, match) ?? [])
    .concat(named.slice(0, MAX_TRIED));
}

const NUMBER = /\d+/g;

/** Numbers are found first: where none is, there is nothing to try. */
function matchesIn(text: string): RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  NUMBER.lastIndex = 0;
  for (let number = NUMBER.exec(text); number; number = NUMBER.exec(text)) {
    TIME.lastIndex = number.index;
    const match = TIME.exec(text);
    if (!match) continue;
    if (matches.push(match) >= MAX_TRIED) break;
    NUMBER.lastIndex = TIME.lastIndex;
  }
  return matches;
}

const endOf = ({ index, 0: whole }: RegExpExecArray) => index + whole.length;

/** Whether two times are the ends of a range. */
const isTo = (text: string, first: RegExpExecArray, second: RegExpExecArray | undefined) =>
  second !== undefined &&
  !isBare(second) &&
  TO_ANOTHER.test(text.slice(endOf(first), second.index));

/** A number with nothing that tells it from any other. */
const isBare = ([, , minute, dotted, unit]: RegExpExecArray) =>
  (minute ?? dotted ?? unit) === undefined;

function readTime(text: string, match: RegExpExecArray): TimeOfDay | null {
  const [, written, minute, dotted] = match;
  const time = { start: match.index, end: endOf(match) };
  const half = halfOf(text, time);
  const isLed = half !== undefined || CLOCK.test(foldedBefore(text, time.start));
  const isPrice = dotted !== undefined && isPartOfAmount(text, time);
  if (isPrice || isDate(text, match, isLed)) return null;
  const hour = toHour(Number(written), half);
  const minutes = Number(minute ?? dotted ?? 0);
  if (hour > 24 || minutes > 59) return null;
  return { ...time, isLed: isLed || isClock(match), clock: hour * HOUR + minutes * MINUTE };
}

const toHour = (written: number, half: number | undefined) =>
  half === undefined || written > 12 ? written : (written % 12) + half;

/** Whether a number is none of an hour, or the day before a month. */
function isDate(text: string, match: RegExpExecArray, isLed: boolean): boolean {
  const end = endOf(match);
  if (!isLed) return isBare(match) || IS_DATE.test(match[0] + text.charAt(end));
  return isBare(match) && dateNear(text.slice(match.index, end + MAX_DATE), 0, 0) !== null;
}

/** "18時" and "18 h 45" are no lengths of time; "18 h" and "00:10:00" may be. */
const isClock = ([whole, , minute, , unit = 'h']: RegExpExecArray) =>
  minute === undefined ? !IS_AMBIGUOUS.test(unit) : !COUNTDOWN.test(whole);

/** "18.50 €" */
const isPartOfAmount = (text: string, { start, end }: Span) =>
  isAmount(text.slice(Math.max(0, start - 8), start), text.slice(end, end + 8));

/** Folded words as alternatives of a pattern, the longest first; for a sign in them any may stand. */
const anyOf = (words: readonly string[]): string =>
  `(?:${[...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[^\p{L}\p{M} ]/gu, '.'))
    .join('|')})`;

/** Scripts that do not separate words: one may begin behind their letters. */
const UNSPACED = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;
const WORD_START = String.raw`(?:(?<![\p{L}\p{M}])|(?<=${UNSPACED}))`;
/** Right before the hour: "kl. 18". */
const CLOCK = new RegExp(String.raw`${WORD_START}${anyOf(foldedWords('time.clock'))}[\s.]*$`, 'u');

/** Names of a part of the day in all languages, those behind noon as a group. */
const [AM, PM] = (['time.am', 'time.pm'] as const).map((role) =>
  anyOf(foldedWords(role).map((name) => name.replaceAll('.', ''))),
);
const HALF = `(?:(p ?m|${PM})|a ?m|${AM})`;
/** "2:05 p. m.", "8:00 de la tarde": words so short may stand before it. */
const HALF_BEHIND = new RegExp(
  String.raw`^ ?(?:\p{Script=Latin}{0,3} ){0,2}${HALF}(?![\p{L}\p{M}\d])`,
  'u',
);
/** As in the East: "오후 2시". */
const HALF_BEFORE = new RegExp(String.raw`${WORD_START}${HALF}(?<!\p{Script=Latin})\s*$`, 'u');
/** Characters of what stands beside an hour. */
const MAX_BESIDE = 20;

const foldedBefore = (text: string, start: number) =>
  fold(text.slice(Math.max(0, start - MAX_BESIDE), start));

/** The hour at which the half of the day begins that is named behind a time or before it. */
function halfOf(text: string, { start, end }: Span): number | undefined {
  const behind = fold(text.slice(end, end + MAX_BESIDE + 10)).replaceAll('.', '');
  const named = HALF_BEHIND.exec(behind) ?? HALF_BEFORE.exec(foldedBefore(text, start));
  return named ? Number(named[1] !== undefined) * 12 : undefined;
}

/** Characters beside a time in which its date stands. */
const REACH = 80;
/** Characters between a date and its time of day: "12.03.2026 г., 16:00". */
const MAX_TO_TIME = 10;

const zoneOn = once(({ text }: TextPage) => zoneOfAll(text));

/** When it is, on the date beside it or else the first such time after `from`; without a zone in that of the page. */
function pointOf(
  page: TextPage,
  { start, end, clock, isLed }: TimeOfDay,
  from: number,
): PointInTime {
  const sentence = sentenceAround(page, start, end);
  const [first, last] = [start - sentence.start, end - sentence.start];
  const zone = findZone(sentence.text, first, last, zoneOn(page));
  const around = withoutRows(page, sentence);
  const floor = Math.max(0, first - REACH);
  // "Kl. 14.05." is no 14th of May.
  const beside = `${around.slice(floor, first)}${'\n'.repeat(end - start)}${around.slice(last, last + REACH)}`;
  const date = dateNear(beside, first - floor, from);
  if (date) {
    const at = instantOf(date.day + clock, zone);
    const [head, tail] = [sentence.start + floor + date.start, sentence.start + floor + date.end];
    if (Math.max(start - tail, head - end) > MAX_TO_TIME) return { start, end, isLed, at };
    // The date tells it from a length of time.
    return { start: Math.min(start, head), end: Math.max(end, tail), isLed: true, at };
  }
  const today = Math.floor((from + zone(from)) / DAY) * DAY;
  const instant = instantOf(today + clock, zone);
  const isLater = instant <= from || isTomorrow(around, first, last);
  return { start, end, isLed, at: isLater ? instantOf(today + DAY + clock, zone) : instant };
}

/** Characters between a time of day and "tomorrow". */
const MAX_TO_DAY = 24;
const TOMORROW = phrases('tomorrow');
const MORNING_OR_GREETING = phrases('morning');

/** "By noon tomorrow", "jutro do godz. 12:00"; not "a las 8 de la mañana". */
function isTomorrow(text: string, start: number, end: number): boolean {
  const beside = text.slice(Math.max(0, start - MAX_TO_DAY), end + MAX_TO_DAY);
  return holdsStem(beside, TOMORROW) && !holdsStem(beside, MORNING_OR_GREETING);
}
