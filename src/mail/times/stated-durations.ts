import { adjacentWords, isAdjacent } from './adjacent-words.js';
import type { Duration } from './durations.js';
import { fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import { TOPIC_KINDS, type Hit } from '../text/lexicon.js';
import { isWaitingRow, namesLockout } from './lockouts.js';
import { hasOtherSubject, isOfThing, speaksOfCode } from './other-subjects.js';
import {
  asksToConfirm,
  goesOnOtherwise,
  isOfOutcome,
  JOINING,
  namesDuty,
  namesElse,
  namesOtherSpan,
  namesSession,
  namesStop,
  needsNext,
  namesSignedIn,
  namesTaking,
  lastsOtherwise,
  partAround,
  partOf,
} from './other-deadlines.js';
import { isNamedAfter, isStatedAlone } from './named-durations.js';
import type { TextPage } from '../text/page.js';
import { clauseAround, sentenceAround, type Sentence } from '../text/sentences.js';
import type { TermKind } from '../words/roles.js';

const HOUR = 3_600_000;
const DAY = 86_400_000;
const BESIDE = 12;
const MAX_AFTER = 16;
/** Words of validity that are as usual for other things than codes. */
const KEEPING = new Set([...JOINING, ...foldedWords('time.keeping')]);
/** "After", right before or behind a time. */
export const AFTER = adjacentWords(['time.after']);
const WITHIN = adjacentWords(['time.within']);
const NO_SPAN = adjacentWords(['time.within', 'time.after', 'time.deadline']);
/** "The first 24 hours", "every 30 seconds", "30秒ごと", "it takes 2 minutes". */
const NO_END = adjacentWords(
  ['time.first', 'time.every', 'time.spent', 'time.ago', 'time.back'],
  ['time.first', 'time.times', 'time.spent', 'time.ago'],
);
const AHEAD = foldedWords('time.ahead');
const HAVING = foldedWords('time.having');
/** Characters before a length of time that are searched for "you have", and those that may stand between: "you now have only ten minutes". */
const MAX_HAVING = 36;
const MAX_ONLY = 14;
const OF_A_CODE: ReadonlySet<TermKind> = new Set<TermKind>([
  ...(['code', 'maybeCode', 'enter', 'verify', 'signIn', 'purpose', 'pending'] as const),
]);
const ELSEWHERE: ReadonlySet<TermKind> = new Set<TermKind>([...TOPIC_KINDS, 'waits']);
const CODES: ReadonlySet<TermKind> = new Set(['code', 'maybeCode']);
const NEW = foldedWords('time.new');
const LINKS = foldedWords('time.link');
/** "url" is a part of other words. */
const LONG_LINKS = LINKS.filter((word) => word.length > 3 || word > 'z');
/** Characters between "code" and "link" in "the code and the link". */
const MAX_AND = 12;

/** What a sentence says of a length of time. */
export interface StatedDuration {
  /** The terms of its sentence. */
  readonly hits: readonly Hit[];
  /** How far what says that something lasts is; null where nothing does. */
  readonly lasts: number | null;
  /** A word right beside it says so. */
  readonly isPlain: boolean;
  /** Why it is no lifetime; null where nothing says so. */
  readonly otherwise: OtherLength | null;
}

/** What a length of time is of, where it is of no code. */
export type OtherLength = 'thing' | 'days' | 'wait' | 'next' | 'else' | 'span' | 'kept' | 'other';

/** Reads it; `code` is where the code stands, negative where it is not on the page. */
export function readStated(page: TextPage, duration: Duration, code: number): StatedDuration {
  const sentence = sentenceAround(page, duration.start, duration.end);
  const clause = clauseAround(page, sentence, duration.start);
  const all = sentence.hits.filter((hit) => !isElsewhere(hit, clause));
  const hits = all.filter((hit) => !isOfLinkAndCode(page, hit, { all, duration }));
  const other = otherThan(page, clause, { all: hits, duration });
  const said = other ? null : nearest(hits, 'lasts', duration);
  // Looking for what somebody has takes longest: where a word says that it lasts, nothing hangs on it.
  const isHad = said === null && endsPlainly(page, { sentence, clause, duration, code });
  return {
    hits,
    lasts: isHad ? 0 : said,
    isPlain: isHad || isPlain(page, hits, duration),
    otherwise:
      ownerOf(clause, duration) ??
      awaited(page, clause, { all: hits, duration }, sentence.start) ??
      (isHad ? null : other),
  };
}

/** What has a name in a clause, and is no code. */
function ownerOf(clause: Sentence, duration: Duration): OtherLength | null {
  if (isOfThing(clause)) return 'thing';
  if (isOtherDays(clause, duration)) return 'days';
  if (namesDuty(clause, duration)) return 'other';
  if (isForOthers(clause, duration)) return 'other';
  return isOfLink(clause, duration) ? 'other' : null;
}

/** The time until the next code or attempt. */
function awaited(
  page: TextPage,
  clause: Sentence,
  { all, duration }: DurationStatement,
  sentence: number,
): OtherLength | null {
  if (isWaiting(page, clause, { all, duration })) return 'wait';
  return isUntilNext(page, all, duration, sentence) ? 'next' : null;
}

/** "The download link in our other mail works for 24 hours": no code is named beside it. */
const isOfLink = (clause: Sentence, { start }: Duration) =>
  !speaksOfCode(clause) && holdsLink(clause.text.slice(0, Math.max(0, start - clause.start)));

/** What a clause tells of another time, unless it is what somebody has left. */
function otherThan(
  page: TextPage,
  clause: Sentence,
  { all, duration }: DurationStatement,
): OtherLength | null {
  const other = otherTime(page, clause, duration);
  if (other) return other;
  if (isAhead(page, all, duration)) return 'other';
  return isKept(page, clause, duration) ? 'kept' : null;
}

const isOtherDays = (clause: Sentence, { ms, start }: Duration) =>
  ms > DAY && hasOtherSubject(clause, start) && !asksToConfirm(partAround(clause, start));

/** "We hold your seats for 15 minutes", "transfers not approved within 24 hours are cancelled": nothing plainer says that a code ends. */
function otherTime(page: TextPage, whole: Sentence, duration: Duration): OtherLength | null {
  const clause = fromCondition(whole, duration.start);
  if (isElse(page, whole, duration)) return 'else';
  const part = partAround(clause, duration.start);
  if (takesOtherwise(page, part, duration) || goesOnOtherwise(clause, duration)) return 'other';
  if (speaksOfCode(clause)) return null;
  if (isOfOutcome(clause, duration) || namesSession(clause, duration))
    return asksToConfirm(part) ? null : 'other';
  return !says(page, clause.hits) && isSpan(page, clause, duration) ? 'span' : null;
}

/** "We hold your seats for 15 minutes": a clause that names no code. */
const isSpan = (page: TextPage, clause: Sentence, duration: Duration): boolean =>
  isOfOtherSpan(page, clause, duration) ||
  (!isAboutCode(clause) && lastsOtherwise(clause, duration.start));

/** "Once you have typed it, activation takes 14 days", "… you stay signed in for 14 days": what comes after the code. */
function takesOtherwise(page: TextPage, part: Sentence, { ms }: Duration): boolean {
  if (ms > DAY && (namesTaking(part) || namesSignedIn(part))) return true;
  return (
    namesTaking(part) &&
    !says(page, part.hits) &&
    !part.hits.some(({ term }) => CODES.has(term.kind))
  );
}

/** Whether it is told of something else, whatever the clause says of a code. */
function isElse(page: TextPage, clause: Sentence, duration: Duration): boolean {
  if (isAdjacent(page, duration, NO_END)) return true;
  const part = partAround(fromCondition(clause, duration.start), duration.start);
  return namesElse(part, clause, duration) || namesLockout(page, part);
}

/** The same of a length of time without a verb: "482913. Session: eight hours." */
function isOtherAlone(page: TextPage, clause: Sentence, duration: Duration): boolean {
  if (isElse(page, clause, duration) || namesOtherSpan(clause, duration.start, true)) return true;
  const part = partAround(clause, duration.start);
  return namesTaking(part) || part.hits.some(({ term }) => ELSEWHERE.has(term.kind));
}

/** "If it was not you, you have 24 hours to report it." */
const isForOthers = (clause: Sentence, { ms, start }: Duration) =>
  ms > HOUR &&
  !speaksOfCode(clause) &&
  clause.hits.some(({ term, end }) => term.kind === 'ignore' && end <= start);

function isOfOtherSpan(page: TextPage, clause: Sentence, duration: Duration): boolean {
  const isMeant = isAboutCode(clause) || isAdjacent(page, duration, NO_SPAN);
  return namesOtherSpan(clause, duration.start, isMeant);
}

/** Whether a clause says something of what codes are for. */
export const isAboutCode = ({ hits }: Sentence): boolean =>
  hits.some(({ term }) => OF_A_CODE.has(term.kind));

/** Thai has no sign for the end of a sentence, but words where a condition begins. */
const CONDITIONS = ['หาก', 'ถ้า'];

function fromCondition(clause: Sentence, place: number): Sentence {
  const before = clause.text.slice(0, place - clause.start);
  const lead = Math.max(...CONDITIONS.map((word) => before.lastIndexOf(word)));
  return lead > 0 ? partOf(clause, lead, clause.text.length) : clause;
}

/** "Code valid for | 5 minutes", and below that "bill due on": another row is of something else. */
const isElsewhere = ({ start, term }: Hit, clause: Sentence) =>
  ELSEWHERE.has(term.kind) && (start < clause.start || start >= clause.start + clause.text.length);

/** "You have only ten minutes", "il te reste 5 minutes". */
function isLeft({ text }: TextPage, { start: floor }: Sentence, { start }: Duration): boolean {
  const before = fold(text.slice(Math.max(floor, start - MAX_HAVING), start));
  return HAVING.some((word) => {
    const at = before.lastIndexOf(word);
    const end = at + word.length;
    if (at < 0 || before.length - end > MAX_ONLY) return false;
    return isWhole(before, at, end) && !/\d/.test(before.slice(end));
  });
}

/** Where a length of time stands. */
interface DurationPlace {
  readonly sentence: Sentence;
  readonly clause: Sentence;
  readonly duration: Duration;
  /** Where the code is; negative where it is not on the page. */
  readonly code: number;
}

/** "You have ten minutes", "it stops working after ten minutes": of a code, and not of a link. */
const endsPlainly = (page: TextPage, { sentence, clause, duration, code }: DurationPlace) =>
  isLeft(page, sentence, duration) ||
  isAsked(page, clause, duration) ||
  (isNamedAfter(page.text, clause.hits, duration) && !otherTime(page, clause, duration)) ||
  (isStatedAlone(page.text, code, duration) && !isOtherAlone(page, clause, duration)) ||
  (namesStop(clause, duration) &&
    !holdsLink(clause.text) &&
    !namesLockout(page, partAround(clause, duration.start)));

/** "Confirm your address within 48 hours." */
const isAsked = (page: TextPage, clause: Sentence, duration: Duration) =>
  isAdjacent(page, duration, WITHIN) && asksToConfirm(partAround(clause, duration.start));

function holdsLink(text: string): boolean {
  const plain = fold(text);
  return LONG_LINKS.some((word) => plain.includes(word));
}

/** "开船前30分钟" */
const AHEAD_OF = /前 ?$/;

/** "At least 24 hours before your appointment": not "ten minutes before it expires". */
function isAhead(page: TextPage, hits: readonly Hit[], { start: from, end }: Duration): boolean {
  if (AHEAD_OF.test(page.text.slice(Math.max(0, from - 2), from))) return true;
  // "Stunde" is all that the term holds of "Stunden".
  const behind = fold(page.text.slice(end, end + MAX_AFTER).replace(/^\p{L}*\s?/u, ''));
  if (!AHEAD.some((word) => behind.startsWith(word) && isWhole(behind, 0, word.length)))
    return false;
  return !saying(page, hits).some(({ start, term }) => start > end && term.kind === 'lasts');
}

/** "You can see them for 30 days": a sentence that says nothing of a code, nor that something ends. */
function isKept({ text }: TextPage, { hits }: Sentence, { ms }: Duration): boolean {
  if (ms <= DAY || hits.some(({ term }) => OF_A_CODE.has(term.kind))) return false;
  const lasting = hits.filter(({ term }) => term.kind === 'lasts');
  return lasting.every(({ start, end }) => KEEPING.has(fold(text.slice(start, end))));
}

const isWhole = (text: string, start: number, end: number) =>
  !isLetter(text.charAt(start - 1)) && !isLetter(text.charAt(end));

const isLetter = (char: string) => /\p{L}/u.test(char);

/** "Valid for 10 minutes": right beside its length of time it says that something ends. */
function isPlain(page: TextPage, hits: readonly Hit[], duration: Duration): boolean {
  const says = nearest(saying(page, hits), 'lasts', duration);
  return says !== null && says <= BESIDE;
}

/** Without words of validity that only join. */
const saying = (page: TextPage, hits: readonly Hit[]) =>
  hits.filter((hit) => !isJoining(page, hit));

const says = (page: TextPage, hits: readonly Hit[]) =>
  saying(page, hits).some(({ term }) => term.kind === 'lasts');

/** What a sentence says of a length of time. */
interface DurationStatement {
  readonly all: readonly Hit[];
  readonly duration: Duration;
}

/** "Code and link are valid for an hour", "the link for a day, the code for 10 minutes": not of the link alone. */
function isOfLinkAndCode(
  { text }: TextPage,
  hit: Hit,
  { all, duration }: DurationStatement,
): boolean {
  if (hit.term.kind !== 'waits' || !namesLink(text, hit)) return false;
  const joins = (code: Hit) => code.end <= hit.start && hit.start - code.end <= MAX_AND;
  const follows = (code: Hit) => code.start >= hit.end && code.end <= duration.start;
  return all.some((other) => CODES.has(other.term.kind) && (joins(other) || follows(other)));
}

/** Whether a term is about a link. */
export function namesLink(text: string, { start, end }: Hit): boolean {
  const said = fold(text.slice(start, end));
  return LINKS.some((word) => said.includes(word));
}

/** Whether the time until the next code or the like is nearer than what says that it is valid. */
function isWaiting(
  page: TextPage,
  clause: Sentence,
  { all: hits, duration }: DurationStatement,
): boolean {
  if (isWaitingRow(clause, duration)) return true;
  if (endsBeforeWaiting(page, clause, duration) || needsNext(clause, duration.end)) return false;
  const waits = nearest(hits, 'waits', duration);
  if (waits === null || waits > (typingDistance(hits, duration) ?? Infinity)) return false;
  if (isTypedWithin(page, hits, duration)) return false;
  return waits <= (nearest(saying(page, hits), 'lasts', duration) ?? Infinity);
}

/** "It expires in 10 minutes, and you can ask for a new one": what is said behind a comma says nothing before it. */
function endsBeforeWaiting(page: TextPage, clause: Sentence, { start }: Duration): boolean {
  const { hits } = partAround(clause, start);
  return says(page, hits) && hits.every(({ term }) => term.kind !== 'waits');
}

/** "Use this code within five minutes, or you will have to ask for a new one." */
function isTypedWithin(page: TextPage, hits: readonly Hit[], duration: Duration): boolean {
  const isTyped = hits.some(({ term, end }) => term.kind === 'enter' && end <= duration.start);
  const isBehind = ({ term, start }: Hit) => term.kind !== 'waits' || start >= duration.end;
  return isTyped && hits.every(isBehind) && isAdjacent(page, duration, WITHIN);
}

/** "Type it within 3 minutes, then ask for a new one": how far the verb is where it is right beside. */
function typingDistance(hits: readonly Hit[], duration: Duration): number | null {
  const typed = nearest(hits, 'enter', duration);
  return typed !== null && typed <= BESIDE ? typed : null;
}

/** "You can order a new one after ten minutes": what begins then, unless a word right beside says that it ends. */
function isUntilNext(
  page: TextPage,
  hits: readonly Hit[],
  duration: Duration,
  sentence: number,
): boolean {
  if (!isAdjacent(page, duration, AFTER) || isPlain(page, hits, duration)) return false;
  const words = fold(page.text.slice(sentence, duration.start));
  return NEW.some((word) => beginsWord(words, word));
}

function beginsWord(text: string, word: string): boolean {
  const at = text.indexOf(word);
  return at >= 0 && !/[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(text.charAt(at - 1));
}

/** A word of validity that only joins a time to what is said of it. */
export const isJoining = ({ text }: TextPage, { start, end }: Hit) =>
  JOINING.has(fold(text.slice(start, end)));

function nearest(hits: readonly Hit[], kind: TermKind, { start, end }: Duration): number | null {
  let best: number | null = null;
  for (const hit of hits) {
    if (hit.term.kind !== kind) continue;
    // Of two that stand as near, the first one is meant.
    const distance = hit.end <= start ? start - hit.end : Math.max(0, hit.start - end) + 0.5;
    best = best === null ? distance : Math.min(best, distance);
  }
  return best;
}
