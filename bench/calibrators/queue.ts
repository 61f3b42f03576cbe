import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { serve } from '../generators/serve.js';

// The least that hands out tasks over HTTP, each once, by priority and age, and takes what came of them.

/** What the calibrator can be asked. */
export type QueueCalibratorCommands = typeof commands;

const MAKE = `
CREATE TABLE IF NOT EXISTS calibrator_tasks (id text PRIMARY KEY, priority smallint NOT NULL,
  created_at timestamptz NOT NULL, claimable_at timestamptz, token bytea, output jsonb);
CREATE INDEX IF NOT EXISTS calibrator_tasks_claimable
  ON calibrator_tasks (priority DESC, created_at, id) WHERE claimable_at IS NOT NULL;
TRUNCATE calibrator_tasks;`;
const FILL = `
INSERT INTO calibrator_tasks
SELECT 'task_' || n, 5, now(), now() FROM generate_series(1, $1::int) AS n`;
const CLAIM = `
UPDATE calibrator_tasks SET claimable_at = now() + interval '600 s', token = $1
WHERE id = (SELECT id FROM calibrator_tasks WHERE claimable_at <= now()
  ORDER BY priority DESC, created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id`;
const COMPLETE = `
UPDATE calibrator_tasks SET claimable_at = NULL, output = $3 WHERE id = $1 AND token = $2
RETURNING id, output`;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

const commands = {
  /** Starts it on a database with so many tasks; answers its port. */
  async start({ databaseUrl, tasks }: { databaseUrl: string; tasks: number }): Promise<number> {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
    // Postgres may end before this does.
    pool.on('error', () => undefined);
    await pool.query(MAKE);
    await pool.query(FILL, [tasks]);
    const claim = async () => {
      const lease_token = randomBytes(24).toString('base64url');
      const values = [hashOf(lease_token)];
      const { rows } = await pool.query<object>({ name: 'claim', text: CLAIM, values });
      return rows[0] ? { ...rows[0], lease_token } : null;
    };
    const complete = async (id: string, body: { lease_token: string; output: object }) => {
      const values = [id, hashOf(body.lease_token), body.output];
      return (await pool.query<object>({ name: 'complete', text: COMPLETE, values })).rows[0];
    };
    const server = createServer((request, response) => {
      void text(request)
        .then(async (body) => {
          const [, , , id = '', act] = request.url!.split('/');
          const given = JSON.parse(body) as { lease_token: string; output: object };
          return act === 'complete' ? complete(id, given) : claim();
        })
        .then((answer) => {
          response.writeHead(answer ? 200 : 204, { 'content-type': 'application/json' });
          response.end(answer ? JSON.stringify(answer) : undefined);
        });
    });
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return (server.address() as AddressInfo).port;
  },
};

serve(commands);
