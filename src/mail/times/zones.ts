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
const ABBREVIATION = /^[\s(（,]{0,3}([a-z]{1,4})(?![\p{L}\d])/iu;
/** "12:00 czasu CET", "12 hora local (CET)" */
const AFTER_WORDS = /^[\s(（,]{0,3}(?:\p{L}{1,12}[\s(（]{1,2}){1,2}([A-Z]{3,4})(?![\p{L}\d])/u;
/** How far behind or before a time of day its zone stands. */
const REACH = 70;

const NAMED = zoneNames().flatMap(([zone, names]) =>
  [zone, ...names].map((word) => ({ zone, word: fold(word) })),
);

/** Where a clock is: always so far east of UTC, or a zone of the IANA database. */
export type Zone = { readonly offset: number } | { readonly name: string };

/** The zone that a text gives for a time of day at `start` to `end`; UTC without any. */
export function findZone(text: string, start: number, end: number): Zone {
  const behind = text.slice(end, end + REACH);
  const shift = SHIFT.exec(behind);
  if (shift) return { offset: shiftOf(shift) };
  const offset = abbreviated(ABBREVIATION, behind);
  if (offset !== undefined) return { offset };
  const name = named(behind) ?? named(text.slice(Math.max(0, start - REACH), start));
  return name === null ? lateShift(behind) : { name };
}

function abbreviated(pattern: RegExp, behind: string): number | undefined {
  const hours = ABBREVIATIONS[pattern.exec(behind)?.[1]?.toLowerCase() ?? ''];
  return hours === undefined ? undefined : hours * HOUR;
}

function shiftOf([, sign, hours, minutes]: RegExpExecArray): number {
  const size = Number(hours) * HOUR + Number(minutes ?? 0) * MINUTE;
  return sign === '+' ? size : -size;
}

/** `13.00 (…, UTC+1)` */
function lateShift(behind: string): Zone {
  const match = /(?:utc|gmt)\s?([+−-])\s?(\d{1,2}):?(\d{2})?(?!\d)/i.exec(behind);
  return { offset: match ? shiftOf(match) : (abbreviated(AFTER_WORDS, behind) ?? 0) };
}

function named(around: string): string | null {
  const plain = fold(around);
  for (const { zone, word } of NAMED) if (holds(plain, word)) return zone;
  return null;
}

function holds(text: string, word: string): boolean {
  const at = text.indexOf(word);
  if (at < 0) return false;
  // "ct" and "wit" are also in the middle of words.
  return !/[a-z]/.test(text.charAt(at - 1)) && !/[a-z]/.test(text.charAt(at + word.length));
}

/** The instant at which the clock of a zone shows what UTC shows at `clock`. */
export function instantOf(clock: number, zone: Zone): number {
  if ('offset' in zone) return clock - zone.offset;
  const guess = clock - offsetAt(clock, zone.name);
  return clock - offsetAt(guess, zone.name);
}

/** What the clock of a zone shows at an instant, as an instant of UTC. */
export const clockAt = (instant: number, zone: Zone): number =>
  instant + ('offset' in zone ? zone.offset : offsetAt(instant, zone.name));

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetAt(instant: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    const numeric = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
    const time = { hour: 'numeric', minute: 'numeric', hourCycle: 'h23' } as const;
    format = new Intl.DateTimeFormat('en-US', { timeZone, ...numeric, ...time });
    formats.set(timeZone, format);
  }
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part;
  const shown = Date.UTC(year, month - 1, day, hour, minute);
  return shown - Math.floor(instant / MINUTE) * MINUTE;
}
