import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createLog } from '../../src/log.js';
import { reconcile } from '../../src/temporal/reconciler.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { outboxRows } from './rows.js';

const log = createLog('silent');
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
afterEach(() => test.database.query('TRUNCATE outbox, domains CASCADE'));

/** Looks for lost runs; Temporal knows of all of them or of none. */
const look = (areOpen = false) =>
  reconcile({ database: test.database, log, starter: { isRunning: async () => areOpen } }, 60);

/** Domains that were last looked at, and are due, so many minutes ago. */
const addDomains = (count: number, checked: number, due: number, status = 'ACTIVE') =>
  test.database.query(
    `INSERT INTO domains (id, org_id, domain, token, status, checked_at, next_look_at)
     SELECT 'dom_' || n, 'org_1', n || '.example', 't' || n, $4,
       now() - make_interval(mins => $2), now() - make_interval(mins => $3)
     FROM generate_series(1, $1) AS n`,
    [count, checked, due, status],
  );

const TO_COME = -60;

describe('a domain that is well and was looked at a moment ago', () => {
  it('has its run started again where Temporal knows none, however many there are', async () => {
    await addDomains(250, 1, TO_COME);
    expect(await look()).toBe(250);
    expect(await look()).toBe(0);
    const [first] = await outboxRows(test.database);
    expect(first).toMatchObject({ workflow: 'verifyDomain', again: true, done: false });
  });

  it('is left alone while its run is open', async () => {
    await addDomains(1, 1, TO_COME);
    expect(await look(true)).toBe(0);
  });
});

describe('a look that is overdue', () => {
  it('shows that the run of a domain that is not well was lost', async () => {
    await addDomains(1, 60, 14, 'DEGRADED');
    expect(await look(true)).toBe(1);
  });

  it.each([
    ['for a shorter time is left to its run', 12, 'DEGRADED'],
    ['at a domain that is well is made beside its run', 14, 'ACTIVE'],
  ])('%s', async (_what, due, status) => {
    await addDomains(1, 60, due, status);
    expect(await look()).toBe(0);
  });
});
