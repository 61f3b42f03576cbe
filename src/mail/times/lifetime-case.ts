import { cldrDurationsOf } from './cldr-durations.js';
import { withEnglishHalf } from './day-periods.js';
import { findDurations, isPartOfDate, type Duration } from './durations.js';
import { findPoint } from './points-in-time.js';
import { statedEnds, type PointInTime } from './stated-ends.js';
import { sayingOf, type OtherTime, type TimeSaying } from './time-saying.js';
import type { TextPage } from '../text/page.js';
import { lookOf, unreadShare } from '../text/page-look.js';
import type { Span } from '../text/text-urls.js';

const HOUR = 3_600_000;
/** What is told by a time of day ends on the same day. */
const MAX_AHEAD = 18 * HOUR;
const MAX_POINTS = 50;

/** A length of time, or the time until a point, that may be the lifetime of a mail's code. */
export interface LifetimeCase {
  /** From when the mail was sent. */
  readonly ms: number;
  readonly isPoint: boolean;
  /** Whether the code stands before it on its page, behind it, or (null) not on it. */
  readonly isBehind: boolean | null;
  /** Characters between the code and it. */
  readonly distance: number;
  /** Ends of sentences between them. */
  readonly sentences: number;
  /** How many others stand between the code and it; without the code on its page, before it. */
  readonly between: number;
  /** Distinct lengths of time in the mail. */
  readonly count: number;
  readonly isShortest: boolean;
  /** Other numbers in its sentence. */
  readonly numbers: number;
  /** What words say of it, and whether they tell of it, or of another time of the mail, that it is the end. */
  readonly saying: TimeSaying;
  readonly isTold: boolean;
  readonly hasRival: boolean;
  /** How much of the mail is in words that are not known, from 0 to 1. */
  readonly unread: number;
}

interface Place extends Span {
  readonly ms: number;
  readonly isPoint: boolean;
  readonly saying: TimeSaying;
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
  };
  return places.map((place) => toCase(place, mail));
}

function placesOn(page: TextPage, codes: readonly Span[], from: number): Place[] {
  const lengths = lengthsOf(page).map((one) => ({ ...one, by: one, kind: 'length' as const }));
  const points = pointsOf(page, codes[0]?.start ?? -1, from).map((one) => ({
    ...one,
    ms: one.at - from,
    kind: one.by ? ('end' as const) : ('clock' as const),
    by: one.by ?? one,
  }));
  return [...lengths, ...points]
    .filter((found) => !codes.some((own) => overlaps(own, found)))
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, ms, kind, by }) => {
      const code = nearest(codes, { start });
      const saying = sayingOf(page, by, { ms, code: code?.start ?? -1, kind });
      return { start, end, ms, isPoint: kind !== 'length', saying, page, code };
    });
}

const overlaps = (one: Span, other: Span) => one.start < other.end && other.start < one.end;

/** By the words that are known, and by those of CLDR where they tell of none. */
function lengthsOf(page: TextPage): Duration[] {
  const known = findDurations(page);
  const isKnown = (found: Span) => known.some((own) => overlaps(own, found));
  const isOther = (found: Duration) => !isKnown(found) && !isPartOfDate(page.text, found);
  return [...known, ...cldrDurationsOf(page).filter(isOther)];
}

interface MailTimes {
  readonly places: readonly Place[];
  readonly count: number;
  readonly shortest: number;
  readonly unread: number;
}

/** "14:05" */
const CLOCK = /(?<![\d.,:/-])\d{1,2}[:.][0-5]\d(?![\d%€]|[.,:/]\d)/g;

/** The points in time that stand beside words of validity, and all other times of day. */
function pointsOf(page: TextPage, code: number, from: number): PointInTime[] {
  const told = [
    ...new Map(
      statedEnds(page, code, from)
        .reverse()
        .map((end) => [end.at, end]),
    ).values(),
  ];
  const isTold = (clock: PointInTime) =>
    told.some((end) => end.at === clock.at || overlaps(end, clock));
  return [...told, ...clocksOf(page, from).filter((clock) => !isTold(clock))];
}

function clocksOf({ text }: TextPage, from: number): PointInTime[] {
  const found: PointInTime[] = [];
  for (const { 0: written, index: start } of text.matchAll(CLOCK)) {
    if (found.length >= MAX_POINTS) break;
    const clock = { start, end: start + written.length };
    const sentence = sentenceOf(text, start, clock.end);
    const said = text.slice(sentence.start, sentence.end);
    const place = start - sentence.start;
    const at = findPoint(withEnglishHalf(said, place, place + written.length), place, from);
    if (at !== null && at > from && at - from <= MAX_AHEAD) found.push({ ...clock, at, by: null });
  }
  return found;
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
const nearest = (codes: readonly Span[], { start }: Pick<Span, 'start'>): Span | null =>
  codes.findLast((code) => code.end <= start) ?? codes[0] ?? null;

function toCase(place: Place, { places, count, shortest, unread }: MailTimes): LifetimeCase {
  const { page, start, end, ms, isPoint, saying } = place;
  const sentence = sentenceOf(page.text, start, end);
  const way = wayFrom(place, places);
  return {
    ms,
    isPoint,
    saying,
    count,
    unread,
    isBehind: way.isBehind,
    distance: way.distance,
    sentences: way.sentences,
    between: way.between,
    isShortest: ms === shortest,
    isTold: isTold(place),
    hasRival: places.some((one) => one.ms !== ms && isTold(one)),
    numbers:
      numbersIn(page.text.slice(sentence.start, start)) +
      numbersIn(page.text.slice(end, sentence.end)),
  };
}

const isTold = ({ saying: { lasts, others } }: Place) =>
  lasts !== null && !RULING_OUT.some((other) => others.has(other));
const RULING_OUT: readonly OtherTime[] = ['thing', 'sure', 'far', 'misses', 'beside', 'wait'];

const numbersIn = (text: string) => text.match(/\d+/g)?.length ?? 0;

const MAX_GAP = 2000;
/** Ends of sentences in all scripts. */
const SENTENCE_END = /[.!?](?=\s)|[。！？؟।։።။។۔\n]/g;

/** What stands between the code and a time. */
function wayFrom({ page, start, end, code }: Place, places: readonly Place[]) {
  const countWithin = (floor: number, last: number) =>
    places.filter((one) => one.page === page && one.start >= floor && one.end <= last).length;
  if (!code)
    return { isBehind: null, distance: MAX_GAP, sentences: 0, between: countWithin(0, start) };
  const isBehind = code.start < start;
  const [from, to] = isBehind ? [code.end, start] : [end, code.start];
  const gap = page.text.slice(from, Math.min(to, from + MAX_GAP));
  return {
    isBehind,
    distance: to - from,
    sentences: gap.match(SENTENCE_END)?.length ?? 0,
    between: countWithin(from, to),
  };
}

const REACH = 160;

/** The sentence of a line that a stretch stands in. */
function sentenceOf(text: string, start: number, end: number): Span {
  const floor = Math.max(0, start - REACH);
  let from = floor;
  for (const { index } of text.slice(floor, start).matchAll(SENTENCE_END)) from = floor + index + 1;
  const to = text.slice(end, end + REACH).search(SENTENCE_END);
  return { start: from, end: to < 0 ? Math.min(text.length, end + REACH) : end + to };
}
