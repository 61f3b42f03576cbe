import type { CodePlace } from './code-place.js';
import { holdsStem, phrases } from '../text/phrases.js';
import { AGAIN_WORDS, LOCK_WORDS, MISS_WORDS } from '../words/attempt-words.js';

/** Wrong attempts. */
export const FAILED_ATTEMPTS = phrases(MISS_WORDS);
/** What is locked then. */
export const LOCKOUT_TERMS = phrases(LOCK_WORDS);
const AGAIN = phrases(AGAIN_WORDS);
const REACH = 100;
const REACH_AFTER = 200;

/** "3086", and below it "Three misses and we lock for the day": only what can be typed wrong is told of so. */
export function mentionsFailedAttempts({ page, raw }: CodePlace): boolean {
  const around = page.text.slice(Math.max(0, raw.start - REACH), raw.end + REACH_AFTER);
  return (
    holdsStem(around, FAILED_ATTEMPTS) &&
    (holdsStem(around, LOCKOUT_TERMS) || holdsStem(around, AGAIN))
  );
}
