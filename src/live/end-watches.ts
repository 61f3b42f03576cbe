import { endAfter } from '../deadline.js';
import type { Queries } from '../db/queries.js';
import type { Channel } from '../store/channels.js';
import type { Listener } from './listener.js';
import { Watch } from './watch.js';

/** How the end of something is notified, and how it is found where the notification got lost. */
export interface Ends {
  /** Its payload is ids of what ended, separated by commas. */
  readonly channel: Channel;
  /** SQL: selects those of the ids $1 that have ended, as `id`. */
  readonly ended: string;
}

/** Requests of this process that wait until something ends: a mail that is sent, a task, a step. */
export class EndWatches {
  private readonly waiters = new Set<{ readonly id: string; readonly end: () => void }>();
  private readonly looks: Watch<string>;

  constructor(
    private readonly database: Queries,
    listener: Pick<Listener, 'on' | 'onReconnect'>,
    private readonly ends: Ends,
  ) {
    this.looks = new Watch(listener, {
      hears: [[ends.channel, (payload) => this.settled(payload.split(','))]],
      keys: () => [...this.waiters].map(({ id }) => id),
      look: (ids) => this.look(ids),
    });
  }

  /** Listens from now on: what ends before `until` is called counts too. */
  watch(id: string): { until(ms: number, signal: AbortSignal): Promise<void> } {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const waiter = { id, end };
    this.waiters.add(waiter);
    return {
      until: async (ms, signal) => {
        const clear = endAfter(ms, signal, end);
        if (signal.aborted) end();
        await ended;
        clear();
        this.waiters.delete(waiter);
      },
    };
  }

  close(): void {
    this.looks.close();
    for (const waiter of this.waiters) waiter.end();
  }

  private settled(ids: readonly string[]): void {
    const ended = new Set(ids);
    for (const { id, end } of this.waiters) if (ended.has(id)) end();
  }

  private async look(ids: ReadonlySet<string>): Promise<void> {
    const rows = await this.database.query<{ id: string }>(this.ends.ended, [[...ids]]);
    this.settled(rows.map(({ id }) => id));
  }
}
