import { dateNear } from './dates.js';
import { isAmount } from '../text/amounts.js';
import { fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import type { TextPage } from '../text/page.js';
import { holdsAny, phrases } from '../text/phrases.js';
import { sentenceAround, withoutRows } from '../text/sentences.js';
import type { Span } from '../text/text-urls.js';
import { alternatives } from '../words/word-lists.js';
import { findZone, instantOf } from './zones.js';
import { anyOf, beginning, whole, WORD_START } from './word-patterns.js';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
const MAX_AHEAD = 92 * DAY;
/** Of a page. */
const MAX_POINTS = 50;
const MAX_TRIED = 500;

/** A time of day that a page names, and when it is. */
export interface PointInTime extends Span {
  readonly at: number;
  /** Whether words tell it from a length of time: "until 18 h", "5 h in the morning". */
  readonly isLed: boolean;
  /** Whether it is the last of two times, as those of opening hours and of codes are: "14:00–14:10". */
  readonly endsRange: boolean;
  /** Whether the first of them is when the mail was sent. */
  readonly hasBegun: boolean;
}

/** The times of day on a page that are to come, in order; the mail was sent `from`. */
export function pointsInTime(page: TextPage, from: number): PointInTime[] {
  const found: PointInTime[] = [];
  for (const time of timesOfDay(page.text)) {
    if (found.length >= MAX_POINTS) break;
    const { at, date } = instantAt(page, time, from);
    if (at <= from || at - from > MAX_AHEAD) continue;
    const { start, end, isLed } = withDate(time, date);
    const hasBegun = time.since !== null && Math.abs(at - time.since - from) <= MAX_LATE;
    found.push({ start, end, isLed, at, endsRange: time.since !== null, hasBegun });
  }
  return found;
}

/** Between the begin of a range and when the mail was sent. */
const MAX_LATE = 10 * MINUTE;
/** Characters between a date and its time of day: "12.03.2026 г., 16:00". */
const MAX_TO_TIME = 10;

/** A time with the date beside it, which tells it from a length of time. */
function withDate(time: TimeOfDay, date: Span | null): TimeOfDay {
  if (!date || Math.max(time.start - date.end, date.start - time.end) > MAX_TO_TIME) return time;
  const [start, end] = [Math.min(time.start, date.start), Math.max(time.end, date.end)];
  return { ...time, start, end, isLed: true };
}

interface TimeOfDay extends Pick<PointInTime, 'start' | 'end' | 'isLed'> {
  readonly hour: number;
  readonly minute: number;
  /** Of the last of two times, how long after the first it is; otherwise null. */
  readonly since: number | null;
}

const HOUR_WORD = `(?:${alternatives('time.hour')})`;
/** `14:05`, `2.05`, `21 h 05`, `20時30分`, `5시 30분`, `18 Uhr`, and `5` or `18` where the words beside tell; `1時間` is none. */
const TIME = new RegExp(
  String.raw`(?<!\d|\d[:.]|(?<!\d{3})\d,)(\d{1,2})(?:(?:\s?(?:[h時时點点시](?![間间间])|${HOUR_WORD})\s?|[:：])(\d{2}|\d(?=\s?[分분]))(?!\d)(?::\d{2})?(?:\s?(?:[分분]|${alternatives('time.minutes')}))?|\.(\d{2})(?!\d|\.\d)|\s?(h\b|[時时點点시](?![間间间])|${HOUR_WORD})|(?![\d:.]\d))(?:\s?(?:h\b|${alternatives('time.oclock')})(?!\p{L}))?`,
  'giu',
);
/** Two times with a dash or a word between are a range, of which the first may be a mere number. */
const BETWEEN = `(?:[-–—~〜～]|${alternatives('time.to')})`;
const TO_ANOTHER = new RegExp(
  String.raw`^(?:\s?[ap]\.?m\.?|\s?\p{Script=Arabic}{1,6})?\u064b?\s{0,2}${BETWEEN}\s{0,2}(?:las\s)?$`,
  'iu',
);
/** Before the last number of a date. */
const OF_MORE = /[/.-]/;
/** Characters between the ends of a range. */
const MAX_BETWEEN = 24;
/** Of a zone, "UTC+03:00", or a length of time: "trong 24 giờ". */
const OF_OTHER = new RegExp(
  String.raw`(?:(?:utc|gmt)\s?[+−-]\s?|[+−]|\(-|(?:${alternatives('time.length')})\s)$`,
  'iu',
);
/** "1.18" alone is no time of day, "05.03." is one of the year. */
const IS_DATE = /^(?:\d\.\d\d[^\d]?|\d\d\.\d\d\.)$/;
const IS_AMBIGUOUS = /^[hg]/i;
const COUNTDOWN = /^0{1,2}:\d\d:\d\d$/;
/** Characters of a day and the name of its month. */
const MAX_DATE = 20;
/** Right before the hour: "kl. 18". */
const CLOCK = new RegExp(String.raw`${beginning('time.clock')}[\s.]*$`, 'u');
const MAX_CLOCK = 16;
/** Words for ends of days, which are times by themselves. */
const NAMED = [
  { pattern: new RegExp(anyOf(foldedWords('midnight')), 'gu'), hour: 24 },
  { pattern: new RegExp(whole('noon'), 'gu'), hour: 12 },
];

const NAMES = phrases('midnight', 'noon');

function timesOfDay(text: string): TimeOfDay[] {
  const matches: RegExpExecArray[] = [];
  for (const match of text.matchAll(TIME)) if (matches.push(match) > MAX_TRIED) break;
  const endsRange = matches.map((match, i) => isTo(text, matches[i - 1], match));
  const found = matches.flatMap((match, i) => {
    const time = endsRange[i + 1] ? null : readTime(text, match);
    if (!time || !endsRange[i]) return time ?? [];
    return { ...time, since: lengthOf(readTime(text, matches[i - 1]!), time) };
  });
  return holdsAny(text, NAMES) ? [...found, ...namedTimes(fold(text))] : found;
}

/** How long a range is; 0 where its begin is a mere number. */
function lengthOf(first: TimeOfDay | null, last: TimeOfDay): number {
  const length = first ? clockOf(last) - clockOf(first) : 0;
  return length < 0 ? length + DAY : length;
}

const clockOf = ({ hour, minute }: TimeOfDay) => hour * HOUR + minute * MINUTE;

const endOf = ({ index, 0: whole }: RegExpExecArray) => index + whole.length;

/** Whether two times are the ends of a range. */
function isTo(text: string, first: RegExpExecArray | undefined, second: RegExpExecArray): boolean {
  if (!first || isBare(second) || second.index - endOf(first) > MAX_BETWEEN) return false;
  if (isBare(first) && OF_MORE.test(text.charAt(first.index - 1))) return false;
  return TO_ANOTHER.test(text.slice(endOf(first), second.index));
}

/** A number with nothing that tells it from any other. */
const isBare = ([, , minute, dotted, unit]: RegExpExecArray) =>
  (minute ?? dotted ?? unit) === undefined;

const namedTimes = (plain: string): TimeOfDay[] =>
  NAMED.flatMap(({ pattern, hour }) =>
    Array.from(plain.matchAll(pattern), (match) => {
      const [start, end] = [match.index, endOf(match)];
      return { start, end, hour, minute: 0, isLed: true, since: null };
    }),
  );

function readTime(text: string, match: RegExpExecArray): TimeOfDay | null {
  const [, hour, minute, dotted] = match;
  const time = { start: match.index, end: endOf(match) };
  const half = halfOf(text, time);
  const isLed =
    half !== undefined ||
    CLOCK.test(fold(text.slice(Math.max(0, match.index - MAX_CLOCK), match.index)));
  if (isDate(text, match, isLed) || isOfOther(text, time, dotted)) return null;
  const read = {
    ...time,
    isLed: isLed || isClock(match),
    hour: toHour(Number(hour), half),
    minute: Number(minute ?? dotted ?? 0),
    since: null,
  };
  return read.hour > 24 || read.minute > 59 ? null : read;
}

/** Whether a number is none of an hour, or the day before a month. */
function isDate(text: string, match: RegExpExecArray, isLed: boolean): boolean {
  const end = endOf(match);
  if (!isLed) return isBare(match) || IS_DATE.test(match[0] + text.charAt(end));
  return isBare(match) && dateNear(text.slice(match.index, end + MAX_DATE), 0, 0) !== null;
}

/** "18時" and "18 h 45" are no lengths of time; "18 h" and "00:10:00" may be. */
const isClock = ([whole, , minute, , unit = 'h']: RegExpExecArray) =>
  minute === undefined ? !IS_AMBIGUOUS.test(unit) : !COUNTDOWN.test(whole);

/** Of a sum, a zone or a length of time. */
const isOfOther = (text: string, { start, end }: Span, dotted: string | undefined) =>
  (dotted !== undefined && isPrice(text, { start, end })) ||
  OF_OTHER.test(text.slice(Math.max(0, start - 6), start));

/** "18.50 €" */
const isPrice = (text: string, { start, end }: Span) =>
  isAmount(text.slice(Math.max(0, start - 8), start), text.slice(end, end + 8));

type Half = 'am' | 'pm';

/** Names of a part of the day in all languages. */
const namesOf = (half: Half): string[] =>
  foldedWords(`time.${half}`).map((name) => name.replaceAll('.', ''));

/** "2:05 p. m.", "8:00 de la tarde": words so short may stand before it. */
const HALF_BEHIND = new RegExp(
  String.raw`^ ?(?:(p ?m)|a ?m|(?:\p{Script=Latin}{0,3} ){0,2}(?:(${anyOf(namesOf('pm'))})|${anyOf(namesOf('am'))}))(?![\p{L}\p{M}\d])`,
  'u',
);
/** As in the East: "오후 2시". */
const HALF_BEFORE = new RegExp(
  String.raw`${WORD_START}(?:(${anyOf(namesOf('pm'))})|${anyOf(namesOf('am'))})(?<!\p{Script=Latin})\s*$`,
  'u',
);
/** Characters of the name of a part of the day. */
const MAX_HALF = 20;

/** The half of the day that is named behind a time or before it. */
function halfOf(text: string, { start, end }: Span): Half | undefined {
  const behind = fold(text.slice(end, end + MAX_HALF + 10)).replaceAll('.', '');
  const named =
    HALF_BEHIND.exec(behind) ??
    HALF_BEFORE.exec(fold(text.slice(Math.max(0, start - MAX_HALF), start)));
  return named ? ((named[1] ?? named[2]) === undefined ? 'am' : 'pm') : undefined;
}

function toHour(hour: number, half: Half | undefined): number {
  if (!half || hour > 12) return hour;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

const REACH = 80;
/** Characters between a time of day and "tomorrow". */
const MAX_TO_DAY = 24;
const TOMORROW = new RegExp(whole('tomorrow'), 'u');
const MORNING_OR_GREETING = new RegExp(anyOf(foldedWords('morning')), 'gu');

/** When it is, on the date beside it or else the first such time after `from`; without a zone in UTC. */
function instantAt(page: TextPage, time: TimeOfDay, from: number) {
  const sentence = sentenceAround(page, time.start, time.end);
  const [start, end] = [time.start - sentence.start, time.end - sentence.start];
  const zone = findZone(sentence.text, start, end);
  const clock = clockOf(time);
  const around = withoutRows(page, sentence);
  const floor = Math.max(0, start - REACH);
  // "Kl. 14.05." is no 14th of May.
  const beside = `${around.slice(floor, start)}${'\n'.repeat(end - start)}${around.slice(end, end + REACH)}`;
  const date = dateNear(beside, start - floor, from);
  if (date) {
    const origin = sentence.start + floor;
    const place = { start: origin + date.start, end: origin + date.end };
    return { at: instantOf(date.day + clock, zone), date: place };
  }
  const today = Math.floor((from + zone(from)) / DAY) * DAY;
  const instant = instantOf(today + clock, zone);
  const isLater = instant <= from || isTomorrow(around, start, end);
  return { at: isLater ? instantOf(today + DAY + clock, zone) : instant, date: null };
}

/** "By noon tomorrow", "jutro do godz. 12:00"; not "a las 8 de la mañana". */
function isTomorrow(text: string, start: number, end: number): boolean {
  const beside = fold(text.slice(Math.max(0, start - MAX_TO_DAY), end + MAX_TO_DAY));
  return TOMORROW.test(beside.replace(MORNING_OR_GREETING, ''));
}
