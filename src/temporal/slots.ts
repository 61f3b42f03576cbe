/** Runs that were started and have not done their first step yet; no more than a number at once. */
export interface Slots {
  /** Whether another one may start. */
  readonly free: boolean;
  /** Resolves when another one may start. */
  available(): Promise<void>;
  /** Takes a slot; `leave` gives it back. */
  enter(workflowId: string): Slot;
  /** The run got on: its slot is not needed any more. */
  ended(workflowId: string): void;
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

  const enter = (workflowId: string): Slot => {
    count++;
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    taken.set(workflowId, end);
    return {
      async settled(milliseconds) {
        const timer = setTimeout(end, milliseconds);
        await ended;
        clearTimeout(timer);
      },
      leave() {
        count--;
        if (taken.get(workflowId) === end) taken.delete(workflowId);
        waiting.shift()?.();
      },
    };
  };

  return {
    get free() {
      return count < size;
    },
    async available() {
      while (count >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    enter,
    ended: (workflowId) => taken.get(workflowId)?.(),
  };
}
