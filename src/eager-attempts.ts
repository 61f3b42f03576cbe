import type { DeliveryRun } from './temporal/work.js';

// Milliseconds that what ended is kept for its run.
const KEPT = 10_000;

/**
 * Work that begins while Temporal is still told of the run that is to do it, by id. The run takes what
 * came of it; a run in another process finds it in the rows.
 */
export class Ahead<T> {
  private readonly begun = new Map<string, Promise<T>>();

  /** Begins, unless it has begun; `work` is called before it can be taken. */
  begin(id: string, work: () => Promise<T>): Promise<T> {
    const known = this.begun.get(id);
    if (known) return known;
    const begun = work();
    this.begun.set(id, begun);
    const forget = () => {
      if (this.begun.get(id) === begun) this.begun.delete(id);
    };
    const later = () => void setTimeout(forget, KEPT).unref();
    // Whoever takes it learns of an error.
    begun.then(later, later);
    return begun;
  }

  /** What began, for its run alone; undefined where nothing did. */
  take(id: string): Promise<T> | undefined {
    const begun = this.begun.get(id);
    this.begun.delete(id);
    return begun;
  }
}

/** First attempts that need not wait for Temporal: their rows keep the run from making them twice. */
export interface HeadStart {
  deliver(delivery: DeliveryRun['deliveries'][number], workflowId: string): Promise<unknown>;
  send(emailId: string, workflowId: string): Promise<unknown>;
}
