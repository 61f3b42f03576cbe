/** Runs that were started and have not done their first step yet; no more than a number at once. */
export interface Slots {
  /** Resolves when another one may start. */
  available(): Promise<void>;
  /** Takes a slot; `leave` gives it back. */
  enter(workflowId: string): Slot;
  /** The run got on: its place is not needed any more. */
  ended(workflowId: string): void;
  /** Nobody waits for runs any more. */
  endAll(): void;
}

/** The place of one run. */
export interface Slot {
  /** Resolves when the run got on, after `milliseconds` at the latest. */
  settled(milliseconds: number): Promise<void>;
  leave(): void;
}

/** `size` slots. */
export function createSlots(size: number): Slots {
  const taken = new Map<string, () => void>();
  const waiting: (() => void)[] = [];
  let count = 0;

  return {
    async available() {
      while (count >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    enter(workflowId) {
      count++;
      const { promise, resolve } = withResolver();
      taken.set(workflowId, resolve);
      return {
        async settled(milliseconds) {
          const timer = setTimeout(resolve, milliseconds);
          await promise;
          clearTimeout(timer);
        },
        leave() {
          count--;
          if (taken.get(workflowId) === resolve) taken.delete(workflowId);
          waiting.shift()?.();
        },
      };
    },
    ended: (workflowId) => taken.get(workflowId)?.(),
    endAll() {
      for (const end of taken.values()) end();
    },
  };
}

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}
