import { Semaphore } from './semaphore.js';
import { mayBeOneItems } from './db/errors.js';
import { joinedTransaction, outsideTransactions } from './db/joined.js';

/** How a batcher cuts its batches. */
export interface BatchLimits<In> {
  /** Items in one batch at most. */
  readonly maxItems: number;
  /** Batches under way at once (default 1). */
  readonly concurrency?: number;
  /** Milliseconds that what could run beside another batch waits for company (default 0). */
  readonly companyMs?: number;
  /** Sum of `weigh` in one batch at most; a heavier item goes alone. */
  readonly maxWeight?: number;
  readonly weigh?: (item: In) => number;
  /** What an item has to itself: items that share a key are never in two batches at once. */
  readonly keysOf?: (item: In) => readonly string[];
}

/** Answers items in their order, with a value or an `Error` for each. */
type RunBatch<In, Out> = (items: readonly In[]) => Promise<readonly (Out | Error)[]>;

interface WaitingItem<In, Out> {
  readonly item: In;
  readonly resolve: (value: Out) => void;
  readonly reject: (reason: unknown) => void;
}

// Items of a refused batch that are tried at once.
const SINGLY = 2;

/**
 * Natural batching: what is asked while a batch runs goes together into the next one.
 *
 * An item alone is run at once, so nothing waits for company; under load the batches grow by themselves.
 * When `run` throws what may be one item's fault, nothing of the batch is done, and each item is run alone:
 * none fails for another's sake. What is asked in a transaction goes alone and takes part in it: what that
 * wrote is seen nowhere else yet.
 */
export function createBatcher<In, Out>(
  run: RunBatch<In, Out>,
  limits: BatchLimits<In>,
): (item: In) => Promise<Out> {
  const batches = new OpenBatches(run, limits);
  return (item) => (joinedTransaction() ? runAlone(run, item) : batches.add(item));
}

async function runAlone<In, Out>(run: RunBatch<In, Out>, item: In): Promise<Out> {
  const [result] = await run([item]);
  if (result instanceof Error) throw result;
  return result as Out;
}

class OpenBatches<In, Out> {
  private readonly limits: Required<BatchLimits<In>>;
  private readonly busy = new Set<string>();
  private queue: WaitingItem<In, Out>[] = [];
  private running = 0;
  private company: NodeJS.Timeout | undefined;

  constructor(
    private readonly run: RunBatch<In, Out>,
    limits: BatchLimits<In>,
  ) {
    const unlimited = {
      concurrency: 1,
      companyMs: 0,
      maxWeight: Infinity,
      weigh: () => 0,
      keysOf: () => [],
    };
    this.limits = { ...unlimited, ...limits };
  }

  add(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.queue.push({ item, resolve, reject });
      // After the current turn of the loop: what arrives in the same turn shares a batch.
      queueMicrotask(() => this.startSoon());
    });
  }

  /** At once while no other batch runs, or when there is enough for one. */
  private startSoon(): void {
    const { companyMs, maxItems } = this.limits;
    if (companyMs === 0 || this.running === 0 || this.queue.length >= maxItems) this.startNext();
    else this.company ??= setTimeout(() => this.startNext(), companyMs);
  }

  private startNext(): void {
    clearTimeout(this.company);
    this.company = undefined;
    if (this.running >= this.limits.concurrency || this.queue.length === 0) return;
    const batch = this.nextBatch();
    if (batch.length === 0) return;
    this.running++;
    // A lane goes on for others when its first batch is done.
    void outsideTransactions(() => this.runBatch(batch));
    // What others may not run beside may leave room for what comes after it.
    if (this.queue.length > 0) this.startNext();
  }

  private nextBatch(): WaitingItem<In, Out>[] {
    const { maxItems, maxWeight, weigh, keysOf } = this.limits;
    const batch: WaitingItem<In, Out>[] = [];
    const passedOver: WaitingItem<In, Out>[] = [];
    const held = new Set(this.busy);
    let at = 0;
    for (let weight = 0; at < this.queue.length && batch.length < maxItems; at++) {
      const waiting = this.queue[at]!;
      const keys = keysOf(waiting.item);
      if (keys.some((key) => held.has(key))) {
        // Nor may what comes after it, and shares another key with it, overtake it.
        for (const key of keys) held.add(key);
        passedOver.push(waiting);
        continue;
      }
      weight += weigh(waiting.item);
      if (batch.length > 0 && weight > maxWeight) break;
      batch.push(waiting);
    }
    this.queue = [...passedOver, ...this.queue.slice(at)];
    return batch;
  }

  private async runBatch(batch: readonly WaitingItem<In, Out>[]): Promise<void> {
    const keys = batch.flatMap(({ item }) => this.limits.keysOf(item));
    for (const key of keys) this.busy.add(key);
    await this.runTogether(batch);
    for (const key of keys) this.busy.delete(key);
    this.running--;
    this.startNext();
  }

  /** Runs and answers a batch, one item after the other when it is refused together. Never rejects. */
  private async runTogether(batch: readonly WaitingItem<In, Out>[]): Promise<void> {
    try {
      const results = await this.run(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result instanceof Error) reject(result);
        else resolve(result as Out);
      });
    } catch (error) {
      if (batch.length > 1 && mayBeOneItems(error)) await this.runSingly(batch);
      else for (const { reject } of batch) reject(error);
    }
  }

  private async runSingly(batch: readonly WaitingItem<In, Out>[]): Promise<void> {
    const limit = new Semaphore(SINGLY);
    await Promise.all(batch.map((waiting) => limit.run(() => this.runTogether([waiting]))));
  }
}
