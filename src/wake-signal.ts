/** Wakes one waiter. */
export interface Doorbell {
  /** Ends the wait that is under way, or the next one at once. */
  ring(): void;
  /** Until it rings, `milliseconds` at most. */
  wait(milliseconds: number): Promise<void>;
}

/** A bell for one waiter: rings while nobody waits are kept as one. */
export function createDoorbell(): Doorbell {
  const state: { rung: boolean; wake: (() => void) | null } = { rung: false, wake: null };
  return {
    ring() {
      state.rung = true;
      state.wake?.();
    },
    async wait(milliseconds) {
      if (!state.rung && milliseconds > 0)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          state.wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      state.wake = null;
      state.rung = false;
    },
  };
}
