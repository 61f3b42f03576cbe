import { adjacentWords, isAdjacent } from './adjacent-words.js';
import { deadlineRows } from './deadline-rows.js';
import { findDurations, type Duration } from './durations.js';
import { TOPIC_KINDS, type Hit } from '../text/lexicon.js';
import { asksToConfirm, isOfPassword, namesOtherEnd, namesTaking } from './other-deadlines.js';
import type { TextPage } from '../text/page.js';
import { isOfCode, isOfThing, speaksOfCode } from './other-subjects.js';
import { fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import { findClock, findPoint, findSpanEnd } from './points-in-time.js';
import {
  clauseAround,
  hitsWithin,
  sentenceAround,
  withoutRows,
  type Sentence,
} from '../text/sentences.js';
import {
  AFTER,
  isAboutCode,
  isJoining,
  namesLink,
  statedDurations,
  typingDistance,
  type StatedDuration,
} from './stated-durations.js';
import type { TermKind } from '../words/roles.js';

/** When a code ends. */
export type Lifetime =
  /** So long after the mail was sent. */
  | { readonly kind: 'relative'; readonly ms: number }
  /** At this instant. */
  | { readonly kind: 'absolute'; readonly at: number };

const MAX_TERMS = 200;
const DAY = 86_400_000;
const MAX_AHEAD = 92 * DAY;
/** A time of day that is further ahead than this is rather one of earlier today, at which something happened. */
const SAME_DAY = 18 * 3_600_000;
/** What ends within this time is the code, even where it has some other name. */
const HALF_DAY = 12 * 3_600_000;
/** From here on a claim is believed. */
const ENOUGH = 1.6;
/** The evidence of a length of time beside a word of validity. */
const TOLD = 3;
/** The evidence of a point in time beside a word of validity, and what a sentence about the code itself adds. */
const ABSOLUTE = 2.9;
const OF_CODE = 1;
const MAX_ABSOLUTE = ABSOLUTE + OF_CODE;
/** Characters behind a code in which its lifetime is told. */
const SOON_AFTER = 200;
const MAX_CODE = 20;
const MAX_REMARK = 36;
const CODES: ReadonlySet<TermKind> = new Set(['code', 'maybeCode']);
const ELSEWHERE: ReadonlySet<TermKind> = new Set(TOPIC_KINDS);
const MIN_ALONE = 180_000;
const BRIEF = 3_600_000;
/** Beside a time of minutes, days are those of a device or a parcel. */
const FOR_DAYS = -0.3;
const LOOSE = -3;
const PROVING: ReadonlySet<TermKind> = new Set([
  ...(['code', 'maybeCode', 'digits', 'enter', 'verify', 'signIn', 'reset'] as const),
]);
/** Points, blanks and line ends between two sentences. */
const MAX_BETWEEN = 5;
/** "Card ending in 5512", "finit par •• 5512": what ends is a number. A year has more behind it. */
const ENDS_NUMBER =
  /^\s{0,2}(?:\p{L}{1,5}[\s-]{1,2}|ב-?)?[*•xX·.…#]{0,8}\s?\d{3,4}(?![\d.:/年년-])/u;
const MAX_ENDING = 24;
const IN_BRACKETS = /^.?\s?[(（]([^()（）\n]{3,40})[)）]/u;
const MAX_BRACKETS = 46;
const UNTIL_BESIDE = adjacentWords(['time.until']);
const DEEDS: ReadonlySet<TermKind> = new Set(['enter', 'verify', 'signIn']);
const UNTIL = foldedWords('time.until');

/**
 * The lifetime of a mail's code: a length of time or a point in time in a sentence that speaks of
 * validity, or of typing the code; the time until the next code, of a lockout or of a trusted device
 * is none. `code` is the code as printed on its page, `from` when the mail was sent.
 */
export function findLifetime(
  pages: readonly TextPage[],
  code: string,
  from: number,
): Lifetime | null {
  let best: ScoredLifetime | null = null;
  for (const page of pages) {
    const place = page.text.indexOf(code);
    best = better(best, relativeClaims(page, place));
    // Most codes last so long from now on, and no point in time could outweigh what says it.
    if (best && best.score >= MAX_ABSOLUTE) continue;
    best = better(best, absoluteClaims(page, place, from));
    best = better(best, commandClaims(page, place, from));
    if (place >= 0) best = better(best, besideClaims(page, { place, code }, from));
  }
  return best?.lifetime ?? null;
}

/** The first of the surest that are believed. */
function better(
  known: ScoredLifetime | null,
  claims: readonly ScoredLifetime[],
): ScoredLifetime | null {
  let best = known;
  for (const claim of claims)
    if (claim.score >= ENOUGH && (!best || claim.score > best.score)) best = claim;
  return best;
}

interface ScoredLifetime {
  readonly lifetime: Lifetime;
  readonly score: number;
}

function relativeClaims(page: TextPage, code: number): ScoredLifetime[] {
  const told = statedDurations(page, code);
  // Behind another number it belongs to that one.
  const next = code < 0 ? -1 : page.text.slice(code + MAX_CODE, code + SOON_AFTER).search(/\d{4}/);
  const reach = next < 0 ? SOON_AFTER : next + MAX_CODE;
  return told.flatMap((length) => {
    const { duration, hits, isPlain } = length;
    if (isOfOldPassword(page, duration, code)) return [];
    const lifetime: Lifetime = { kind: 'relative', ms: duration.ms };
    const follows = code >= 0 && duration.start > code && duration.start - code < reach;
    const said = saidOf(length, follows ? page.text.slice(code, duration.start) : null);
    const isPlainly = isPlain || typingDistance(hits, duration) !== null;
    const own = hits.filter(({ term }) => term.kind !== 'order' || !isPlainly);
    // What is offered lasts for days: its words say little of minutes.
    const brief = duration.ms <= BRIEF && own.some(({ term }) => term.kind === 'offer') ? 1 : 0;
    const long =
      duration.ms > DAY ? (isLoose(page, hits, { duration, code }) ? LOOSE : FOR_DAYS) : 0;
    return [{ lifetime, score: said + subjectOf(own) + brief + long }];
  });
}

/** "You have 14 days to send it back": days are a code's only where the sentence speaks of it or follows its own. */
function isLoose(
  page: TextPage,
  hits: readonly Hit[],
  { duration, code }: { duration: Duration; code: number },
): boolean {
  if (hits.some(({ term }) => PROVING.has(term.kind))) return false;
  if (code < 0) return false;
  if (code > duration.start) return true;
  const own = sentenceAround(page, code, code);
  const told = sentenceAround(page, duration.start, duration.end);
  return told.start - own.start - own.text.length > MAX_BETWEEN;
}

/** The evidence that a length of time is the lifetime; `gap` is what stands between the code and it. */
function saidOf({ duration, hits, lasts, isOnly }: StatedDuration, gap: string | null): number {
  if (gap !== null && inBrackets(gap)) return TOLD;
  return lasts === null ? implied(hits, duration, gap !== null, isOnly) : TOLD - lasts / 100;
}

/** "482913 (15 min)": what stands between a code and a length of time. */
const inBrackets = (gap: string) =>
  gap.length <= MAX_REMARK && /[(（[]\s?(?:\p{L}{1,9}\.?\s){0,2}$/u.test(gap);

/** "Your password expires in 3 days. To change it, enter": days told of ahead of the code. */
function isOfOldPassword(page: TextPage, { start, ms }: Duration, code: number): boolean {
  if (ms <= DAY || start > code) return false;
  const told = sentenceAround(page, start, start);
  const end = told.start + told.text.length;
  return code >= end && isOfPassword(told, sentenceAround(page, code, code));
}

/** "Type it in within ten minutes", "You have half an hour": nothing says in a word what ends. */
function implied(
  hits: readonly Hit[],
  { ms }: Duration,
  follows: boolean,
  isOnly: boolean,
): number {
  const typed = hits.some(({ term }) => term.kind === 'enter') ? 1.5 : 0;
  // A shorter time is that until the next code, and one beside goods or payments is theirs.
  const isOwn = ms >= MIN_ALONE && !hits.some(({ term }) => ELSEWHERE.has(term.kind));
  const alone = isOnly && follows && isOwn ? 0.4 : 0;
  const usual = ms >= 60_000 && ms <= DAY ? 0.3 : -0.7;
  return typed + (follows ? 1 : 0) + alone + usual;
}

function absoluteClaims(page: TextPage, code: number, from: number): ScoredLifetime[] {
  const terms = page.hits.filter(({ term }) => term.kind === 'lasts').slice(0, MAX_TERMS);
  return terms.flatMap((hit) => {
    const sentence = sentenceAround(page, hit.start, hit.end);
    const clause = clauseAround(page, sentence, hit.start);
    if (!mayEndCode(page, clause, { hit, code })) return [];
    const text = withoutRows(page, sentence);
    const at = findPoint(text, hit.end - sentence.start, from) ?? findSpanEnd(clause.text, from);
    if (at === null || at <= from || at - from > MAX_AHEAD) return [];
    const isFar = at - from > HALF_DAY && !isAboutCode(clause);
    if (namesOtherEnd(clause, hit.start, isFar) || isAfterElse(clause, hit)) return [];
    const own = sentence.hits.filter(
      (said) => CODES.has(said.term.kind) || (isWithin(clause, said) && !leadsTo(said, hit)),
    );
    return [{ lifetime: { kind: 'absolute', at }, score: ABSOLUTE + subjectOf(own) }];
  });
}

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
    (rest, { start, end }) =>
      start >= from && end <= to
        ? rest.slice(0, start - from) + ' '.repeat(end - start) + rest.slice(end - from)
        : rest,
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
function commandClaims(page: TextPage, code: number, from: number): ScoredLifetime[] {
  if (code < 0) return [];
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
    return [{ lifetime: { kind: 'absolute', at }, score: 1.8 }];
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
function besideClaims(
  page: TextPage,
  { place, code }: { place: number; code: string },
  from: number,
): ScoredLifetime[] {
  const end = place + code.length;
  const inner = IN_BRACKETS.exec(page.text.slice(end, end + MAX_BRACKETS))?.[1];
  const bracket = inner && isUntil(fold(inner).trim()) ? findPoint(inner, 0, from) : null;
  const points = [...(bracket === null ? [] : [bracket]), ...deadlineRows(page, end, from)];
  const isNear = (at: number) => at > from && at - from <= SAME_DAY;
  return points
    .filter(isNear)
    .map((at) => ({ lifetime: { kind: 'absolute', at }, score: MAX_ABSOLUTE }));
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

/** A sentence about the code itself counts more than one about a link or an account. */
function subjectOf(hits: readonly Hit[]): number {
  const has = (...kinds: TermKind[]) => hits.some(({ term }) => kinds.includes(term.kind));
  return (has(...CODES) ? OF_CODE : 0) - (has('offer', 'backup', 'support', 'order') ? 2 : 0);
}
