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

/** A mail to parse and whom to tell. */
export interface Job extends JobOptions {
  /** Threads it was given to. */
  attempts: number;
  readonly settled: boolean;
  /** A thread was given it. */
  begin(): void;
  /** It waits for another thread, `milliseconds` at most. */
  waitAgain(milliseconds: number): void;
  settle(outcome: ParseOutcome): void;
}

/**
 * A job that ends as timed out when no thread has it in time, or when it is not done at last: a thread may
 * have to start, or have others to read before. `onSettled` is called once.
 */
export function createJob(options: JobOptions, onSettled: (outcome: ParseOutcome) => void): Job {
  let timer: NodeJS.Timeout | undefined;
  let settled = false;
  const settle = (outcome: ParseOutcome) => {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    onSettled(outcome);
  };
  const within = (milliseconds: number) => {
    clearTimeout(timer);
    if (options.waitMs < Infinity)
      timer = setTimeout(settle, milliseconds, { kind: 'timedOut' } satisfies ParseOutcome);
  };
  const end = performance.now() + options.waitMs + options.holdsMs;
  within(options.waitMs);
  return {
    ...options,
    attempts: 0,
    get settled() {
      return settled;
    },
    begin: () => within(end - performance.now()),
    waitAgain: within,
    settle,
  };
}
