import { createIdleShare } from './idle-share.js';

// Milliseconds since the last accepted mail after which deliveries are no longer gathered for one run.
const QUIET_AFTER_MS = 150;
// The same after which they need not wait for mail: longer than it takes to store a batch.
const CALM_AFTER_MS = 50;
// While mail comes in, the next deliveries wait this many milliseconds for company.
const PAUSE_MS = 5;
// Deliveries a second while mail comes in: each costs about 1 ms of CPU. As many as there are where most
// of the time is idle, else a few, more once the oldest has waited for this many seconds.
const PLENTY = 0.6;
const FEW = 250;
const IN_ARREARS_AFTER_SECONDS = 20;
const FEW_IN_ARREARS = 300;

/** When the next deliveries may be taken: mail that comes in goes first. */
export class DeliveryThrottle {
  private acceptedAt = -Infinity;
  private startedAt = -Infinity;
  private last = { deliveries: 0, lagSeconds: 0 };

  /** `idleShare` is the idle part of machine or event loop, from 0 to 1. */
  constructor(
    private readonly idleShare: () => number = createIdleShare(),
    private readonly now: () => number = Date.now,
  ) {}

  /** A batch of mail was accepted. */
  accepted(): void {
    this.acceptedAt = this.now();
  }

  /** Deliveries were taken; the oldest of them waited for `lagSeconds`. */
  started(run: { readonly deliveries: number; readonly lagSeconds: number }): void {
    this.startedAt = this.now();
    this.last = run;
  }

  /** Whether others were taken so many milliseconds ago at most, and mail comes in. */
  followsWithin(milliseconds: number): boolean {
    return !this.isQuiet && this.now() - this.startedAt < milliseconds;
  }

  /** Milliseconds until the next ones; none left when not positive. */
  left(): number {
    // No longer than until it is known that no more mail comes: nothing else tells.
    return Math.min(this.startedAt + this.pause(), this.acceptedAt + CALM_AFTER_MS) - this.now();
  }

  /** Whether no mail comes in. */
  private get isQuiet(): boolean {
    return this.now() - this.acceptedAt >= QUIET_AFTER_MS;
  }

  private pause(): number {
    return Math.max(PAUSE_MS, (this.last.deliveries / this.rate()) * 1_000);
  }

  private rate(): number {
    if (this.idleShare() >= PLENTY) return Infinity;
    return this.last.lagSeconds >= IN_ARREARS_AFTER_SECONDS ? FEW_IN_ARREARS : FEW;
  }
}
