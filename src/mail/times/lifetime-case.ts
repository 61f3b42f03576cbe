import { durationsOf } from './durations.js';
import { pointsInTime, type PointInTime } from './points-in-time.js';
import { timeTerms, type TimeTerms } from './time-terms.js';
import { UNIT_LENGTHS } from './units.js';
import { placesOf, type TextPage } from '../text/page.js';
import { lookOf, unreadShare } from '../text/page-look.js';
import type { Span } from '../text/text-urls.js';

const { hour: HOUR, day: DAY } = UNIT_LENGTHS;

/** A length of time, or the time until a point, that may be the lifetime of a mail's code. */
export interface LifetimeCase {
  /** From when the mail was sent. */
  readonly ms: number;
  readonly isPoint: boolean;
  /** Whether the code stands before it on its page, behind it, or (null) not on it. */
  readonly isBehind: boolean | null;
  /** Characters between the code and it. */
  readonly distance: number;
  /** How many others stand between the code and it; without the code on its page, before it. */
  readonly between: number;
  /** Distinct lengths of time in the mail. */
  readonly count: number;
  readonly isShortest: boolean;
  readonly terms: TimeTerms;
  /** How much of the mail is in words that are not known, from 0 to 1. */
  readonly unread: number;
}

/** All that may be the lifetime of a code, as it is printed, in the order of the texts. */
export function lifetimeCases(
  pages: readonly TextPage[],
  code: string,
  from: number,
): LifetimeCase[] {
  const places = pages.flatMap((page) => placesOn(page, code, from));
  if (places.length === 0) return [];
  const lengths = new Set(places.map(({ ms }) => ms));
  const shortest = Math.min(...lengths);
  const unread = unreadShare(lookOf(pages));
  return places.map((place) => {
    const { ms, isPoint, page, start, end } = place;
    const terms = timeTerms(page, { start, end }, isPoint);
    const isShortest = ms === shortest;
    return {
      ms,
      isPoint,
      terms,
      ...wayFrom(place, places),
      count: lengths.size,
      isShortest,
      unread,
    };
  });
}

interface Time extends Span {
  readonly ms: number;
  readonly isPoint: boolean;
}

/** A time where it stands, and the place of the code that it may be of. */
interface Place extends Time {
  readonly page: TextPage;
  readonly code: Span | null;
}

function placesOn(page: TextPage, code: string, from: number): Place[] {
  const codes = codesOn(page, code);
  return timesOn(page, from)
    .filter((time) => !codes.some((own) => overlaps(own, time)))
    .sort((a, b) => a.start - b.start)
    .map((time) => ({ ...time, page, code: nearest(codes, time.start) }));
}

const overlaps = (one: Span, other: Span) => one.start < other.end && other.start < one.end;
const size = ({ start, end }: Span) => end - start;

/** Of a length and a point at one place the longer one is meant: "8点30分", "10:00 minutes"; "until 18 hours" is a point. */
function timesOn(page: TextPage, from: number): Time[] {
  const all = durationsOf(page);
  const isLength = (point: PointInTime) =>
    all.some(
      (length) =>
        overlaps(length, point) &&
        size(length) >= size(point) + Number(point.isLed) &&
        !(point.isLed && length.ms % HOUR === 0 && length.ms < DAY),
    );
  const points = pointsInTime(page, from).filter((point) => !isLength(point));
  const lengths = all.filter((length) => !points.some((point) => overlaps(point, length)));
  return [
    ...lengths.map(({ start, end, ms }) => ({ start, end, ms, isPoint: false })),
    ...points.map(({ start, end, at }) => ({ start, end, ms: at - from, isPoint: true })),
  ];
}

const codesOn = ({ text }: TextPage, code: string): Span[] =>
  placesOf(text, code).map((start) => ({ start, end: start + code.length }));

/** The last code before a time, else the first one behind it. */
const nearest = (codes: readonly Span[], start: number): Span | null =>
  codes.findLast((code) => code.end <= start) ?? codes[0] ?? null;

/** Counts for what stands on another page than the code. */
const FAR = 2000;

/** What stands between the code and a time. */
function wayFrom({ page, start, end, code }: Place, places: readonly Place[]) {
  const countWithin = (floor: number, last: number) =>
    places.filter((one) => one.page === page && one.start >= floor && one.end <= last).length;
  if (!code) return { isBehind: null, distance: FAR, between: countWithin(0, start) };
  const isBehind = code.start < start;
  const [from, to] = isBehind ? [code.end, start] : [end, code.start];
  return { isBehind, distance: to - from, between: countWithin(from, to) };
}
