interface BucketOptions {
  /** What a bucket loses in a millisecond. */
  readonly leak: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

interface Bucket {
  level: number;
  at: number;
}

// Buckets that have run empty are looked for when so many more have been made.
const SWEEP_AFTER = 1_000;

/** Levels by name that rise by what is added and fall with time; empty ones take no memory. */
export class LeakyBuckets {
  readonly #buckets = new Map<string, Bucket>();
  #sweepAt = SWEEP_AFTER;

  constructor(private readonly options: BucketOptions) {}

  level(name: string): number {
    const bucket = this.#buckets.get(name);
    return bucket ? this.#levelOf(bucket) : 0;
  }

  add(name: string, amount: number): void {
    this.#buckets.set(name, { level: this.level(name) + amount, at: this.options.now() });
    if (this.#buckets.size > this.#sweepAt) this.#sweep();
  }

  #levelOf({ level, at }: Bucket): number {
    return Math.max(0, level - (this.options.now() - at) * this.options.leak);
  }

  #sweep(): void {
    for (const [name, bucket] of this.#buckets)
      if (this.#levelOf(bucket) === 0) this.#buckets.delete(name);
    this.#sweepAt = this.#buckets.size + SWEEP_AFTER;
  }
}
