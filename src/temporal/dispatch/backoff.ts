import type { Log } from '../../log.js';

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 5_000;

/** Whether the server `name` answers, and how long to leave it alone when it does not. Logs changes only. */
export class Backoff {
  private delay = 0;
  private until = 0;

  constructor(
    private readonly name: string,
    private readonly log: Log,
  ) {}

  get isAway(): boolean {
    return this.delay > 0;
  }

  /** Milliseconds until the next attempt; none left when negative. */
  left(): number {
    return this.until - Date.now();
  }

  failed(err: unknown): void {
    if (this.delay === 0) this.log.warn({ err }, `${this.name} is away`);
    // Attempts that were under way together fail together.
    if (Date.now() < this.until) return;
    this.delay = Math.min(this.delay * 2 || FIRST_DELAY_MS, LONGEST_DELAY_MS);
    this.until = Date.now() + this.delay;
  }

  /** True when it had been away. */
  answered(): boolean {
    if (this.delay === 0) return false;
    this.delay = 0;
    this.until = 0;
    this.log.info(`${this.name} is back`);
    return true;
  }
}
