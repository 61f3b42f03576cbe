import pg from 'pg';
import type { Log } from '../log.js';

/** What Postgres tells its listeners. */
export type Channel = 'mail_arrived' | 'inbox_changed' | 'key_revoked' | 'outbox_ready';

/** A connection that listens for ever. */
export interface Listener {
  /** Calls `handle` with the payload of each notification. */
  on(channel: Channel, handle: (payload: string) => void): void;
  /** Calls `handle` whenever the connection is there again: what was told meanwhile is lost. */
  onReconnect(handle: () => void): void;
  close(): Promise<void>;
}

const RETRY_AFTER = 250;
// A connection whose peer vanished says nothing: ask it something now and then.
const PROBE_EVERY = 5_000;
const PROBE_TIMEOUT = 2_000;

/** Starts a listener; it connects again by itself whenever the connection is lost. */
export async function startListener(url: string, log: Log): Promise<Listener> {
  const handlers = new Map<string, ((payload: string) => void)[]>();
  const reconnected: (() => void)[] = [];
  let client: pg.Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: PROBE_TIMEOUT,
      query_timeout: PROBE_TIMEOUT,
      application_name: 'restante listener',
    });
    next.on('notification', ({ channel, payload }) => {
      for (const handle of handlers.get(channel) ?? []) handle(payload ?? '');
    });
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    await next.connect();
    for (const channel of handlers.keys()) await next.query(`LISTEN ${channel}`);
    client = next;
    timer = setTimeout(() => void probe(next), PROBE_EVERY);
  };

  const probe = async (probed: pg.Client) => {
    try {
      await probed.query('SELECT 1');
      if (client === probed) timer = setTimeout(() => void probe(probed), PROBE_EVERY);
    } catch {
      lost(probed);
    }
  };

  const lost = (which: pg.Client) => {
    if (closed || client !== which) return;
    client = null;
    clearTimeout(timer);
    destroy(which);
    log.warn('listening connection to Postgres lost');
    void reconnect();
  };

  const reconnect = async () => {
    while (!closed) {
      try {
        await connect();
        for (const handle of reconnected) handle();
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
      }
    }
  };

  await connect();
  return {
    on(channel, handle) {
      const known = handlers.get(channel);
      if (known) known.push(handle);
      else {
        handlers.set(channel, [handle]);
        client?.query(`LISTEN ${channel}`).catch(() => client && lost(client));
      }
    },
    onReconnect: (handle) => void reconnected.push(handle),
    async close() {
      closed = true;
      clearTimeout(timer);
      if (client) await client.end().catch(() => undefined);
    },
  };
}

/** Ends a connection whose peer may not answer any more. */
function destroy(client: pg.Client): void {
  (
    client as unknown as { connection: { stream: { destroy(): void } } }
  ).connection.stream.destroy();
}
