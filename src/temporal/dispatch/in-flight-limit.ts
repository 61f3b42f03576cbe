/** Runs that were started and have not done their first step yet; no more than a number at once. */
export interface InFlightLimit {
  /** Resolves when another one may start. */
  available(): Promise<void>;
  /** Counts a run until it leaves. */
  enter(workflowId: string): InFlightRun;
  /** The run got on: it need not be counted any more. */
  ended(workflowId: string): void;
  /** Nobody waits for runs any more. */
  endAll(): void;
}

/** A run that is counted. */
export interface InFlightRun {
  /** Resolves when the run got on, after `milliseconds` at the latest. */
  settled(milliseconds: number): Promise<void>;
  leave(): void;
}

/** Lets in `most` runs. */
export function createInFlightLimit(most: number): InFlightLimit {
  const entered = new Map<string, () => void>();
  const waiting: (() => void)[] = [];
  let count = 0;

  return {
    async available() {
      while (count >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    enter(workflowId) {
      count++;
      let resolve = () => {};
      const promise = new Promise<void>((settle) => (resolve = settle));
      entered.set(workflowId, resolve);
      return {
        async settled(milliseconds) {
          const timer = setTimeout(resolve, milliseconds);
          await promise;
          clearTimeout(timer);
        },
        leave() {
          count--;
          if (entered.get(workflowId) === resolve) entered.delete(workflowId);
          waiting.shift()?.();
        },
      };
    },
    ended: (workflowId) => entered.get(workflowId)?.(),
    endAll() {
      for (const end of entered.values()) end();
    },
  };
}
