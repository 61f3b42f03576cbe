import { LOCKOUT_TERMS, FAILED_ATTEMPTS } from './failed-attempts.js';
import type { Duration } from './durations.js';
import type { TextPage } from '../text/page.js';
import { holdsStem, phrases } from '../text/phrases.js';
import type { Sentence } from '../text/sentences.js';

const RESTS = phrases('attempt.resting');
/** Characters before a part of a sentence in which wrong attempts are told of. */
const MAX_LEAD = 60;

/**
 * "Three misses and we lock for 24 hours", "Wrong three times? Then sign-in rests for half an hour": for how long
 * nobody can try again.
 */
export function namesLockout({ text: whole }: TextPage, part: Sentence): boolean {
  const { text, start } = part;
  const isMissed = holdsStem(text, FAILED_ATTEMPTS);
  if (isMissed && holdsStem(text, LOCKOUT_TERMS)) return true;
  if (part.hits.some(({ term }) => term.kind === 'code' || term.kind === 'maybeCode')) return false;
  if (!holdsStem(text, RESTS) && !holdsStem(text, LOCKOUT_TERMS)) return false;
  return isMissed || holdsStem(lead(whole, start), FAILED_ATTEMPTS);
}

/** What is said right before, in the same paragraph. */
function lead(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - MAX_LEAD), start);
  return before.slice(before.lastIndexOf('\n\n') + 1);
}

/** "Resend | available in 2 minutes": a row that is named after the next attempt. */
const LABEL = /^[ \t>*•-]{0,8}[^\d:：\t\n]{2,30}[:：\t]/u;

/** Whether a length of time is the value of a row about waiting, whatever that says of it. */
export function isWaitingRow({ text, start, hits }: Sentence, { start: place }: Duration): boolean {
  const end = start + (LABEL.exec(text)?.[0].length ?? 0);
  if (end > place) return false;
  const named = hits.filter((hit) => hit.start < end);
  return (
    named.some(({ term }) => term.kind === 'waits') &&
    named.every(({ term }) => term.kind !== 'lasts' && term.kind !== 'code')
  );
}
