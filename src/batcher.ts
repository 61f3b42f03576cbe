import { Semaphore } from './semaphore.js';
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
  /** What an item has to itself: items that share a key are never in two batches at once. */
  readonly keysOf?: (item: In) => readonly string[];
}

interface Waiting<In, Out> {
  readonly item: In;
  readonly resolve: (value: Out) => void;
  readonly reject: (reason: unknown) => void;
}

// Items of a refused batch that are tried at once.
const SINGLY = 2;
const NO_KEYS: readonly string[] = [];

/**
 * Natural batching: what is asked while a batch runs goes together into the next one.
 *
 * An item alone is run at once, so nothing waits for company; under load the batches grow by themselves.
 * `run` answers in the order of its items, with a value or an `Error` for each. When it throws what may be
 * one item's fault, nothing of the batch is done, and each item is run alone: none fails for another's sake.
 * What is asked in a transaction goes alone and takes part in it: what that wrote is seen nowhere else yet.
 */
export function createBatcher<In, Out>(
  run: (items: readonly In[]) => Promise<readonly (Out | Error)[]>,
  limits: BatchLimits<In>,
): (item: In) => Promise<Out> {
  const { maxItems, lanes = 1, maxWeight = Infinity } = limits;
  const { weigh = () => 0, keysOf = () => NO_KEYS } = limits;
  const busy = new Set<string>();
  let queue: Waiting<In, Out>[] = [];
  let running = 0;

  const nextBatch = () => {
    const batch: Waiting<In, Out>[] = [];
    const passedOver: Waiting<In, Out>[] = [];
    const held = new Set(busy);
    let at = 0;
    for (let weight = 0; at < queue.length && batch.length < maxItems; at++) {
      const waiting = queue[at]!;
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
    queue = [...passedOver, ...queue.slice(at)];
    return batch;
  };

  const runAlone = async (item: In) => {
    const [result] = await run([item]);
    if (result instanceof Error) throw result;
    return result as Out;
  };

  const runBatch = async (batch: readonly Waiting<In, Out>[]) => {
    const keys = batch.flatMap(({ item }) => keysOf(item));
    for (const key of keys) busy.add(key);
    await runTogether(run, batch);
    for (const key of keys) busy.delete(key);
    running--;
    startNext();
  };

  const startNext = () => {
    if (running >= lanes || queue.length === 0) return;
    const batch = nextBatch();
    if (batch.length === 0) return;
    running++;
    // A lane goes on for others when its first batch is done.
    void outsideTransactions(() => runBatch(batch));
    // What others may not run beside may leave room for what comes after it.
    if (queue.length > 0) startNext();
  };

  const queued = (item: In) =>
    new Promise<Out>((resolve, reject) => {
      queue.push({ item, resolve, reject });
      // After the current turn of the loop: what arrives in the same turn shares a batch.
      queueMicrotask(startNext);
    });

  return (item) => (joinedTransaction() ? runAlone(item) : queued(item));
}

/** Runs and answers a batch, one item after the other when it is refused together. Never rejects. */
async function runTogether<In, Out>(
  run: (items: readonly In[]) => Promise<readonly (Out | Error)[]>,
  batch: readonly Waiting<In, Out>[],
): Promise<void> {
  try {
    const results = await run(batch.map(({ item }) => item));
    batch.forEach(({ resolve, reject }, index) => {
      const result = results[index];
      if (result instanceof Error) reject(result);
      else resolve(result as Out);
    });
  } catch (error) {
    if (batch.length > 1 && mayBeOneItems(error)) await runSingly(run, batch);
    else for (const { reject } of batch) reject(error);
  }
}

async function runSingly<In, Out>(
  run: (items: readonly In[]) => Promise<readonly (Out | Error)[]>,
  batch: readonly Waiting<In, Out>[],
): Promise<void> {
  const limit = new Semaphore(SINGLY);
  await Promise.all(batch.map((waiting) => limit.run(() => runTogether(run, [waiting]))));
}
