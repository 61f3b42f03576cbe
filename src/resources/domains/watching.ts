import type { Database } from '../../db/database.js';
import type { Listener } from '../../live/listener.js';
import { Watch } from '../../live/watch.js';

interface Waiting {
  readonly id: string;
  readonly version: number;
  readonly end: () => void;
}

// Those of the domains $1 that have another version than $2, or are gone.
const CHANGED = `
SELECT seen.id FROM unnest($1::text[], $2::int[]) AS seen (id, version)
LEFT JOIN domains d ON d.id = seen.id WHERE d.version IS DISTINCT FROM seen.version`;

/** Requests of this process that wait until something about a domain changes. */
export class DomainWatches {
  private readonly waiting = new Set<Waiting>();
  private readonly watch: Watch<string>;

  constructor(
    private readonly database: Pick<Database, 'query'>,
    listener: Pick<Listener, 'on' | 'onReconnect'>,
  ) {
    this.watch = new Watch(listener, {
      hears: [['domain_changed', (id) => this.heard(id)]],
      keys: () => [...this.waiting].map(({ id }) => id),
      look: (ids) => this.look(ids),
    });
  }

  /** How many requests wait. */
  get size(): number {
    return this.waiting.size;
  }

  /** Resolves when the domain is not what it was, or the time is up. */
  async until(id: string, version: number, ms: number, signal: AbortSignal): Promise<void> {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const one = { id, version, end };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
    this.waiting.add(one);
    this.watch.lookAt([id]);
    if (signal.aborted) end();
    await ended;
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    this.waiting.delete(one);
  }

  close(): void {
    this.watch.close();
    for (const { end } of this.waiting) end();
  }

  private heard(id: string): void {
    if ([...this.waiting].some((one) => one.id === id)) this.watch.lookAt([id]);
  }

  private async look(ids: ReadonlySet<string>): Promise<void> {
    const asked = [...this.waiting].filter(({ id }) => ids.has(id));
    const rows = await this.database.query<{ id: string }>(CHANGED, [
      asked.map(({ id }) => id),
      asked.map(({ version }) => version),
    ]);
    const changed = new Set(rows.map(({ id }) => id));
    for (const { id, end } of asked) if (changed.has(id)) end();
  }
}
