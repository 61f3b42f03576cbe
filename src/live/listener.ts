import pg from 'pg';
import type { Log } from '../log.js';
import type { Channel } from '../store/channels.js';

const RETRY_AFTER_MS = 250;
// A connection whose peer vanished says nothing: it is asked something now and then.
const PROBE_EVERY_MS = 5_000;
const PROBE_TIMEOUT_MS = 2_000;

/** A connection that listens for ever: it connects again by itself whenever it is lost. */
export class Listener {
  private readonly handlers = new Map<Channel, ((payload: string) => void)[]>();
  private readonly reconnected: (() => void)[] = [];
  private client: pg.Client | null = null;
  private closed = false;
  private timer: NodeJS.Timeout | undefined;
  private lastStatement: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly url: string,
    private readonly log: Log,
  ) {}

  /** Connects. @throws when Postgres is away at the start. */
  static async start(url: string, log: Log): Promise<Listener> {
    const listener = new Listener(url, log);
    await listener.connect();
    return listener;
  }

  /** Calls `handle` with the payload of each notification. */
  on(channel: Channel, handle: (payload: string) => void): void {
    const known = this.handlers.get(channel);
    if (known) known.push(handle);
    else this.handlers.set(channel, [handle]);
    const client = this.client;
    if (!known && client) this.listen(client, channel).catch(() => this.lost(client));
  }

  /** Calls `handle` whenever the connection is there again: what was told meanwhile is lost. */
  onReconnect(handle: () => void): void {
    this.reconnected.push(handle);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      keepAlive: true,
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
      application_name: 'restante listener',
    });
    client.on('notification', ({ channel, payload }) => this.told(channel as Channel, payload));
    client.on('error', () => this.lost(client));
    client.on('end', () => this.lost(client));
    try {
      await client.connect();
      for (const channel of this.handlers.keys()) await this.listen(client, channel);
    } catch (error) {
      // Connected or not, nobody else knows of it.
      destroy(client);
      throw error;
    }
    if (this.closed) return destroy(client);
    this.client = client;
    this.probeLater(client);
  }

  private told(channel: Channel, payload = ''): void {
    for (const handle of this.handlers.get(channel) ?? []) handle(payload);
  }

  /** One statement after the other: a connection takes no second one while the first runs. */
  private listen(client: pg.Client, channel: Channel): Promise<unknown> {
    const listening = this.lastStatement.then(() => client.query(`LISTEN ${channel}`));
    this.lastStatement = listening.catch(() => undefined);
    return listening;
  }

  private probeLater(client: pg.Client): void {
    this.timer = setTimeout(() => {
      client.query('SELECT 1').then(
        () => this.client === client && this.probeLater(client),
        () => this.lost(client),
      );
    }, PROBE_EVERY_MS);
  }

  private lost(client: pg.Client): void {
    if (this.closed || this.client !== client) return;
    this.client = null;
    clearTimeout(this.timer);
    destroy(client);
    this.log.warn('listening connection to Postgres lost');
    void this.reconnect();
  }

  private async reconnect(): Promise<void> {
    while (!this.closed) {
      try {
        await this.connect();
        for (const handle of this.reconnected) handle();
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
      }
    }
  }
}

/** Ends a connection whose peer may not answer any more: `end` would wait for it. */
function destroy(client: pg.Client): void {
  const { connection } = client as unknown as {
    connection: { stream: { destroy(): void } };
  };
  connection.stream.destroy();
}
