/** Seconds before each attempt; its length is the number of attempts (docs/interface.md, Webhooks and events). */
export type RetrySchedule = readonly number[];

/** The schedule of every delivery. */
export const RETRY_SCHEDULE: RetrySchedule = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/** A schedule of one attempt: what fails is not tried again. */
export const ONCE: RetrySchedule = [0];

// Part of a delay that chance adds, so that what failed together does not come back together.
const JITTER = 0.1;
// Seconds that a receiver may ask for at most.
const MAX_RETRY_AFTER_SECONDS = 3_600;

/**
 * Seconds from attempt `made` to the next one; null when there is none. `wished` is what the receiver
 * asked for, `chance` a number from 0 to 1.
 */
export function nextDelay(
  schedule: RetrySchedule,
  made: number,
  { wished = null, chance = Math.random() }: { wished?: number | null; chance?: number } = {},
): number | null {
  const delay = schedule[made];
  if (delay === undefined) return null;
  // Longer delays than can be asked for stay: a busy receiver would use up a day's attempts within seconds.
  const heard = delay <= MAX_RETRY_AFTER_SECONDS ? wished : null;
  return heard ?? delay * (1 + JITTER * chance);
}

/** The seconds a `Retry-After` header asks for (RFC 9110 section 10.2.3), an hour at most; null for nonsense. */
export function retryAfter(header: string | undefined, now = Date.now()): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1_000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS);
}
