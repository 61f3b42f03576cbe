import type { Log } from '../../log.js';

/** Whether a server answers, and how long to leave it alone when it does not. Logs changes only. */
export interface Outage {
  readonly lasts: boolean;
  /** Milliseconds until the next attempt; none left when negative. */
  left(): number;
  failed(error: unknown): void;
  /** True when it had been away. */
  answered(): boolean;
}

const FIRST_BACKOFF = 250;
const LONGEST_BACKOFF = 5_000;

/** Follows the server `name`. */
export function createOutage(name: string, log: Log): Outage {
  let backoff = 0;
  let until = 0;
  return {
    get lasts() {
      return backoff > 0;
    },
    left: () => until - Date.now(),
    failed(error) {
      if (backoff === 0) log.warn({ err: error }, `${name} is away`);
      // Attempts that were under way together fail together.
      if (Date.now() < until) return;
      backoff = Math.min(backoff * 2 || FIRST_BACKOFF, LONGEST_BACKOFF);
      until = Date.now() + backoff;
    },
    answered() {
      if (backoff === 0) return false;
      backoff = 0;
      until = 0;
      log.info(`${name} is back`);
      return true;
    },
  };
}
