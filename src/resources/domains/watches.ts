import type { Queries } from '../../db/queries.js';
import type { Listener } from '../../live/listener.js';
import { Watch } from '../../live/watch.js';

interface Waiting {
  readonly id: string;
  /** Null for whoever waits for the look that was asked for last. */
  readonly version: number | null;
  readonly end: () => void;
}

// Places of those of the domains $1 that have another version than $2, or are gone; without a version of those that a
// look saw which began after it was asked for; programs tell when it began in milliseconds. Where a name may change
// hands the look is not all: its run goes on.
const CHANGED = `
SELECT seen.place::int FROM unnest($1::text[], $2::int[]) WITH ORDINALITY AS seen (id, version, place)
LEFT JOIN domains d ON d.id = seen.id
WHERE d.id IS NULL OR d.version <> seen.version OR (seen.version IS NULL
  AND d.look_begun_at >= date_trunc('milliseconds', d.verify_asked_at) AND d.holder_gone_since IS NULL)`;

/** Requests of this process that wait until something about a domain changes. */
export class DomainWatches {
  private readonly waiting = new Set<Waiting>();
  private readonly watch: Watch<string>;

  constructor(
    private readonly database: Queries,
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
    const timeUp = new AbortController();
    const timer = setTimeout(() => timeUp.abort(), ms);
    await this.wait({ id, version }, AbortSignal.any([signal, timeUp.signal]));
    clearTimeout(timer);
  }

  /** Resolves when what a look saw is written down that began after `verify` asked for one. */
  untilLooked(id: string, signal: AbortSignal): Promise<void> {
    return this.wait({ id, version: null }, signal);
  }

  close(): void {
    this.watch.close();
    for (const { end } of this.waiting) end();
  }

  private async wait(asked: Omit<Waiting, 'end'>, signal: AbortSignal): Promise<void> {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const one = { ...asked, end };
    signal.addEventListener('abort', end, { once: true });
    this.waiting.add(one);
    this.watch.lookAt([asked.id]);
    if (signal.aborted) end();
    await ended;
    signal.removeEventListener('abort', end);
    this.waiting.delete(one);
  }

  private heard(id: string): void {
    if ([...this.waiting].some((one) => one.id === id)) this.watch.lookAt([id]);
  }

  private async look(ids: ReadonlySet<string>): Promise<void> {
    const asked = [...this.waiting].filter(({ id }) => ids.has(id));
    const rows = await this.database.query<{ place: number }>(CHANGED, [
      asked.map(({ id }) => id),
      asked.map(({ version }) => version),
    ]);
    for (const { place } of rows) asked[place - 1]!.end();
  }
}
