// Seconds: 5 s, doubled up to 15 minutes, for a day (how Restante sends, section 5).
const FIRST = 5;
const LONGEST = 15 * 60;
const GIVE_UP_AFTER = 24 * 60 * 60;
// Part of a delay that chance adds, so that what failed together does not come back together.
const JITTER = 0.1;

/** Seconds from attempt `made` of a mail to the next one; null when it is given up. */
export function nextAttemptIn(
  made: number,
  ageSeconds: number,
  chance = Math.random(),
): number | null {
  const delay = Math.min(FIRST * 2 ** (made - 1), LONGEST) * (1 + JITTER * chance);
  return ageSeconds + delay > GIVE_UP_AFTER ? null : delay;
}
