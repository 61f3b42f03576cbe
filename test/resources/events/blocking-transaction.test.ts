import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  eventsLagSeconds,
  findBlockingTransaction,
  warnOfBlockingTransactions,
} from '../../../src/live/events/blocking-transaction.js';
import { collectingLog } from '../../embedded/surroundings.js';
import { createTestDatabase, testServerUrl, type TestDatabase } from '../../support/database.js';
import { until } from '../../support/mail-api.js';
import { recordEvents } from '../../../src/store/events/record.js';
import { orgEvent } from './fixture.js';

const QUICK = { lookEvery: 20, after: 0 };
const SECRET = 'a text of a query';

let test: TestDatabase;
let elsewhere: pg.Client;

beforeAll(async () => {
  test = await createTestDatabase();
  elsewhere = new pg.Client({
    connectionString: testServerUrl(),
    application_name: 'a long report',
  });
  await elsewhere.connect();
});
afterAll(async () => {
  await elsewhere.end();
  await test.drop();
});

describe('a transaction that writes in another database of the server', () => {
  it('is named while events wait for it, without what it says, and not any more afterwards', async () => {
    const { log, lines } = collectingLog();
    await elsewhere.query('BEGIN');
    const { rows } = await elsewhere.query<{ pid: number; name: string }>(
      `SELECT pg_backend_pid() AS pid, current_database() AS name, pg_current_xact_id(), '${SECRET}'`,
    );
    await recordEvents(test.database, [orgEvent('org_1', 'held up')]);

    const end = warnOfBlockingTransactions(test.database, log, QUICK);
    await until(() => lines.some(({ pid }) => pid === rows[0]!.pid));
    end();

    expect(lines.find(({ pid }) => pid === rows[0]!.pid)).toMatchObject({
      database: rows[0]!.name,
      application: 'a long report',
      age: expect.any(Number),
      lag: expect.any(Number),
    });
    expect(JSON.stringify(lines)).not.toContain(SECRET);
    expect(await eventsLagSeconds(test.database)).toBeGreaterThan(0);

    await elsewhere.query('COMMIT');
    await until(async () => (await findBlockingTransaction(test.database))?.pid !== rows[0]!.pid);
    await until(async () => (await eventsLagSeconds(test.database)) === 0);
  });
});
