import { endAfter } from '../../deadline.js';
import type { Database } from '../../db/database.js';
import type { Listener } from '../../live/listener.js';
import { Watch } from '../../live/watch.js';
import type { Channel } from '../../store/channels.js';

/** How ends are told of, and found where that got lost. */
export interface Ends {
  /** Whose payload is ids, separated by commas. */
  readonly channel: Channel;
  /** A statement: those of the ids $1 that have ended, as `id`. */
  readonly ended: string;
}

const ENDS_OF_SENDS: Ends = {
  channel: 'send_settled',
  ended: `SELECT email_id AS id FROM sends
    WHERE email_id = ANY ($1) AND status NOT IN ('queued', 'sending')`,
};

/** Requests of this process that wait until a mail is sent, or failed; or until something else ends. */
export class SendWatches {
  private readonly waiters = new Set<{ readonly id: string; readonly end: () => void }>();
  private readonly looks: Watch<string>;

  constructor(
    private readonly database: Pick<Database, 'query'>,
    listener: Pick<Listener, 'on' | 'onReconnect'>,
    private readonly ends = ENDS_OF_SENDS,
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
