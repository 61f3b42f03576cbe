import { durationsOf } from './durations.js';
import { pointsInTime, type PointInTime } from './points-in-time.js';
import { TimeTerms } from './time-terms.js';
import { UNIT_LENGTHS } from './units.js';
import type { TextPage } from '../text/page.js';
import { lookOf, unreadShare } from '../text/page-look.js';
import type { Span } from '../text/text-urls.js';

const { hour: HOUR, day: DAY } = UNIT_LENGTHS;

/** A length of time, or the time until a point, that may be the lifetime of a mail's code. */
export interface LifetimeCase {
  /** From when the mail was sent. */
  readonly ms: number;
  readonly isPoint: boolean;
  /** Whether it is the last of two times: "14:00–14:10". */
  readonly endsRange: boolean;
  /** Whether the first of them is when the mail was sent. */
  readonly hasBegun: boolean;
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
  /** Whether words tell of any time of the mail that it is the end. */
  readonly anyTold: boolean;
  /** How much of the mail is in words that are not known, from 0 to 1. */
  readonly unread: number;
}

interface Place extends Span {
  readonly ms: number;
  readonly isPoint: boolean;
  readonly endsRange: boolean;
  readonly hasBegun: boolean;
  readonly terms: TimeTerms;
  readonly page: TextPage;
  readonly code: Span | null;
}

/** All that may be the lifetime of a code, as it is printed, in the order of the texts. */
export function lifetimeCases(
  pages: readonly TextPage[],
  code: string,
  from: number,
): LifetimeCase[] {
  const places = pages.flatMap((page) => placesOn(page, codesOn(page, code), from));
  if (places.length === 0) return [];
  const lengths = new Set(places.map(({ ms }) => ms));
  const mail: MailTimes = {
    places,
    count: lengths.size,
    shortest: Math.min(...lengths),
    unread: unreadShare(lookOf(pages)),
    anyTold: places.some(({ terms }) => terms.isTold),
  };
  return places.map((place) => toCase(place, mail));
}

const LENGTH = { isPoint: false, endsRange: false, hasBegun: false };

function placesOn(page: TextPage, codes: readonly Span[], from: number): Place[] {
  const { lengths, points } = timesOn(page, from);
  return [
    ...lengths.map((one) => ({ ...one, ...LENGTH })),
    ...points.map((one) => ({ ...one, ms: one.at - from, isPoint: true })),
  ]
    .filter((found) => !codes.some((own) => overlaps(own, found)))
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, ...time }) => ({
      ...{ start, end, page },
      ...time,
      terms: new TimeTerms(page, { start, end }, time.isPoint),
      code: nearest(codes, start),
    }));
}

const overlaps = (one: Span, other: Span) => one.start < other.end && other.start < one.end;
const size = ({ start, end }: Span) => end - start;

/** Of a length and a point at one place the longer one is meant: "8点30分", "10:00 minutes"; "until 18 hours" is a point. */
function timesOn(page: TextPage, from: number) {
  const all = durationsOf(page);
  const isLength = (point: PointInTime) =>
    all.some(
      (length) =>
        overlaps(length, point) &&
        size(length) >= size(point) + Number(point.isLed) &&
        !(point.isLed && length.start === point.start && length.ms % HOUR === 0 && length.ms < DAY),
    );
  const points = pointsInTime(page, from).filter((point) => !isLength(point));
  const lengths = all.filter((length) => !points.some((point) => overlaps(point, length)));
  return { points, lengths };
}

interface MailTimes {
  readonly places: readonly Place[];
  readonly count: number;
  readonly shortest: number;
  readonly unread: number;
  readonly anyTold: boolean;
}

const MAX_CODES = 20;

/** The first places of a code on a page. */
function codesOn({ text }: TextPage, code: string): Span[] {
  const found: Span[] = [];
  let at = text.indexOf(code);
  while (at >= 0 && found.length < MAX_CODES) {
    found.push({ start: at, end: at + code.length });
    at = text.indexOf(code, at + code.length);
  }
  return found;
}

/** The last code before a time, else the first one behind it. */
const nearest = (codes: readonly Span[], start: number): Span | null =>
  codes.findLast((code) => code.end <= start) ?? codes[0] ?? null;

function toCase(place: Place, { places, shortest, ...mail }: MailTimes): LifetimeCase {
  const { ms, isPoint, endsRange, hasBegun, terms } = place;
  return {
    ...{ ms, isPoint, endsRange, hasBegun, terms },
    ...mail,
    ...wayFrom(place, places),
    isShortest: ms === shortest,
  };
}

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
