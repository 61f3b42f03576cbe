import { createLimit } from './limit.js';

/** When the next run of deliveries may start: mail that comes in goes first. */
export interface Room {
  /** A batch of mail was accepted. */
  accepted(): void;
  /** A run started whose oldest delivery is this many seconds old. */
  started(lagSeconds: number): void;
  /** Milliseconds until the next run; none left when not positive. */
  left(): number;
}

/** What room depends on. */
export interface RoomDeps {
  readonly now?: () => number;
  /** Whether the machine has next to nothing to spare. */
  readonly isAtLimit?: () => boolean;
}

// Milliseconds since the last accepted mail that count as quiet.
const QUIET_AFTER = 150;
// A run costs about 20 ms of CPU, however many deliveries it makes: while mail comes in, the next one
// waits this many milliseconds for company.
const PAUSE = 100;
// The same on a machine or an event loop that is at its limit, unless deliveries have waited for long.
const PAUSE_AT_LIMIT = 1_000;
const PATIENCE = 20;

/** Follows the mail that is accepted and what the machine has left. */
export function createRoom({ now = Date.now, isAtLimit = createLimit() }: RoomDeps = {}): Room {
  let acceptedAt = -Infinity;
  let startedAt = -Infinity;
  let lag = 0;

  const pause = () => {
    if (now() - acceptedAt >= QUIET_AFTER) return 0;
    return isAtLimit() && lag < PATIENCE ? PAUSE_AT_LIMIT : PAUSE;
  };

  return {
    accepted() {
      acceptedAt = now();
    },
    started(lagSeconds) {
      startedAt = now();
      lag = lagSeconds;
    },
    left: () => startedAt + pause() - now(),
  };
}
