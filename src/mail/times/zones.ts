import { fold } from '../text/fold.js';
import { clip } from '../text/safe-text.js';
import { ZONE_HOURS } from '../text/zone-hours.js';
import { zoneNames } from '../words/word-lists.js';
import { UNIT_LENGTHS } from './units.js';

const { hour: HOUR } = UNIT_LENGTHS;

/** Some more mean one in a sentence, where its language is that of a few countries. */
const ABBREVIATIONS: Readonly<Record<string, number>> = {
  ...ZONE_HOURS,
  ...{ IST: 5.5, ICT: 7, BRT: -3, ART: -3, SGT: 8, MYT: 8, WIB: 7, WITA: 8, TRT: 3, WAT: 1 },
  ...{ HNE: -5, HAE: -4, HNC: -6, HNR: -7, HNP: -8, HNA: -4, HAA: -3 },
  ...{ PHT: 8, SAST: 2, IDT: 3, GST: 4, CLT: -4 },
};
/** `(UTC+03:00)`, `GMT -3`, `+0200`, `(+3)`, and further on `13.00 (…, UTC+1)`; also what a clock of the database is ahead. */
const SHIFT =
  /(?:^[\s(（,]{0,3}(?=[+−-](?:(?:0\d|1[0-4]):?[0-5]\d(?!\d)|\d{1,2}[)）]))|(?:utc|gmt)\s?)([+−-])\s?(\d{1,2}):?(\d{2})?(?!\d)/i;
/** "12:00 CET", "12:00 PM EST", "12:00 czasu CET", "12 hora local (CET)"; of several the first one: "15.10 WIB, PT Koinara". */
const ABBREVIATION = new RegExp(
  String.raw`^[\s(（,]{0,3}(?:[\p{L}.]{1,12}[\s(（]{1,2}){0,2}?(${Object.keys(ABBREVIATIONS).join('|')})(?![\p{L}\d])`,
  'u',
);
/** "23:59-ig (CEST)", "20.30'a": what languages join to a number. */
const ENDING = /^[-':\u2019]\p{L}{1,5}/u;
/** How far behind or before a time of day its zone stands. */
const REACH = 70;

interface ZoneName {
  readonly zone: string;
  readonly word: string;
  /** Of several the first one counts. */
  readonly rank: number;
}

/** Characters of the shortest names. */
const HEAD = 2;
/** By how they begin. */
const NAMED = new Map<string, ZoneName[]>();
zoneNames()
  .flatMap(([zone, names]) => [zone, ...names].map((name) => ({ zone, word: fold(name) })))
  .forEach(({ zone, word }, rank) => {
    const head = clip(word, HEAD);
    NAMED.set(head, [...(NAMED.get(head) ?? []), { zone, word, rank }]);
  });

/** How far east of UTC a clock is at an instant, in milliseconds. */
export type Zone = (instant: number) => number;

const UTC: Zone = () => 0;
/** "時刻は日本時間（JST）です", "All times are Eastern (EST)". */
const IN_BRACKETS = new RegExp(`[(（](${Object.keys(ABBREVIATIONS).join('|')})[)）]`, 'g');

/** The one zone that a text puts into brackets anywhere, for times that have none beside them; UTC without any. */
export function zoneOfAll(text: string): Zone {
  const zones = new Set(
    Array.from(text.matchAll(IN_BRACKETS), ([, zone]) => ABBREVIATIONS[zone!]!),
  );
  const [shift = 0] = zones;
  return zones.size === 1 ? () => shift * HOUR : UTC;
}

/** The zone that a text gives for a time of day at `start` to `end`; `usual` without any. */
export function findZone(text: string, start: number, end: number, usual = UTC): Zone {
  const behind = text.slice(end, end + REACH).replace(ENDING, '');
  const shift = shiftOf(behind) ?? ABBREVIATIONS[ABBREVIATION.exec(behind)?.[1] ?? ''];
  if (shift !== undefined) return () => shift * HOUR;
  const name = named(behind) ?? named(text.slice(Math.max(0, start - REACH), start));
  return name === undefined ? usual : (instant) => offsetAt(instant, name);
}

/** Hours. */
function shiftOf(text: string): number | undefined {
  const match = SHIFT.exec(text);
  if (!match) return undefined;
  const [, sign, hours, minutes = 0] = match;
  return (Number(hours) + Number(minutes) / 60) * (sign === '+' ? 1 : -1);
}

function named(around: string): string | undefined {
  const plain = fold(around);
  let best: ZoneName | undefined;
  for (let at = 0; at < plain.length; at++)
    for (const name of NAMED.get(plain.slice(at, at + HEAD)) ?? [])
      if (name.rank < (best?.rank ?? Infinity) && standsAlone(plain, at, name.word)) best = name;
  return best?.zone;
}

/** Whether a word stands at a place; "ct" and "wit" are also in the middle of words. */
const standsAlone = (text: string, at: number, word: string): boolean =>
  text.startsWith(word, at) &&
  !/[a-z]/.test(text.charAt(at - 1)) &&
  !/[a-z]/.test(text.charAt(at + word.length));

/** The instant at which the clock of a zone shows what UTC shows at `clock`. */
export const instantOf = (clock: number, zone: Zone): number => clock - zone(clock - zone(clock));

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetAt(instant: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  return (shiftOf(format.format(instant)) ?? 0) * HOUR;
}
