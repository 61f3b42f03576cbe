import { randomUUID } from 'node:crypto';
import { must, until, type Point } from '../outside.js';

const RUNNING = `
SELECT count(*)::int AS count FROM pg_stat_activity
WHERE wait_event_type = 'Lock' AND query LIKE '%INTO api_keys%' AND application_name LIKE 'restante%'`;

/** A write that meets a lock: 503, nothing goes on at the server, and its key makes it once. */
export const answered503: Point = {
  number: 2,
  title: 'what was answered 503 does not go on, and is not made twice',
  see: async ({ curl, sql }) => {
    const name = randomUUID();
    const make = () =>
      curl('POST', '/v1/orgs/me/api-keys', {
        json: { name },
        headers: [`Idempotency-Key: ${name}`],
      });
    const status = await sql(async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE api_keys IN EXCLUSIVE MODE');
      const refused = await make();
      const { rows } = await client.query<{ count: number }>(RUNNING);
      must(rows[0]!.count === 0, `${rows[0]!.count} statements still wait for the lock`);
      await client.query('ROLLBACK');
      return refused.status;
    });
    must(status === 503, `answered ${status}`);
    const made = await until(async () => {
      const again = await make();
      return again.status === 201 && again;
    }, 'made');
    must((await make()).text === made.text, 'the same key was answered otherwise');
    const { rowCount } = await sql((client) =>
      client.query('SELECT FROM api_keys WHERE name = $1', [name]),
    );
    must(rowCount === 1, `${rowCount} keys of one request`);
    return '503 beside a lock, then 201; one row';
  },
};
