import type { Duration } from './durations.js';
import type { Hit } from './lexicon.js';
import { hasOtherSubject, isOfThing, speaksOfCode } from './other-things.js';
import { holdsStem, phrases } from './phrases.js';
import type { Sentence } from './sentences.js';
import {
  ARRIVING_WORDS,
  BEGINNING_WORDS,
  CANCELLED_WORDS,
  CAP_WORDS,
  HELD_WORDS,
  OPEN_WORDS,
  PASSWORD_WORDS,
  SIGNED_IN_WORDS,
  WORKING_WORDS,
} from './words/other-time-words.js';

const HOUR = 3_600_000;
const CANCELLED = phrases(CANCELLED_WORDS);
const OTHERS = phrases([HELD_WORDS, CAP_WORDS, ARRIVING_WORDS, OPEN_WORDS, BEGINNING_WORDS].join());
const SIGNED_IN = phrases(SIGNED_IN_WORDS);
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

function partOf({ start, text, hits }: Sentence, from: number, to: number): Sentence {
  const isInside = (hit: Hit) => hit.start >= start + from && hit.start < start + to;
  return { start: start + from, text: text.slice(from, to), hits: hits.filter(isInside) };
}

/** "We hold your seats", "the driver arrives", "the vote": a clause that names no code, but something else that takes time. */
export const namesOther = (part: Sentence): boolean =>
  !speaksOfCode(part) && (isOfThing(part) || holdsStem(part.text, OTHERS));

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
  return !isDeadline && hasOtherSubject(clause, place) && !holdsStem(clause.text, WORKING);
}

/** "The vote is open until 20 February, 18:00": the same of a point in time. `isFar`: no code would last so long. */
export function namesOtherEnd(clause: Sentence, place: number, isFar: boolean): boolean {
  if (namesOther(partAround(clause, place))) return true;
  return isFar && hasOtherSubject(clause, place) && !holdsStem(clause.text, WORKING);
}

/** "Your password expires in 3 days": to be changed, where what is told of the code calls it otherwise. */
export const isOfPassword = (told: Sentence, ofCode: Sentence): boolean =>
  holdsStem(told.text, PASSWORDS) && !holdsStem(ofCode.text, PASSWORDS);
