import type { Duration } from './durations.js';
import { fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import type { Hit } from '../text/lexicon.js';
import { hasOtherSubject, isOfCode, isOfThing, speaksOfCode } from './other-subjects.js';
import { holdsStem, holdsWord, phrases } from '../text/phrases.js';
import type { Sentence } from '../text/sentences.js';

const HOUR = 3_600_000;
const DAY = 86_400_000;
/** Words of validity that only connect a time with its sentence, such as "within". */
export const JOINING: ReadonlySet<string> = new Set(foldedWords('time.joining'));
const CANCELLED = phrases('time.cancelled');
const OTHERS = phrases(
  'time.held',
  'time.unpaid',
  'time.cap',
  'time.arriving',
  'time.open',
  'time.beginning',
  'time.barred',
  'time.contact',
  'time.idle',
);
const IMPOSSIBLE = phrases('time.impossible');
const UNASKED = phrases('time.unasked');
const SIGNED_IN = phrases('time.signedIn');
const SESSIONS = phrases('time.signedIn', 'time.signIn');
const CHANGED = phrases('time.changed');
const ASKING = phrases('time.asking');
const NEWCOMERS = phrases('time.newcomer');
const DUTIES = phrases('time.duty');
const REGRETS = phrases('time.regret');
const PASSWORDS = phrases('time.password');
const WORKING = phrases('time.working');
const STOPPING = phrases('time.stopping');
const STOPS = foldedWords('time.stopping');
const NEEDING = phrases('time.needing');
const NEEDS = foldedWords('time.needing');
const TAKING = phrases('time.taking');
const GOING_ON = new Set(foldedWords('time.goingOn'));
const ADDRESSES = phrases('time.address');
const DENYING = new Set(foldedWords('time.denying'));

/** Between commas, which also stand within numbers, and behind "30 min."; Thai has blanks for them, and behind a code. */
const PART_END =
  /[,;](?!\d)|[，；،、]|(?<=\d\s?\p{L}{1,4})\.(?=\s\p{Lu})|(?<=[\u0e00-\u0e7f]\.?|\d{4}) (?=[\u0e00-\u0e7f])/gu;

/** The part of a clause between two commas that a place is in. */
export function partAround(clause: Sentence, place: number): Sentence {
  const at = place - clause.start;
  let from = 0;
  PART_END.lastIndex = 0;
  for (let end = PART_END.exec(clause.text); end; end = PART_END.exec(clause.text)) {
    if (end.index >= at) return partOf(clause, from, end.index);
    from = end.index + 1;
    PART_END.lastIndex = from;
  }
  return from === 0 ? clause : partOf(clause, from, clause.text.length);
}

/** The characters `from` to `to` of a clause, and the terms in them. */
export function partOf({ start, text, hits }: Sentence, from: number, to: number): Sentence {
  const isInside = (hit: Hit) => hit.start >= start + from && hit.start < start + to;
  return { start: start + from, text: text.slice(from, to), hits: hits.filter(isInside) };
}

/**
 * "We hold your seats", "the driver arrives", "the vote": a part of a clause that names no code, but something else
 * that takes time. Of the clause it is known that it is of no other thing.
 */
function namesOther(part: Sentence, clause: Sentence): boolean {
  if (speaksOfCode(part)) return false;
  return (part !== clause && isOfThing(part)) || holdsStem(part.text, OTHERS);
}

/**
 * "No code is needed for 30 days", "trading is not available for 15 days": what does not happen for so long. That
 * it cannot be used any more is said of a code, too.
 */
function namesNothing(part: Sentence, { ms }: Duration): boolean {
  if (holdsStem(part.text, UNASKED)) return true;
  if (ms <= HOUR || speaksOfCode(part)) return false;
  return holdsStem(part.text, IMPOSSIBLE) && !holdsStem(part.text, WORKING);
}

/**
 * "The PIN must be changed within 30 days", "activate the card within 60 days": what has to be done within days, and
 * is not to type the code.
 */
export function namesDuty(clause: Sentence, { ms, start }: Duration): boolean {
  const part = partAround(clause, start);
  if (ms <= DAY || isTyped(part)) return false;
  return (
    isChanged(part) || isDutyAlone(part) || isDutyAlone(clause) || holdsStem(clause.text, REGRETS)
  );
}

/** Unless a code ends, or it is one that something else can be changed with. */
const isChanged = (part: Sentence) =>
  holdsStem(part.text, CHANGED) && !part.hits.some((hit) => saysEnd(part, hit)) && !isByCode(part);

/** "With this code you can change your password": it is named beside what is changed; "PIN code" is one name. */
function isByCode(part: Sentence): boolean {
  const names = part.hits.filter(isOfCode);
  const [first] = names;
  if (first === undefined) return false;
  if (names.some(({ start }, i) => i > 0 && start - names[i - 1]!.end > 1)) return true;
  return holdsStem(part.text, PASSWORDS) && !holdsStem(wordsOf(part, first), PASSWORDS);
}

const wordsOf = ({ text, start }: Sentence, hit: Hit) =>
  text.slice(hit.start - start, hit.end - start);

const isTyped = ({ hits }: Sentence) => hits.some(({ term }) => term.kind === 'enter');

/** Without a code that the card or the form may be brought into use with. */
const isDutyAlone = (part: Sentence) => !speaksOfCode(part) && holdsStem(part.text, DUTIES);

/** "Your appointment ends at 16:00": a part that names no code, but what has a time of its own. */
const namesAppointment = (part: Sentence) =>
  !speaksOfCode(part) && part.hits.some(({ term }) => term.kind === 'errand');

/** Whether a term says that something ends, and not only by when it has to be done. */
function saysEnd(part: Sentence, hit: Hit): boolean {
  if (hit.term.kind !== 'lasts') return false;
  const said = wordsOf(part, hit);
  return !JOINING.has(fold(said)) && !holdsWord(said, ASKING);
}

/** "The new number works within 24 hours": so long it takes to be ready, unless it is to be confirmed. */
const namesNewcomer = (part: Sentence, { ms }: Duration): boolean =>
  ms > HOUR &&
  !speaksOfCode(part) &&
  part.hits.every(({ term }) => term.kind !== 'verify') &&
  holdsStem(part.text, NEWCOMERS);

/**
 * "Transfers not approved within 24 hours are cancelled": so long an order waits. What is cancelled within the
 * hour unless somebody types is so because its code ends. The clause names no code.
 */
export const isOfOutcome = ({ text }: Sentence, { ms }: Duration): boolean =>
  ms > HOUR && holdsStem(text, CANCELLED);

/**
 * "We hold your seats for 15 minutes": a clause that names no code, nor says that something ends, has some other
 * name for what lasts. `isDeadline`: the time is told as the one in which something has to be done.
 */
export function namesOtherSpan(clause: Sentence, place: number, isDeadline: boolean): boolean {
  if (namesSignedIn(clause)) return true;
  return !isDeadline && lastsOtherwise(clause, place);
}

/** What lasts has some other name, and is nothing that works or is used. */
export const lastsOtherwise = (clause: Sentence, place: number) =>
  hasOtherSubject(clause, place) && !holdsStem(clause.text, WORKING);

/** Somebody stays signed in, or a device is trusted. */
export const namesSignedIn = ({ text }: Sentence): boolean => holdsStem(text, SIGNED_IN);

/** "The session lasts eight hours": one to sign in with would last for minutes. */
export const namesSession = ({ text }: Sentence, { ms }: Duration): boolean =>
  ms > HOUR && holdsStem(text, SESSIONS);

/** "The vote is open until 20 February, 18:00": the same of a point in time. `isFar`: no code would last so long. */
export function namesOtherEnd(clause: Sentence, place: number, isFar: boolean): boolean {
  const part = partAround(clause, place);
  if (namesOther(part, clause) || isDutyAlone(part) || namesAppointment(part)) return true;
  return isFar && lastsOtherwise(clause, place);
}

/** "Your password expires in 3 days": to be changed, where what is told of the code calls it otherwise. */
export const isOfPassword = (told: Sentence, ofCode: Sentence): boolean =>
  holdsStem(told.text, PASSWORDS) && !holdsStem(ofCode.text, PASSWORDS);

/** "Setting up your account only takes 5 minutes": nothing in that part says that something ends. */
export const namesTaking = ({ text }: Sentence): boolean => holdsStem(text, TAKING);

/** "The installation lasts about two hours": what goes on has some other name than a code. */
export const goesOnOtherwise = (clause: Sentence, { start }: Duration): boolean =>
  clause.hits.some(
    (hit) => hit.term.kind === 'lasts' && GOING_ON.has(fold(wordsOf(clause, hit))),
  ) && hasOtherSubject(clause, start);

/** "Please confirm your address within 48 hours": what the code is for, and not what becomes of it otherwise. */
export const asksToConfirm = (part: Sentence): boolean =>
  part.hits.some(({ term }) => term.kind === 'verify') &&
  holdsStem(part.text, ADDRESSES) &&
  !fold(part.text)
    .split(NO_LETTER)
    .some((word) => DENYING.has(word));

const NO_LETTER = /[^\p{L}\p{M}]+/u;

/** Whether a part of a clause says what else happens in some time, or does not. */
export const namesElse = (part: Sentence, clause: Sentence, duration: Duration): boolean =>
  namesOther(part, clause) ||
  namesNothing(part, duration) ||
  namesNewcomer(part, duration) ||
  (duration.ms > DAY && holdsStem(clause.text, UNASKED));

/** "It stops working after ten minutes", "after ten minutes you need a new one": what ends then has no other name. */
export function namesStop(clause: Sentence, { start, end }: Duration): boolean {
  const { text } = clause;
  const [from, to] = [start - clause.start, end - clause.start];
  const isNeeded = needsNext(clause, end);
  if (!isNeeded && !holdsStem(text, STOPPING)) return false;
  const plain = fold(text);
  const at = isNeeded ? firstOf(plain, NEEDS, to) : firstOf(plain, STOPS, 0);
  const told = `${text.slice(0, Math.min(from, at))} ${text.slice(to, Math.max(to, at))}`;
  const hits = clause.hits.filter(isOfCode);
  return !hasOtherSubject({ start: 0, text: told, hits }, told.length);
}

/** "After ten minutes you will have to ask for another": one is needed then, it is not that one may be had. */
export const needsNext = ({ start, text }: Sentence, end: number): boolean =>
  holdsStem(text.slice(end - start), NEEDING);

const firstOf = (plain: string, words: readonly string[], from: number) =>
  Math.min(...words.map((word) => plain.indexOf(word, from)).filter((place) => place >= 0));
