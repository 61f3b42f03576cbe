import type { Log } from '../../log.js';

/** Whether a server answers, and how long to leave it alone when it does not. Logs changes only. */
export interface Backoff {
  readonly isAway: boolean;
  /** Milliseconds until the next attempt; none left when negative. */
  left(): number;
  failed(error: unknown): void;
  /** True when it had been away. */
  answered(): boolean;
}

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 5_000;

/** Follows the server `name`. */
export function createBackoff(name: string, log: Log): Backoff {
  let delay = 0;
  let until = 0;
  return {
    get isAway() {
      return delay > 0;
    },
    left: () => until - Date.now(),
    failed(error) {
      if (delay === 0) log.warn({ err: error }, `${name} is away`);
      // Attempts that were under way together fail together.
      if (Date.now() < until) return;
      delay = Math.min(delay * 2 || FIRST_DELAY_MS, LONGEST_DELAY_MS);
      until = Date.now() + delay;
    },
    answered() {
      if (delay === 0) return false;
      delay = 0;
      until = 0;
      log.info(`${name} is back`);
      return true;
    },
  };
}
