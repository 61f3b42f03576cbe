import { createHmac } from 'node:crypto';
import pg from 'pg';
import { Pool } from 'undici';
import { serve } from '../generators/serve.js';

// The least that delivers events and keeps what came of it: rows that are claimed and updated in
// batches, and a signed request each over a pool of connections.

/** Where to deliver, and how much. */
export interface LoopJob {
  readonly databaseUrl: string;
  readonly ports: readonly number[];
  readonly certificate: string;
  readonly events: number;
  readonly body: string;
}

/** What the calibrator can be asked. */
export type WebhooksCalibratorCommands = typeof commands;

const BATCH = 50;
const LANES = 4;
const PER_ENDPOINT = 5;

const commands = {
  /** Deliveries a second to all receivers. */
  async rate({ databaseUrl, ports, certificate, events, body }: LoopJob): Promise<number> {
    const database = new pg.Pool({ connectionString: databaseUrl, max: LANES });
    const connect = { ca: certificate };
    const pools = ports.map(
      (port) => new Pool(`https://127.0.0.1:${port}`, { connections: PER_ENDPOINT, connect }),
    );
    await database.query(`CREATE TABLE IF NOT EXISTS calibrator_deliveries
      (id bigint PRIMARY KEY, status text NOT NULL, attempt jsonb, at timestamptz)`);
    await database.query('TRUNCATE calibrator_deliveries');
    let next = 0;
    const total = events * ports.length;
    const deliver = async (id: number) => {
      const signature = createHmac('sha256', 'secret').update(body).digest('hex');
      const { statusCode, body: answer } = await pools[id % ports.length]!.request({
        path: '/',
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-service-signature': signature },
      });
      await answer.dump();
      return statusCode;
    };
    const lane = async () => {
      while (next < total) {
        const ids = Array.from({ length: Math.min(BATCH, total - next) }, () => next++);
        await database.query(
          `INSERT INTO calibrator_deliveries (id, status, at) SELECT id, 'PENDING', now()
           FROM unnest($1::bigint[]) AS id`,
          [ids],
        );
        const statuses = await Promise.all(ids.map(deliver));
        await database.query(
          `UPDATE calibrator_deliveries d SET status = 'SUCCEEDED', attempt = to_jsonb(o.status)
           FROM unnest($1::bigint[], $2::int[]) AS o(id, status) WHERE d.id = o.id`,
          [ids, statuses],
        );
      }
    };
    const from = performance.now();
    await Promise.all(Array.from({ length: LANES }, lane));
    const seconds = (performance.now() - from) / 1_000;
    await Promise.all([...pools.map((pool) => pool.close()), database.end()]);
    return total / seconds;
  },
};

serve(commands);
