import type { CodePlace } from './code-place.js';
import { holdsStem, phrases } from '../text/phrases.js';
import { FAILED_ATTEMPTS, LOCKOUT_TERMS } from '../times/failed-attempts.js';

const AGAIN = phrases('attempt.again');
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
