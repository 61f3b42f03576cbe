import { adjacentWords, isAdjacent } from './adjacent-words.js';
import { CharKind, charKinds, fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import { TOPIC_KINDS, type Hit } from '../text/lexicon.js';
import type { TextPage } from '../text/page.js';
import { holdsStem, phrases, type Phrases } from '../text/phrases.js';
import { clauseAround, hitsWithin, sentenceAround, type Sentence } from '../text/sentences.js';
import type { Span } from '../text/text-urls.js';
import type { TermKind } from '../words/roles.js';

/** What else than a code a clause may tell a time of. */
export type OtherTime = (typeof OTHERS)[number];

/** A length of time; a time of day beside a word of validity, or any other one. */
export type TimeKind = 'length' | 'end' | 'clock';

/** What words say of a time. */
export interface TimeSaying {
  /** Characters to what says that something lasts; null where nothing does. */
  readonly lasts: number | null;
  /** A word right beside it says so. */
  readonly isPlain: boolean;
  /** Nothing but a word that joins it to its sentence does, such as "within". */
  readonly isJoined: boolean;
  /** What else its clause names. */
  readonly others: ReadonlySet<OtherTime>;
  /** Whether its clause names a code, or says to type something. */
  readonly isOfCode: boolean;
  /** Whether its sentence names goods, payments and the like. */
  readonly isBesideGoods: boolean;
  /** Whether it stands some way behind the code, and no other number between them. */
  readonly follows: boolean;
}

const OTHERS = [
  ...(['event', 'sure', 'rest', 'next', 'misses', 'change', 'outcome', 'beside'] as const),
  ...(['ahead', 'after', 'wait', 'duty', 'password'] as const),
];

const THING_ROLES = [
  ...(['time.thing', 'time.held', 'time.unpaid', 'time.cap', 'time.arriving'] as const),
  ...(['time.open', 'time.beginning', 'time.barred', 'time.contact', 'time.idle'] as const),
  'time.taking',
] as const;
/** What else lasts or happens, where the same part of a clause names no code. */
const THINGS = phrases(...THING_ROLES);
/** The same of what goes on for some time, and not until an hour of the day. */
const EVENTS = phrases(
  ...THING_ROLES,
  ...(['time.newcomer', 'time.signIn', 'time.signedIn', 'time.unasked', 'attempt.locked'] as const),
  'time.link',
);
/** The same where it names a code, too. */
const SURE = phrases('time.unasked', 'time.signedIn', 'time.barred', 'time.arriving');
const RESTING = phrases('attempt.resting', 'time.impossible');
const NEXT = phrases('time.new', 'attempt.again');
/** That somebody has some time left, or that something ends. */
const TELLING = phrases('time.having', 'time.stopping');
const LATEST = phrases('time.latest');
const STOPPING = phrases('time.stopping');
const WITHIN = adjacentWords(['time.within']);
const PASSWORDS = phrases('time.password');
/** "After ten minutes you have to ask for another": behind a time. */
const NEEDING = phrases('time.needing');
const MISSED = phrases('attempt.missed');
const LOCKED = phrases('attempt.locked', 'attempt.resting');
const CHANGED = phrases('time.changed');
/** What becomes of an order that nobody confirms. */
const CANCELLED = phrases('time.cancelled');
const AHEAD = adjacentWords([], ['time.ahead']);
/** "The first 24 hours", "every 30 seconds", "30秒ごと", "it takes 2 minutes". */
const NO_END = adjacentWords(
  ['time.first', 'time.every', 'time.spent', 'time.ago', 'time.back'],
  ['time.first', 'time.times', 'time.spent', 'time.ago'],
);
/** "After", right before or behind a time. */
const AFTER = adjacentWords(['time.after']);
const UNTIL = adjacentWords(['time.until']);
const JOINING: ReadonlySet<string> = new Set(foldedWords('time.joining'));
const LINKS = foldedWords('time.link');
const CODES: ReadonlySet<TermKind> = new Set(['code', 'maybeCode']);
const ELSEWHERE: ReadonlySet<TermKind> = new Set([...TOPIC_KINDS, 'errand']);
/** What has to be done within days, and is not to type the code. */
const DUTIES = phrases('time.duty', 'time.regret');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BESIDE = 12;
const MAX_ENDING = 6;
/** Characters before a part of a clause in which wrong attempts are told of. */
const MAX_LEAD = 60;
/** Characters behind a code in which its lifetime is told. */
const SOON_AFTER = 200;
const MAX_CODE = 20;

/** Reads it; `code` is where the code stands, negative where it is not on the page. */
export function sayingOf(
  page: TextPage,
  { start, end }: Span,
  { ms, code, kind }: { readonly ms: number; readonly code: number; readonly kind: TimeKind },
): TimeSaying {
  const time = { start, end: endOfWord(page.text, end), ms, isAhead: end <= code };
  const sentence = sentenceAround(page, time.start, time.end);
  const clause = clauseAround(page, sentence, time.start);
  const part = partAround(page, clause, time.start);
  const lasting = kind === 'clock' ? [] : sentence.hits.filter(isOf(['lasts']));
  const lasts = nearest(lasting, time);
  const plain = nearest(
    lasting.filter((hit) => !isJoining(page, hit)),
    time,
  );
  const told: ClauseOfTime = { clause, part, time, lasts: plain, kind };
  const isLength = kind === 'length';
  return {
    lasts: lasts ?? (isEnd(page, told, code) ? 0 : null),
    isPlain: isLength && plain !== null && plain <= BESIDE,
    isJoined: isLength && lasts !== null && plain === null,
    others: othersOf(page, told),
    isOfCode: clause.hits.some(isOfCode),
    isBesideGoods: sentence.hits.some(({ term }) => ELSEWHERE.has(term.kind)),
    follows: isLength && follows(page, time, code),
  };
}

/** Whether something else than a word of validity tells that a time is an end. */
const isEnd = (page: TextPage, told: ClauseOfTime, code: number) =>
  told.kind === 'clock' ? isDeadline(page, told, code) : isTelling(page, told.part, told.time);

/** "Type it in before 14:30", "482913 (until 14:05)", "Deadline: 12:20". */
function isDeadline(page: TextPage, { clause, part, time }: ClauseOfTime, code: number): boolean {
  if (holdsStem(part.text, LATEST)) return true;
  const isBeside = code >= clause.start && code < clause.start + clause.text.length;
  return isAdjacent(page, time, UNTIL) && (isBeside || clause.hits.some(isOfCode));
}

const isTelling = (page: TextPage, part: Sentence, time: Span) =>
  holdsStem(part.text, TELLING) ||
  isNeeded(part, time) ||
  (isAdjacent(page, time, WITHIN) && part.hits.some(isOf(['verify'])));

interface ClauseOfTime {
  readonly clause: Sentence;
  readonly part: Sentence;
  readonly time: Span & { readonly ms: number; readonly isAhead: boolean };
  readonly lasts: number | null;
  readonly kind: TimeKind;
}

function othersOf(page: TextPage, told: ClauseOfTime): ReadonlySet<OtherTime> {
  const { part, time, lasts } = told;
  const waits = nearest(
    part.hits.filter((hit) => isWaiting(page, part, hit)),
    time,
  );
  const others: Record<OtherTime, boolean> = {
    ...namedBy(page, told),
    ...endedBy(page, told),
    next: isAdjacent(page, time, AFTER) && holdsStem(withoutTime(part, time), NEXT),
    beside: isAdjacent(page, time, NO_END),
    ahead: isAdjacent(page, time, AHEAD),
    after: isAdjacent(page, time, AFTER),
    wait: waits !== null && waits <= (lasts ?? Infinity),
  };
  if (isNeeded(part, time)) others.next = others.wait = others.after = false;
  return new Set(OTHERS.filter((other) => others[other]));
}

/** What the part of a clause names. */
function namedBy({ text }: TextPage, { part, kind }: ClauseOfTime) {
  const isOpen = !part.hits.some(isOfCode);
  const isSaid = !holdsStem(part.text, kind === 'clock' ? LATEST : STOPPING);
  const lead = text.slice(Math.max(0, part.start - MAX_LEAD), part.start + part.text.length);
  return {
    event: isSaid && isOpen && holdsStem(part.text, kind === 'length' ? EVENTS : THINGS),
    sure: isSaid && holdsStem(part.text, SURE),
    rest: isOpen && holdsStem(part.text, RESTING),
    misses: holdsStem(part.text, LOCKED) && holdsStem(lead, MISSED),
  };
}

/** What has to be done until then, or is over. */
function endedBy(page: TextPage, { clause, part, time, kind }: ClauseOfTime) {
  const rest = partOf(page, part.start, clause.start + clause.text.length);
  const isFar = time.ms > DAY;
  return {
    change: isFar && holdsStem(part.text, CHANGED) && !isByCode(page, part),
    duty: isFar && namesOnly(clause, DUTIES),
    password: isFar && time.isAhead && holdsStem(part.text, PASSWORDS),
    outcome: kind === 'length' && time.ms > HOUR && namesOnly(rest, CANCELLED),
  };
}

/** Whether it holds a phrase, and names no code. */
const namesOnly = ({ text, hits }: Sentence, among: Phrases) =>
  !hits.some(isOfCode) && holdsStem(text, among);

/** "Nach anderthalb Stunden" names no other code. */
const withoutTime = ({ start, text }: Sentence, time: Span) =>
  `${text.slice(0, Math.max(0, time.start - start))} ${text.slice(Math.max(0, time.end - start))}`;

/** "With this code you can change your password within 3 days." */
const isByCode = ({ text }: TextPage, part: Sentence) =>
  holdsStem(part.text, PASSWORDS) &&
  part.hits
    .filter(isOfCode)
    .some(({ start, end }) => !holdsStem(text.slice(start, end), PASSWORDS));

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
