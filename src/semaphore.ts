/** Gives a permit back; to be called once. */
export type Release = () => void;

/** Permits of which a number are in use at once; who comes meanwhile gets one in order. */
export class Semaphore {
  private inUse = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private permits: number) {}

  get taken(): number {
    return this.inUse;
  }

  get limit(): number {
    return this.permits;
  }

  /** Permits that are in use stay so. */
  resize(limit: number): void {
    this.permits = limit;
    this.grant();
  }

  /** Null when none is free. */
  tryAcquire(): Release | null {
    if (this.inUse >= this.permits) return null;
    this.inUse++;
    return this.release;
  }

  /** @throws the reason of `deadline` when it is aborted before there is a permit */
  async acquire(deadline?: AbortSignal): Promise<Release> {
    deadline?.throwIfAborted();
    return this.tryAcquire() ?? this.queued(deadline);
  }

  /** Runs `work` at once where a permit is free, and as its caller's where it had to wait for one. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const release = this.tryAcquire() ?? (await this.queued());
    try {
      return await work();
    } finally {
      release();
    }
  }

  private queued(deadline?: AbortSignal): Promise<Release> {
    return new Promise((resolve, reject) => {
      const granted = () => {
        deadline?.removeEventListener('abort', leave);
        resolve(this.release);
      };
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(granted), 1);
        reject(deadline?.reason as Error);
      };
      this.waiting.push(granted);
      deadline?.addEventListener('abort', leave, { once: true });
    });
  }

  private readonly release = (): void => {
    this.inUse--;
    this.grant();
  };

  private grant(): void {
    while (this.inUse < this.permits && this.waiting.length > 0) {
      this.inUse++;
      this.waiting.shift()!();
    }
  }
}
