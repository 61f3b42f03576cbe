/** Runs that were started and have not done their first step yet: `most` at once. */
export class InFlightLimit {
  private readonly entered = new Map<string, () => void>();
  private readonly waiting: (() => void)[] = [];
  private count = 0;

  constructor(private readonly most: number) {}

  /** Resolves when another one may start. */
  async available(): Promise<void> {
    while (this.count >= this.most)
      await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Counts a run until it leaves. */
  enter(workflowId: string) {
    this.count++;
    let resolve = () => {};
    const promise = new Promise<void>((settle) => (resolve = settle));
    this.entered.set(workflowId, resolve);
    return {
      /** Resolves when the run got on, after `milliseconds` at the latest. */
      async settled(milliseconds: number): Promise<void> {
        const timer = setTimeout(resolve, milliseconds);
        await promise;
        clearTimeout(timer);
      },
      leave: () => {
        this.count--;
        if (this.entered.get(workflowId) === resolve) this.entered.delete(workflowId);
        this.waiting.shift()?.();
      },
    };
  }

  /** The run got on: nobody waits for it any more. */
  ended(workflowId: string): void {
    this.entered.get(workflowId)?.();
  }

  /** Nobody waits for runs any more. */
  endAll(): void {
    for (const end of this.entered.values()) end();
  }
}
