// Milliseconds that what ended is kept for its run.
const KEPT_MS = 10_000;

/**
 * Attempts, by id, that begin while their run is still being started. The run takes over the result; a run in
 * another process reads it from the rows.
 */
export class EagerAttempts<T> {
  private readonly begun = new Map<string, Promise<T>>();
  private readonly ended = new WeakSet<Promise<T>>();

  /** Begins, unless one is under way; `attempt` is called before it can be taken. */
  begin(id: string, attempt: () => Promise<T>): Promise<T> {
    const known = this.begun.get(id);
    if (known && !this.ended.has(known)) return known;
    const begun = attempt();
    this.begun.set(id, begun);
    const remove = () => {
      if (this.begun.get(id) === begun) this.begun.delete(id);
    };
    const later = () => {
      this.ended.add(begun);
      setTimeout(remove, KEPT_MS).unref();
    };
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
