import { fold } from '../text/fold.js';
import { zoneNames } from '../words/word-lists.js';

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Hours east of UTC of abbreviations that are the same all year. */
const ABBREVIATIONS: Readonly<Record<string, number>> = {
  ...{ utc: 0, gmt: 0, z: 0, wet: 0, west: 1, bst: 1, cet: 1, mez: 1, cest: 2, mesz: 2, eet: 2 },
  ...{ eest: 3, msk: 3, ist: 5.5, ict: 7, cst: -6, cdt: -5, est: -5, edt: -4, mst: -7, mdt: -6 },
  ...{ pst: -8, pdt: -7, brt: -3, art: -3, jst: 9, kst: 9, sgt: 8, hkt: 8, myt: 8, aest: 10 },
  ...{ hne: -5, hae: -4, hnc: -6, hnr: -7, hnp: -8, hna: -4, haa: -3, wib: 7, wita: 8, trt: 3 },
  ...{ akst: -9, akdt: -8, hst: -10, wat: 1, pht: 8, awst: 8 },
  ...{ aedt: 11, nzst: 12, nzdt: 13, sast: 2, idt: 3, gst: 4, pkt: 5, clt: -4 },
};
/** `(UTC+03:00)`, `GMT -3`, `+0200`. */
const SHIFT = /^[\s(（,]{0,3}(?:utc|gmt)?\s?([+−-])\s?(\d{1,2}):?(\d{2})?(?!\d)/i;
/** The same further on, and what a clock of the database is ahead: `GMT+05:30`. */
const LATE_SHIFT = /(?:utc|gmt)\s?([+−-])\s?(\d{1,2}):?(\d{2})?(?!\d)/i;
const ABBREVIATION = /^[\s(（,]{0,3}([a-z]{1,4})(?![\p{L}\d])/iu;
/** "12:00 czasu CET", "12 hora local (CET)" */
const AFTER_WORDS = /^[\s(（,]{0,3}(?:\p{L}{1,12}[\s(（]{1,2}){1,2}([A-Z]{3,4})(?![\p{L}\d])/u;
/** "23:59-ig (CEST)", "20.30'a": what languages join to a number. */
const ENDING = /^[-':\u2019]\p{L}{1,5}/u;
/** How far behind or before a time of day its zone stands. */
const REACH = 70;

const NAMED = zoneNames().flatMap(([zone, names]) =>
  [zone, ...names].map((word) => ({ zone, word: fold(word) })),
);

/** How far east of UTC a clock is at an instant, in milliseconds. */
export type Zone = (instant: number) => number;

/** The zone that a text gives for a time of day at `start` to `end`; UTC without any. */
export function findZone(text: string, start: number, end: number): Zone {
  const behind = text.slice(end, end + REACH).replace(ENDING, '');
  const shift = shiftOf(SHIFT.exec(behind)) ?? abbreviated(ABBREVIATION, behind);
  if (shift !== undefined) return () => shift;
  const name = named(behind) ?? named(text.slice(Math.max(0, start - REACH), start));
  if (name !== undefined) return (instant) => offsetAt(instant, name);
  // `13.00 (…, UTC+1)`
  const late = shiftOf(LATE_SHIFT.exec(behind)) ?? abbreviated(AFTER_WORDS, behind) ?? 0;
  return () => late;
}

function abbreviated(pattern: RegExp, behind: string): number | undefined {
  const hours = ABBREVIATIONS[pattern.exec(behind)?.[1]?.toLowerCase() ?? ''];
  return hours === undefined ? undefined : hours * HOUR;
}

function shiftOf(match: RegExpExecArray | null): number | undefined {
  if (!match) return undefined;
  const [, sign, hours, minutes = 0] = match;
  const size = Number(hours) * HOUR + Number(minutes) * MINUTE;
  return sign === '+' ? size : -size;
}

function named(around: string): string | undefined {
  const plain = fold(around);
  return NAMED.find(({ word }) => holds(plain, word))?.zone;
}

function holds(text: string, word: string): boolean {
  const at = text.indexOf(word);
  if (at < 0) return false;
  // "ct" and "wit" are also in the middle of words.
  return !/[a-z]/.test(text.charAt(at - 1)) && !/[a-z]/.test(text.charAt(at + word.length));
}

/** The instant at which the clock of a zone shows what UTC shows at `clock`. */
export const instantOf = (clock: number, zone: Zone): number => clock - zone(clock - zone(clock));

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetAt(instant: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  return shiftOf(LATE_SHIFT.exec(format.format(instant))) ?? 0;
}
