import { adjacentWords, isAdjacent } from './adjacent-words.js';
import { CharKind, charKinds, fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import { TOPIC_KINDS, type Hit } from '../text/lexicon.js';
import type { TextPage } from '../text/page.js';
import { holdsStem, phrases, type Phrases } from '../text/phrases.js';
import {
  clauseAround,
  hitsWithin,
  sentenceAround,
  withoutRows,
  type Sentence,
} from '../text/sentences.js';
import type { Span } from '../text/text-urls.js';
import type { TermKind } from '../words/roles.js';

/** What else than a code words may tell a time of. */
export type OtherTime = 'thing' | 'sure' | 'far' | 'misses' | 'again' | 'beside' | 'wait';

/** What words say of a time. */
export interface TimeSaying {
  /** Characters to what says that something lasts; null where nothing does. */
  readonly lasts: number | null;
  /** Nothing but a word that joins it to its sentence does, such as "within". */
  readonly isJoined: boolean;
  readonly others: ReadonlySet<OtherTime>;
  /** Whether its clause names a code, or says to type something. */
  readonly isOfCode: boolean;
  /** Whether its sentence names goods, payments and the like. */
  readonly isBesideGoods: boolean;
  /** Whether it stands some way behind the code, and no other number between them. */
  readonly follows: boolean;
}

/** What else lasts or happens, where the same part of a clause names no code. */
const THINGS = phrases('time.thing', 'time.sure');
/** The same of what goes on for some time, and not until an hour of the day. */
const EVENTS = phrases('time.event', 'time.link', 'attempt.locked');
/** The same where a code is named, too. */
const SURE = phrases('time.sure');
/** The same of hours and days. */
const FAR = phrases('time.far');
const PASSWORDS = phrases('time.password');
const AGAIN = phrases('time.new', 'attempt.again');
const MISSED = phrases('attempt.missed');
const LOCKED = phrases('attempt.locked', 'attempt.resting');
/** That something ends. */
const STOPPING = phrases('time.stopping');
const LATEST = phrases('time.latest');
const HAVING = phrases('time.having');
/** "After ten minutes you have to ask for another": behind a time. */
const NEEDING = phrases('time.needing');
const WITHIN = adjacentWords(['time.within']);
/** "The first 24 hours", "every 30 seconds", "30秒ごと", "it takes 2 minutes", "24 hours ahead". */
const NO_END = adjacentWords(['time.before'], ['time.behind']);
/** "After", right before or behind a time. */
const AFTER = adjacentWords(['time.after']);
const UNTIL = adjacentWords(['time.until']);
const JOINING: ReadonlySet<string> = new Set(foldedWords('time.joining'));
const LINKS = foldedWords('time.link');
const CODES: ReadonlySet<TermKind> = new Set(['code', 'maybeCode']);
const ELSEWHERE: ReadonlySet<TermKind> = new Set([...TOPIC_KINDS, 'errand']);
const HOUR = 3_600_000;
const MAX_ENDING = 6;
/** Characters before a part of a clause in which wrong attempts are told of. */
const MAX_LEAD = 60;
/** Characters behind a code in which its lifetime is told. */
const SOON_AFTER = 200;
const MAX_CODE = 20;

interface TimeInClause {
  readonly clause: Sentence;
  readonly part: Sentence;
  readonly time: Span & { readonly ms: number };
  readonly isPoint: boolean;
}

/** Reads it; `code` is where the code stands, negative where it is not on the page. */
export function sayingOf(
  page: TextPage,
  { start, end }: Span,
  { ms, code, isPoint }: { readonly ms: number; readonly code: number; readonly isPoint: boolean },
): TimeSaying {
  const time = { start, end: endOfWord(page.text, end), ms };
  const sentence = sentenceAround(page, time.start, time.end);
  const clause = clauseAround(page, sentence, time.start);
  const told = { clause, part: partAround(page, clause, time.start), time, isPoint };
  const lasting = (isPoint && isRow(page, sentence, time) ? [] : sentence.hits).filter(
    isOf(['lasts']),
  );
  const lasts = nearest(lasting, time);
  const isPlain = lasting.some((hit) => !isJoining(page, hit));
  return {
    lasts: lasts ?? (isEnd(page, told, code) ? 0 : null),
    isJoined: !isPoint && lasts !== null && !isPlain,
    others: othersOf(page, told, { lasts, code }),
    isOfCode: clause.hits.some(isOfCode),
    isBesideGoods: sentence.hits.some(({ term }) => ELSEWHERE.has(term.kind)),
    follows: follows(page, time, code),
  };
}

/** Whether something else than a word of validity tells that a time is an end: "You have 10 minutes", "482913 (until 14:05)". */
function isEnd(
  page: TextPage,
  { clause, part, time, isPoint }: TimeInClause,
  code: number,
): boolean {
  const holds = (among: Phrases) => holdsStem(part.text, among);
  if (isNeeded(part, time) || holds(isPoint ? LATEST : STOPPING)) return true;
  if (!isPoint)
    return holds(HAVING) || (isAdjacent(page, time, WITHIN) && part.hits.some(isOf(['verify'])));
  const isBeside = code >= clause.start && code < clause.start + clause.text.length;
  return isAdjacent(page, time, UNTIL) && (isBeside || clause.hits.some(isOfCode));
}

/** "Requested at: 10:05": a row that says itself of what its time is. */
const isRow = (page: TextPage, sentence: Sentence, { start }: Span) =>
  withoutRows(page, sentence).charAt(start - sentence.start) === ' ';

function othersOf(
  page: TextPage,
  told: TimeInClause,
  { lasts, code }: { readonly lasts: number | null; readonly code: number },
): ReadonlySet<OtherTime> {
  const { part, time, isPoint } = told;
  const isMeant = isNeeded(part, time);
  const waiting = part.hits.filter((hit) => isWaiting(page, part, hit));
  const waits = nearest(waiting, time) ?? Infinity;
  const others: Record<OtherTime, boolean> = {
    ...namedBy(page, told),
    far: !isPoint && time.ms > HOUR && isFar(page, told, code),
    again: !isMeant && isAdjacent(page, time, AFTER) && holdsStem(part.text, AGAIN),
    beside: !isPoint && isAdjacent(page, time, NO_END),
    wait: !isMeant && waits < Infinity && waits <= (lasts ?? Infinity),
  };
  return new Set((Object.keys(others) as OtherTime[]).filter((other) => others[other]));
}

/** What the part of a clause names. */
function namedBy({ text }: TextPage, { part, isPoint }: TimeInClause) {
  const holds = (among: Phrases) => holdsStem(part.text, among);
  const isOther = !holds(STOPPING);
  const lead = text.slice(Math.max(0, part.start - MAX_LEAD), part.start + part.text.length);
  const names = !part.hits.some(isOfCode) && (holds(THINGS) || (!isPoint && holds(EVENTS)));
  return {
    thing: isOther && names,
    sure: isOther && holds(SURE),
    misses: holds(LOCKED) && holdsStem(lead, MISSED),
  };
}

/** What has to be done within days, or is cancelled, and is not to type the code; or a password that ends. */
function isFar(page: TextPage, { clause, part, time }: TimeInClause, code: number): boolean {
  const rest = partOf(page, part.start, clause.start + clause.text.length);
  if (!rest.hits.some(isOfCode) && holdsStem(rest.text, FAR)) return true;
  return time.end <= code && holdsStem(part.text, PASSWORDS);
}

const isNeeded = ({ start, text }: Sentence, { end }: Span) =>
  holdsStem(text.slice(end - start), NEEDING);

/** "Resend in 60 seconds", but not "the code and the link work for an hour". */
const isWaiting = ({ text }: TextPage, { hits }: Sentence, { start, end, term }: Hit) =>
  term.kind === 'waits' &&
  !(
    hits.some((code) => CODES.has(code.term.kind) && code.end <= start) &&
    LINKS.some((word) => fold(text.slice(start, end)).includes(word))
  );

const isOf =
  (kinds: readonly TermKind[]) =>
  ({ term }: Hit) =>
    kinds.includes(term.kind);
/** Names a code, or says to type something. */
export const isOfCode = isOf(['code', 'maybeCode', 'enter']);

/** Between commas, which also stand within numbers, and behind "30 min."; Thai has blanks for them, and behind a code. */
const PART_END =
  /[,;](?!\d)|[，；，、]|(?<=\d\s?\p{L}{1,4})\.(?=\s\p{Lu})|(?<=[\u0e00-\u0e7f]\.?|\d{4}) (?=[\u0e00-\u0e7f])/gu;

/** The part of a clause between two commas that a place is in. */
function partAround(page: TextPage, { start, text, hits }: Sentence, place: number): Sentence {
  let [from, to] = [0, text.length];
  for (const { index } of text.matchAll(PART_END)) {
    if (index >= place - start) {
      to = index;
      break;
    }
    from = index + 1;
  }
  return from === 0 && to === text.length
    ? { start, text, hits }
    : partOf(page, start + from, start + to);
}

const partOf = (page: TextPage, start: number, end: number): Sentence => ({
  start,
  text: page.text.slice(start, end),
  hits: hitsWithin(page, start, end),
});

/** A word of validity that only joins a time to what is said of it. */
const isJoining = ({ text }: TextPage, { start, end }: Hit) =>
  JOINING.has(fold(text.slice(start, end)));

/** "Stunde" is all that a term holds of "Stunden". */
function endOfWord(text: string, end: number): number {
  let last = end;
  while (last < end + MAX_ENDING && charKinds[text.charCodeAt(last)] === CharKind.Letter) last++;
  return last;
}

function nearest(hits: readonly Hit[], { start, end }: Span): number | null {
  // Of two that stand as near, the first one is meant.
  const distances = hits.map((hit) =>
    hit.end <= start ? start - hit.end : Math.max(0, hit.start - end) + 0.5,
  );
  return distances.length === 0 ? null : Math.min(...distances);
}

function follows({ text }: TextPage, { start }: Span, code: number): boolean {
  if (code < 0 || start <= code) return false;
  const next = text.slice(code + MAX_CODE, code + SOON_AFTER).search(/\d{4}/);
  return start - code < (next < 0 ? SOON_AFTER : next + MAX_CODE);
}
