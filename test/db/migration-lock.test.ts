import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/mail-api.js';

let test: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  test = await createTestDatabase();
  client = new pg.Client(test.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await test.drop();
});

const HOLDERS = `
SELECT pid FROM pg_locks
WHERE locktype = 'advisory' AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

const holder = async (): Promise<number | undefined> =>
  (await client.query<{ pid: number }>(HOLDERS)).rows[0]?.pid;

it('a connection that breaks while it holds the lock of migrations does not end the process', async () => {
  await client.query('BEGIN');
  await client.query('LOCK TABLE migrations');
  const migrated = test.database.migrate();

  await until(async () => (await holder()) !== undefined);
  await client.query('SELECT pg_terminate_backend($1)', [await holder()]);
  await until(async () => (await holder()) === undefined);
  await client.query('COMMIT');

  await expect(migrated).resolves.toBeUndefined();
});
