import type { Analysis } from '../analysis.js';

/** How a mail's parse ended. */
export type ParseOutcome =
  | { readonly kind: 'parsed'; readonly analysis: Analysis }
  | { readonly kind: 'failed' }
  | { readonly kind: 'timedOut' };

/** A mail to parse, and how long that may take. */
export interface JobOptions {
  readonly raw: Buffer;
  readonly receivedAt: Date;
  /** Told how many milliseconds a thread had it for itself, each time one did. */
  readonly onParsed?: ((ms: number) => void) | undefined;
  /** Milliseconds until a thread is given it; when Infinity it is waited for until it has ended. */
  readonly waitMs: number;
  /** Milliseconds that it may hold a thread for large mail, from when the thread begins on it. */
  readonly holdsMs: number;
}

/**
 * A job that ends as timed out when no thread has it in time, or when it is not done at last: a thread may
 * have to start, or have others to read before. `onSettled` is called once.
 */
export class Job {
  /** Threads it was given to. */
  attempts = 0;
  settled = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly end: number;

  constructor(
    readonly options: JobOptions,
    private readonly onSettled: (outcome: ParseOutcome) => void,
  ) {
    this.end = performance.now() + options.waitMs + options.holdsMs;
    this.waitAgain(options.waitMs);
  }

  /** A thread was given it. */
  begin(): void {
    this.attempts++;
    this.waitAgain(this.end - performance.now());
  }

  /** It waits for another thread, `milliseconds` at most. */
  waitAgain(milliseconds: number): void {
    clearTimeout(this.timer);
    if (this.options.waitMs < Infinity)
      this.timer = setTimeout(() => this.settle({ kind: 'timedOut' }), milliseconds);
  }

  settle(outcome: ParseOutcome): void {
    if (this.settled) return;
    this.settled = true;
    clearTimeout(this.timer);
    this.onSettled(outcome);
  }
}
