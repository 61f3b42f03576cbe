import { createIdleShare } from './idle-share.js';

/** What is known about the load. */
export interface Load {
  /** Whether the last batch held as many mails as a run may have: more are waiting. */
  readonly backlog: boolean;
  /** Whether mail was accepted just now. */
  readonly busy: boolean;
  /** Whether the machine is hardly ever idle. */
  readonly atLimit: boolean;
  /** Age of the oldest mail of the last batch. */
  readonly lagSeconds: number;
  /** Whether a webhook, a routing rule or a durable wait may want to hear of mail. */
  readonly isAwaited: boolean;
}

// A run costs about 20 ms of CPU, whatever number of mails it holds. A mail alone starts one at
// once; the next one waits this many milliseconds for company.
const PAUSE_MS = 100;
// The same while mail comes in that nobody is told of.
const PAUSE_UNAWAITED_MS = 250;
// In a burst few runs a second keep Temporal's share of the machine small, and fewer where they are full.
const PAUSE_IN_BURST_MS = 400;
const PAUSE_WHEN_FULL_MS = 800;
// Accepting goes first, but not for longer than this many seconds.
const IN_ARREARS_AFTER_SECONDS = 20;
const PAUSE_IN_ARREARS_MS = 25;
// The idle part of machine or event loop below which it is hardly ever idle.
const HARDLY_IDLE = 0.15;
// Milliseconds since the last accepted mail that count as quiet.
const QUIET_AFTER_MS = 150;

/** Milliseconds from the start of one run of accepted mail to the next. */
export function pauseBetweenRuns({ backlog, busy, atLimit, lagSeconds, isAwaited }: Load): number {
  if (!backlog && !(busy && atLimit)) return busy && !isAwaited ? PAUSE_UNAWAITED_MS : PAUSE_MS;
  if (!busy) return 0;
  if (lagSeconds > IN_ARREARS_AFTER_SECONDS) return PAUSE_IN_ARREARS_MS;
  return backlog ? PAUSE_WHEN_FULL_MS : PAUSE_IN_BURST_MS;
}

/** When the next run of accepted mail may start, by the load. */
export class MailThrottle {
  private acceptedAt = 0;
  private startedAt = 0;
  private last = { backlog: false, lagSeconds: 0, isAwaited: true };

  constructor(private readonly idleShare: () => number = createIdleShare()) {}

  /** Mail was accepted. */
  accepted(): void {
    this.acceptedAt = Date.now();
  }

  /** A run started. */
  started(run: Pick<Load, 'backlog' | 'lagSeconds' | 'isAwaited'>): void {
    this.startedAt = Date.now();
    this.last = run;
  }

  /** Milliseconds until the next run; none left when negative. */
  left(): number {
    const busy = Date.now() - this.acceptedAt < QUIET_AFTER_MS;
    const atLimit = busy && this.idleShare() < HARDLY_IDLE;
    return this.startedAt + pauseBetweenRuns({ ...this.last, busy, atLimit }) - Date.now();
  }
}
