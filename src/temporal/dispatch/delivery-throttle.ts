import { createIdleShare } from './idle-share.js';

/** What was started. */
export interface StartedRun {
  readonly deliveries: number;
  /** Age of the oldest one. */
  readonly lagSeconds: number;
}

/** When the next run of deliveries may start: mail that comes in goes first. */
export interface DeliveryThrottle {
  /** A batch of mail was accepted. */
  accepted(): void;
  started(run: StartedRun): void;
  /** Milliseconds until the next run; none left when not positive. */
  left(): number;
}

interface DeliveryThrottleDeps {
  readonly now?: () => number;
  /** The idle part of machine or event loop, from 0 to 1. */
  readonly idleShare?: () => number;
}

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

/** Follows the mail that is accepted and what the machine has left. */
export function createDeliveryThrottle({
  now = Date.now,
  idleShare = createIdleShare(),
}: DeliveryThrottleDeps = {}): DeliveryThrottle {
  let acceptedAt = -Infinity;
  let startedAt = -Infinity;
  let last: StartedRun = { deliveries: 0, lagSeconds: 0 };

  const rate = () => {
    if (idleShare() >= PLENTY) return Infinity;
    return last.lagSeconds >= PATIENCE_SECONDS ? FEW_IN_ARREARS : FEW;
  };
  const pause = () => {
    if (now() - acceptedAt >= QUIET_AFTER_MS) return 0;
    return Math.max(PAUSE_MS, (last.deliveries / rate()) * 1_000);
  };

  return {
    accepted() {
      acceptedAt = now();
    },
    started(run) {
      startedAt = now();
      last = run;
    },
    left: () => startedAt + pause() - now(),
  };
}
