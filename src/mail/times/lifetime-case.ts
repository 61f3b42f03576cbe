import { durationsOf } from './durations.js';
import { pointsInTime, type PointInTime } from './points-in-time.js';
import { sayingOf, type OtherTime, type TimeSaying } from './time-saying.js';
import type { TextPage } from '../text/page.js';
import { lookOf, unreadShare } from '../text/page-look.js';
import type { Span } from '../text/text-urls.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

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
  const { lengths, points } = timesOn(page, from);
  return [
    ...lengths.map((one) => ({ ...one, isPoint: false })),
    ...points.map((one) => ({ ...one, ms: one.at - from, isPoint: true })),
  ]
    .filter((found) => !codes.some((own) => overlaps(own, found)))
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, ms, isPoint }) => {
      const code = nearest(codes, { start });
      const saying = sayingOf(page, { start, end }, { ms, code: code?.start ?? -1, isPoint });
      return { start, end, ms, isPoint, saying, page, code };
    });
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
