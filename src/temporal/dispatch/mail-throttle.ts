import { createIdleShare } from './idle-share.js';

/** What is known about the load. */
export interface Load {
  /** How many mails the last batch held. */
  readonly mails: number;
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

type TakenMail = Pick<Load, 'mails' | 'backlog' | 'lagSeconds' | 'isAwaited'>;

// Taking mail costs about 5 ms of CPU, whatever number it is. What somebody wants to hear of waits so many
// milliseconds for each mail of the last batch: for nothing up to 200 a second, and the batches of a burst grow.
const PAUSE_A_MAIL_MS = 5;
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
// Milliseconds since the last accepted mail that count as quiet, and where somebody wants to hear of it.
const QUIET_AFTER_MS = 150;
const QUIET_FOR_AWAITED_MS = 50;

/** Milliseconds from one taking of accepted mail to the next. */
export const pauseAfter = (load: Load): number =>
  load.isAwaited
    ? Math.min(load.mails * PAUSE_A_MAIL_MS, pauseForOthers(load))
    : pauseForOthers(load);

/** The same where only what mail leaves of the machine is taken. */
function pauseForOthers({ backlog, busy, atLimit, lagSeconds, isAwaited }: Load): number {
  if (!backlog && !(busy && atLimit)) return busy && !isAwaited ? PAUSE_UNAWAITED_MS : PAUSE_MS;
  if (!busy) return 0;
  if (lagSeconds > IN_ARREARS_AFTER_SECONDS) return PAUSE_IN_ARREARS_MS;
  return backlog ? PAUSE_WHEN_FULL_MS : PAUSE_IN_BURST_MS;
}

/** When accepted mail may be taken next, by the load. */
export class MailThrottle {
  private acceptedAt = 0;
  private takenAt = 0;
  private last: TakenMail = { mails: 0, backlog: false, lagSeconds: 0, isAwaited: true };

  constructor(
    private readonly idleShare: () => number = createIdleShare(),
    private readonly now: () => number = Date.now,
  ) {}

  /** Mail was accepted. */
  accepted(): void {
    this.acceptedAt = this.now();
  }

  /** Mail was taken. */
  taken(mail: TakenMail): void {
    this.takenAt = this.now();
    this.last = mail;
  }

  /** Whether mail that somebody wants to hear of was taken so many milliseconds ago at most. */
  followsWithin(milliseconds: number): boolean {
    return this.last.isAwaited && this.now() - this.takenAt < milliseconds;
  }

  /** Milliseconds until the next taking; none left when negative. */
  left(): number {
    const quietAt = this.acceptedAt + (this.last.isAwaited ? QUIET_FOR_AWAITED_MS : QUIET_AFTER_MS);
    const untilQuiet = quietAt - this.now();
    const busy = untilQuiet > 0;
    const atLimit = busy && this.idleShare() < HARDLY_IDLE;
    const left = this.takenAt + pauseAfter({ ...this.last, busy, atLimit }) - this.now();
    // The pause is another one then, and nothing else tells of it.
    return busy ? Math.min(left, untilQuiet) : left;
  }
}
