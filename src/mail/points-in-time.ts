import { fold } from './fold.js';
import { splitTerms } from './lexicon.js';
import { LANGUAGES } from './words/all.js';

/** Hours east of UTC of zones that mail names by letters. */
const ZONES: Readonly<Record<string, number>> = {
  ...{ utc: 0, gmt: 0, z: 0, wet: 0, west: 1, bst: 1, cet: 1, mez: 1, cest: 2, mesz: 2, eet: 2 },
  ...{ eest: 3, msk: 3, мск: 3, trt: 3, ist: 5.5, wib: 7, ict: 7, cst: -6, cdt: -5, est: -5 },
  ...{ edt: -4, et: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, pt: -8, brt: -3, jst: 9, kst: 9 },
  ...{ sgt: 8, hkt: 8, aest: 10, aedt: 11, nzst: 12, sast: 2 },
};
const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
const REACH = 80;

const TIME =
  /(?<![\d:.])(\d{1,2})[:時时시h](\d{2})(?!\d)(?::\d{2})?(?:\s?분)?\s?([ap]\.?m\.?\b)?\s?\(?((?:utc|gmt)?\s?[+-]\d{1,2}(?::?\d{2})?|[a-zа-я]{1,4}(?![a-zа-я]))?/i;
const ISO = /(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/;
const CJK = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/;
const NUMERIC = /(?<!\d)(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)/;
const NAMED =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|\.|º)?\s(?:de\s|d['’])?(\p{L}{3,12})\.?,?\s(?:de\s)?(\d{4})/u;
const NAMED_FIRST = /(\p{L}{3,12})\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s(\d{4})/u;

const MONTHS = readMonths();

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
  const around = text.slice(Math.max(0, place - REACH), place + REACH);
  const time = TIME.exec(text.slice(place, place + REACH)) ?? TIME.exec(around);
  if (!time) return null;
  const hour = toHour(Number(time[1]), time[3]);
  const offset = zoneOffset(time[4] ?? '');
  const minute = Number(time[2]);
  if (hour > 24 || minute > 59) return null;
  const day = findDay(around, from);
  if (day) return Date.UTC(day.year, day.month - 1, day.day, hour, minute) - offset;
  const midnight = Math.floor((from + offset) / DAY) * DAY;
  const instant = midnight + hour * HOUR + minute * MINUTE - offset;
  return instant > from ? instant : instant + DAY;
}

function toHour(hour: number, half: string | undefined): number {
  if (!half) return hour;
  const isAfternoon = half.toLowerCase().startsWith('p');
  return (hour % 12) + (isAfternoon ? 12 : 0);
}

function zoneOffset(zone: string): number {
  const name = zone.toLowerCase().trim();
  const shift = /([+-])(\d{1,2}):?(\d{2})?$/.exec(name);
  if (!shift) return (ZONES[name] ?? 0) * HOUR;
  const size = Number(shift[2]) * HOUR + Number(shift[3] ?? 0) * MINUTE;
  return shift[1] === '-' ? -size : size;
}

function findDay(text: string, from: number): Day | null {
  const ordered = ISO.exec(text) ?? CJK.exec(text);
  if (ordered) return toDay(Number(ordered[1]), Number(ordered[2]), Number(ordered[3]));
  const numeric = NUMERIC.exec(text);
  if (numeric) return readNumeric(numeric, from);
  return readNamed(NAMED.exec(text), 1, 2) ?? readNamed(NAMED_FIRST.exec(text), 2, 1);
}

/** Day first or month first: whichever is a date and lies nearer to the mail's. */
function readNumeric(match: RegExpExecArray, from: number): Day | null {
  const [first, second, year] = [Number(match[1]), Number(match[3]), Number(match[4])];
  const dayFirst = toDay(year, second, first);
  const monthFirst = match[2] === '/' ? toDay(year, first, second) : null;
  if (!dayFirst || !monthFirst) return dayFirst ?? monthFirst;
  return distance(monthFirst, from) < distance(dayFirst, from) ? monthFirst : dayFirst;
}

const distance = ({ year, month, day }: Day, from: number) =>
  Math.abs(Date.UTC(year, month - 1, day) - from);

function readNamed(match: RegExpExecArray | null, day: number, month: number): Day | null {
  if (!match) return null;
  const name = fold(match[month] ?? '');
  const found = MONTHS.find(({ stem, open }) => (open ? name.startsWith(stem) : name === stem));
  return found ? toDay(Number(match[3]), found.month, Number(match[day])) : null;
}

const toDay = (year: number, month: number, day: number): Day | null =>
  month >= 1 && month <= 12 && day >= 1 && day <= 31 ? { year, month, day } : null;

function readMonths(): { stem: string; open: boolean; month: number }[] {
  return LANGUAGES.flatMap(({ months }) =>
    splitTerms(months ?? '').flatMap((spellings, index) =>
      spellings.split('/').map((name) => ({
        stem: fold(name.replace('*', '')),
        open: name.endsWith('*'),
        month: index + 1,
      })),
    ),
  );
}
