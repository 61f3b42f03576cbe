/** What the dispatcher knows about the load. */
export interface Load {
  /** Whether the last batch held as many mails as a run may have: more are waiting. */
  readonly backlog: boolean;
  /** Whether mail was accepted just now. */
  readonly busy: boolean;
  /** Age of the oldest mail of the last batch. */
  readonly lagSeconds: number;
}

// A run costs about 20 ms of CPU, whatever number of mails it holds. A mail alone starts one at
// once; the next one waits this many milliseconds for company.
const PAUSE = 100;
// Accepting goes first, but not for longer than this many seconds.
const PATIENCE = 20;
const PAUSE_IN_ARREARS = 25;

/** Milliseconds from the start of one run of accepted mail to the next. */
export function pauseBetweenRuns({ backlog, busy, lagSeconds }: Load): number {
  if (!backlog) return PAUSE;
  if (!busy) return 0;
  return lagSeconds > PATIENCE ? PAUSE_IN_ARREARS : PAUSE;
}
