/** Wakes one waiter. */
export interface WakeSignal {
  /** Ends the wait that is under way, or the next one at once. */
  wake(): void;
  /** Until it is woken, `milliseconds` at most. */
  wait(milliseconds: number): Promise<void>;
}

/** A signal for one waiter: what comes while nobody waits is kept as one. */
export function createWakeSignal(): WakeSignal {
  const state: { woken: boolean; wake: (() => void) | null } = { woken: false, wake: null };
  return {
    wake() {
      state.woken = true;
      state.wake?.();
    },
    async wait(milliseconds) {
      if (!state.woken && milliseconds > 0)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          state.wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      state.wake = null;
      state.woken = false;
    },
  };
}
