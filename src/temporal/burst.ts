// Batches of mail accepted within a second that make a burst, and the milliseconds from one run
// to the next while it lasts: accepting goes first.
const BURST = 150;
const PAUSE = 400;

/** Whether mail pours in, and how long the next run waits because of that. */
export interface Burst {
  /** A batch of mail was accepted. */
  accepted(): void;
  /** A run started. */
  started(): void;
  /** Milliseconds until the next run; none left when not positive. */
  left(): number;
}

/** Follows the mail that is accepted. */
export function createBurst(now: () => number = Date.now): Burst {
  let second = 0;
  let count = 0;
  let before = 0;
  let startedAt = 0;
  const turn = () => {
    const current = Math.floor(now() / 1_000);
    if (current === second) return;
    before = current === second + 1 ? count : 0;
    count = 0;
    second = current;
  };
  return {
    accepted() {
      turn();
      count++;
    },
    started() {
      startedAt = now();
    },
    left() {
      turn();
      return Math.max(before, count) < BURST ? 0 : startedAt + PAUSE - now();
    },
  };
}
