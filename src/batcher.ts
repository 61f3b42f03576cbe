import { mayBeOneItems } from './db/errors.js';
import { joinedTransaction, outsideTransactions } from './db/joined.js';

/** How a batcher cuts its batches. */
export interface BatchLimits<In> {
  /** Items in one batch at most. */
  readonly maxItems: number;
  /** Batches under way at once (default 1). */
  readonly lanes?: number;
  /** Sum of `weigh` in one batch at most; a heavier item goes alone. */
  readonly maxWeight?: number;
  readonly weigh?: (item: In) => number;
}

interface Waiting<In, Out> {
  readonly item: In;
  readonly resolve: (value: Out) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Natural batching: what is asked while a batch runs goes together into the next one.
 *
 * An item alone is run at once, so nothing waits for company; under load the batches grow by themselves.
 * `run` answers in the order of its items, with a value or an `Error` for each. When it throws what may be
 * one item's fault, each item is run alone: none fails for another's sake. What is asked in a transaction goes alone and takes part in it: what that wrote is to be seen nowhere else yet.
 */
export function createBatcher<In, Out>(
  run: (items: readonly In[]) => Promise<readonly (Out | Error)[]>,
  { maxItems, lanes = 1, maxWeight = Infinity, weigh = () => 0 }: BatchLimits<In>,
): (item: In) => Promise<Out> {
  let queue: Waiting<In, Out>[] = [];
  let running = 0;

  const nextBatch = () => {
    let count = 0;
    for (let weight = 0; count < queue.length && count < maxItems; count++) {
      weight += weigh(queue[count]!.item);
      if (count > 0 && weight > maxWeight) break;
    }
    const batch = queue.slice(0, count);
    queue = queue.slice(count);
    return batch;
  };

  const runAlone = async (item: In) => {
    const [result] = await run([item]);
    if (result instanceof Error) throw result;
    return result as Out;
  };

  const runBatch = async (batch: readonly Waiting<In, Out>[]) => {
    try {
      const results = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result instanceof Error) reject(result);
        else resolve(result as Out);
      });
    } catch (error) {
      if (batch.length > 1 && mayBeOneItems(error)) await runSingly(batch);
      else for (const { reject } of batch) reject(error);
    } finally {
      running--;
      startNext();
    }
  };

  const runSingly = async (batch: readonly Waiting<In, Out>[]) => {
    for (const { item, resolve, reject } of batch) await runAlone(item).then(resolve, reject);
  };

  const startNext = () => {
    if (running >= lanes || queue.length === 0) return;
    running++;
    // A lane goes on for others when its first batch is done.
    void outsideTransactions(() => runBatch(nextBatch()));
  };

  const queued = (item: In) =>
    new Promise<Out>((resolve, reject) => {
      queue.push({ item, resolve, reject });
      // After the current turn of the loop: what arrives in the same turn shares a batch.
      queueMicrotask(startNext);
    });

  return (item) => (joinedTransaction() ? runAlone(item) : queued(item));
}
