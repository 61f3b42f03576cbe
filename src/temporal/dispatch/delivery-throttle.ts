import { createIdleShare } from './idle-share.js';

// Milliseconds since the last accepted mail that count as quiet.
const QUIET_AFTER_MS = 150;
// A run costs about 20 ms of CPU, however many deliveries it makes: while mail comes in, the next one
// waits this many milliseconds for company.
const PAUSE_MS = 100;
// Deliveries a second while mail comes in: each costs about 1 ms of CPU. As many as there are where most
// of the time is idle, else a few, more once the oldest has waited for this many seconds.
const PLENTY = 0.6;
const FEW = 50;
const PATIENCE_SECONDS = 20;
const FEW_IN_ARREARS = 100;

/** When the next run of deliveries may start: mail that comes in goes first. */
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

  /** A run started; the oldest of its deliveries waited for `lagSeconds`. */
  started(run: { readonly deliveries: number; readonly lagSeconds: number }): void {
    this.startedAt = this.now();
    this.last = run;
  }

  /** Milliseconds until the next run; none left when not positive. */
  left(): number {
    return this.startedAt + this.pause() - this.now();
  }

  private pause(): number {
    if (this.now() - this.acceptedAt >= QUIET_AFTER_MS) return 0;
    return Math.max(PAUSE_MS, (this.last.deliveries / this.rate()) * 1_000);
  }

  private rate(): number {
    if (this.idleShare() >= PLENTY) return Infinity;
    return this.last.lagSeconds >= PATIENCE_SECONDS ? FEW_IN_ARREARS : FEW;
  }
}
