/** Wakes one waiter. */
export interface Doorbell {
  /** Ends the wait that is under way, or the next one at once. */
  ring(): void;
  /** Until it rings, `milliseconds` at most. */
  wait(milliseconds: number): Promise<void>;
}

/** A bell for one waiter: rings while nobody waits are kept as one. */
export function createDoorbell(): Doorbell {
  let rung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    async wait(milliseconds) {
      if (!rung && milliseconds > 0)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      wake = null;
      rung = false;
    },
  };
}
