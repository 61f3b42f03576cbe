import { adjacentWords, isAdjacent } from './adjacent-words.js';
import { deadlineRows } from './deadline-rows.js';
import { findDurations } from './durations.js';
import { asksToConfirm, namesOtherEnd, namesTaking } from './other-deadlines.js';
import { isOfCode, isOfThing, speaksOfCode } from './other-subjects.js';
import { findClock, findPoint, findSpanEnd } from './points-in-time.js';
import { AFTER, isAboutCode, isJoining, namesLink } from './stated-durations.js';
import { NOTHING_SAID, type TimeSaying } from './time-saying.js';
import { fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import { TOPIC_KINDS, type Hit } from '../text/lexicon.js';
import type { TextPage } from '../text/page.js';
import {
  clauseAround,
  hitsWithin,
  sentenceAround,
  withoutRows,
  type Sentence,
} from '../text/sentences.js';
import type { Span } from '../text/text-urls.js';
import { unitlessDurations } from './unitless-durations.js';
import type { TermKind } from '../words/roles.js';

const MAX_TERMS = 200;
const DAY = 86_400_000;
const MAX_AHEAD = 92 * DAY;
/** A time of day that is further ahead than this is rather one of earlier today, at which something happened. */
const SAME_DAY = 18 * 3_600_000;
/** What ends within this time is the code, even where it has some other name. */
const HALF_DAY = 12 * 3_600_000;
/** Characters behind a code in which its lifetime is told. */
const SOON_AFTER = 200;
const CODES: ReadonlySet<TermKind> = new Set(['code', 'maybeCode']);
const ELSEWHERE: ReadonlySet<TermKind> = new Set(TOPIC_KINDS);
/** "Card ending in 5512", "finit par •• 5512": what ends is a number. A year has more behind it. */
const ENDS_NUMBER =
  /^\s{0,2}(?:\p{L}{1,5}[\s-]{1,2}|ב-?)?[*•xX·.…#]{0,8}\s?\d{3,4}(?![\d.:/年년-])/u;
const MAX_ENDING = 24;
const IN_BRACKETS = /^.?\s?[(（]([^()（）\n]{3,40})[)）]/u;
const MAX_BRACKETS = 46;
const UNTIL_BESIDE = adjacentWords(['time.until']);
const DEEDS: ReadonlySet<TermKind> = new Set(['enter', 'verify', 'signIn']);
const UNTIL = foldedWords('time.until');

/** A point in time that words tell to be an end, and where they do. */
export interface StatedEnd extends Span {
  readonly at: number;
  readonly saying: TimeSaying;
}

/** Those of a page; `code` is where the code stands on it, null where it does not, and the mail was sent `from`. */
export function statedEnds(page: TextPage, code: Span | null, from: number): StatedEnd[] {
  const place = code?.start ?? -1;
  return [
    ...endsByWord(page, place, from),
    ...(code ? [...endsByDeed(page, place, from), ...endsBeside(page, code, from)] : []),
  ];
}

const saying = (hits: readonly Hit[] = []): TimeSaying => ({
  ...NOTHING_SAID,
  isEnd: true,
  isOfCode: hits.some(({ term }) => CODES.has(term.kind)),
});

/** "Valid until 14:30": behind or before a word of validity. */
function endsByWord(page: TextPage, code: number, from: number): StatedEnd[] {
  const terms = page.hits.filter(({ term }) => term.kind === 'lasts').slice(0, MAX_TERMS);
  return terms.flatMap((hit) => {
    const sentence = sentenceAround(page, hit.start, hit.end);
    const clause = clauseAround(page, sentence, hit.start);
    if (!mayEndCode(page, clause, { hit, code })) return [];
    const text = withoutCountdowns(page, withoutRows(page, sentence), sentence.start);
    const place = hit.end - sentence.start;
    const at = findPoint(text, place, from) ?? findSpanEnd(clause.text, from);
    if (at === null || at <= from || at - from > MAX_AHEAD) return [];
    const isFar = at - from > HALF_DAY && !isAboutCode(clause);
    if (namesOtherEnd(clause, hit.start, isFar) || isAfterElse(clause, hit)) return [];
    const own = sentence.hits.filter(
      (said) => CODES.has(said.term.kind) || (isWithin(clause, said) && !leadsTo(said, hit)),
    );
    const told = placeOf(findClock(text, place), sentence.start) ?? hit;
    return [{ at, start: told.start, end: told.end, saying: saying(own) }];
  });
}

const placeOf = (clock: Span | null, offset: number): Span | null =>
  clock && { start: clock.start + offset, end: clock.end + offset };

/** "Expires in: 00:10:00" names no time of day. */
const withoutCountdowns = (page: TextPage, text: string, offset: number) =>
  unitlessDurations(page).reduce(
    (rest, { start, end }) => blanked(rest, start - offset, end - offset),
    text,
  );

/** With blanks from one place to another, where those are in it. */
const blanked = (text: string, from: number, to: number) =>
  from < 0 || to > text.length
    ? text
    : text.slice(0, from) + ' '.repeat(to - from) + text.slice(to);

/** The same of something that is no code. */
const isAfterElse = (clause: Sentence, { end }: Hit) =>
  !speaksOfCode(clause) &&
  clause.hits.some(({ term }) => ELSEWHERE.has(term.kind)) &&
  isAfter(clause, end);

/** "Only today until 23:59" is said of offers, too. */
const leadsTo = ({ end }: Hit, lasts: Hit) => lasts.start - end >= 0 && lasts.start - end <= 2;

const isWithin = (clause: Sentence, { start }: Hit) =>
  start >= clause.start && start < clause.start + clause.text.length;

/** Whether a word of validity may be said of the code at a place. */
function mayEndCode(
  page: TextPage,
  clause: Sentence,
  { hit, code }: { hit: Hit; code: number },
): boolean {
  if (endsNumber(page, hit) || isOfWaiting(page, clause, hit)) return false;
  if (isOfThing(clause) || namesTaking(clause)) return false;
  return speaksOfCode(clause) || isElliptic(clause, hit) || isNext(page, clause, code);
}

/** "Valid until 14:30": the sentence does not say what is. */
const isElliptic = ({ text, start }: Sentence, hit: Hit) =>
  !/\p{L}/u.test(text.slice(0, hit.start - start));

/** Whether no other number is told of between the code, or what speaks of it, and a clause. */
function isNext(page: TextPage, clause: Sentence, code: number): boolean {
  const floor = clause.start - SOON_AFTER;
  const names = hitsWithin(page, floor, clause.start).filter(isOfCode);
  const place = Math.max(names.at(-1)?.start ?? -1, code < clause.start ? code : -1);
  if (place < floor) return false;
  if (code >= clause.start && code < clause.start + clause.text.length) return true;
  const { start, text } = clauseAround(page, sentenceAround(page, place, place), place);
  return !/\d/.test(withoutLengths(page, start + text.length, clause.start));
}

/** What stands between two places, without "3 hours", which nothing is counted or dated by. */
function withoutLengths(page: TextPage, from: number, to: number): string {
  const between = page.text.slice(from, to);
  if (!/\d/.test(between)) return between;
  return findDurations(page).reduce(
    (rest, { start, end }) => blanked(rest, start - from, end - from),
    between,
  );
}

const endsNumber = ({ text }: TextPage, { end }: Hit) =>
  ENDS_NUMBER.test(text.slice(end, end + MAX_ENDING));

/** "Until 14:00 we are open": the sentence does not name the code. "Asked for at 13:50, valid until 14:00" does. */
function isOfWaiting(page: TextPage, clause: Sentence, lasts: Hit): boolean {
  if (speaksOfCode(clause)) return false;
  const joins = isJoining(page, lasts);
  const isBefore = (hit: Hit) => !joins && hit.end <= lasts.start && !namesLink(page.text, hit);
  return clause.hits.some((hit) => hit.term.kind === 'waits' && !isBefore(hit));
}

/** "Type it in before 14:30": a time of the same day in a sentence that says what to do. */
function endsByDeed(page: TextPage, code: number, from: number): StatedEnd[] {
  const verbs = page.hits.filter(({ term }) => DEEDS.has(term.kind)).slice(0, MAX_TERMS);
  return verbs.flatMap((hit) => {
    const sentence = sentenceAround(page, hit.start, hit.end);
    const end = sentence.start + sentence.text.length;
    if (end < code || end > code + SOON_AFTER || sentence.hits.some((said) => isTold(page, said)))
      return [];
    const clause = clauseAround(page, sentence, hit.start);
    if (!namesDeadline(clause, hit)) return [];
    if (isAfter(clause, hit.end)) return [];
    const at = findPoint(clause.text, hit.end - clause.start, from);
    if (at === null || at <= from || at - from > SAME_DAY) return [];
    const told = placeOf(findClock(clause.text, hit.end - clause.start), clause.start) ?? hit;
    return [{ at, start: told.start, end: told.end, saying: saying() }];
  });
}

/** "Transfers entered after 16:00 go out tomorrow": a time of day from which on something is so. */
function isAfter(clause: Sentence, place: number): boolean {
  const clock = findClock(clause.text, place - clause.start);
  return clock !== null && isAdjacent(clause, clock, AFTER);
}

/** "Finish signing in by 14:30": what the code is for has to be done by then, and not just "at". */
function namesDeadline(clause: Sentence, { start, term }: Hit): boolean {
  if (term.kind === 'verify' && !asksToConfirm(clause)) return false;
  const clock = findClock(clause.text, start - clause.start);
  return clock !== null && isAdjacent(clause, clock, UNTIL_BESIDE);
}

/** "482913 (until 14:05)", and rows behind that with a deadline. */
function endsBeside(page: TextPage, { end }: Span, from: number): StatedEnd[] {
  const inner = IN_BRACKETS.exec(page.text.slice(end, end + MAX_BRACKETS))?.[1];
  const bracket = inner && isUntil(fold(inner).trim()) ? findPoint(inner, 0, from) : null;
  const points = [...(bracket === null ? [] : [bracket]), ...deadlineRows(page, end, from)];
  const isNear = (at: number) => at > from && at - from <= SAME_DAY;
  return points.filter(isNear).map((at) => ({ at, start: end, end, saying: saying() }));
}

const isUntil = (said: string) =>
  UNTIL.some(
    (word) =>
      said.startsWith(`${word} `) ||
      (!/\w/.test(word) && said.startsWith(word)) ||
      said.endsWith(word),
  );

const isTold = (page: TextPage, hit: Hit) =>
  hit.term.kind === 'waits' || (hit.term.kind === 'lasts' && !isJoining(page, hit));
