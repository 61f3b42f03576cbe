import type { Duration } from './durations.js';
import type { Hit } from './lexicon.js';
import { hasOtherSubject, isOfThing, speaksOfCode } from './other-things.js';
import { holdsStem, phrases } from './phrases.js';
import type { Sentence } from './sentences.js';
import {
  ARRIVING_WORDS,
  BARRED_WORDS,
  BEGINNING_WORDS,
  CANCELLED_WORDS,
  CAP_WORDS,
  CONTACT_WORDS,
  HELD_WORDS,
  IDLE_WORDS,
  IMPOSSIBLE_WORDS,
  OPEN_WORDS,
  PASSWORD_WORDS,
  SIGN_IN_WORDS,
  SIGNED_IN_WORDS,
  UNASKED_WORDS,
  WORKING_WORDS,
} from './words/other-time-words.js';

const HOUR = 3_600_000;
const CANCELLED = phrases(CANCELLED_WORDS);
const OTHERS = phrases(
  [
    HELD_WORDS,
    CAP_WORDS,
    ARRIVING_WORDS,
    OPEN_WORDS,
    BEGINNING_WORDS,
    BARRED_WORDS,
    CONTACT_WORDS,
    IDLE_WORDS,
  ].join(),
);
const IMPOSSIBLE = phrases(IMPOSSIBLE_WORDS);
const UNASKED = phrases(UNASKED_WORDS);
const SIGNED_IN = phrases(SIGNED_IN_WORDS);
const SESSIONS = phrases([SIGNED_IN_WORDS, SIGN_IN_WORDS].join());
const PASSWORDS = phrases(PASSWORD_WORDS);
const WORKING = phrases(WORKING_WORDS);

/** Between commas, which also stand within numbers; Thai has blanks for them. */
const PART_END = /[,;](?!\d)|[，；،、]|(?<=[\u0e00-\u0e7f]\.?) (?=[\u0e00-\u0e7f])/g;

/** The part of a clause between two commas that a place is in. */
export function partAround(clause: Sentence, place: number): Sentence {
  const at = place - clause.start;
  let from = 0;
  for (const { index } of clause.text.matchAll(PART_END)) {
    if (index >= at) return partOf(clause, from, index);
    from = index + 1;
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
export function namesOther(part: Sentence, clause: Sentence): boolean {
  if (speaksOfCode(part)) return false;
  return (part !== clause && isOfThing(part)) || holdsStem(part.text, OTHERS);
}

/**
 * "No code is needed for 30 days", "trading is not available for 15 days": what does not happen for so long. That
 * it cannot be used any more is said of a code, too.
 */
export function namesNothing(part: Sentence, { ms }: Duration): boolean {
  if (holdsStem(part.text, UNASKED)) return true;
  if (ms <= HOUR || speaksOfCode(part)) return false;
  return holdsStem(part.text, IMPOSSIBLE) && !holdsStem(part.text, WORKING);
}

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
  if (holdsStem(clause.text, SIGNED_IN)) return true;
  return !isDeadline && lastsOtherwise(clause, place);
}

/** What lasts has some other name, and is nothing that works or is used. */
const lastsOtherwise = (clause: Sentence, place: number) =>
  hasOtherSubject(clause, place) && !holdsStem(clause.text, WORKING);

/** "The session lasts eight hours": one to sign in with would last for minutes. */
export const namesSession = ({ text }: Sentence, { ms }: Duration): boolean =>
  ms > HOUR && holdsStem(text, SESSIONS);

/** "The vote is open until 20 February, 18:00": the same of a point in time. `isFar`: no code would last so long. */
export function namesOtherEnd(clause: Sentence, place: number, isFar: boolean): boolean {
  if (namesOther(partAround(clause, place), clause)) return true;
  return isFar && lastsOtherwise(clause, place);
}

/** "Your password expires in 3 days": to be changed, where what is told of the code calls it otherwise. */
export const isOfPassword = (told: Sentence, ofCode: Sentence): boolean =>
  holdsStem(told.text, PASSWORDS) && !holdsStem(ofCode.text, PASSWORDS);
