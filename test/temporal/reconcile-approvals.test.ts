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
afterEach(() => test.database.query('TRUNCATE outbox, approvals CASCADE'));

/** Looks for work without progress since 60 seconds, while Temporal knows every run. */
const look = () =>
  reconcile({ database: test.database, log, starter: { isRunning: async () => true } }, 60);

/** An approval whose time was up so many seconds ago. */
const addApproval = (kind: string, due: number, status = 'PENDING') =>
  test.database.query(
    `INSERT INTO approvals (id, org_id, kind, resource_id, requested_by, status, expires_at)
     VALUES ('apr_1', 'org_1', $1, 'eml_1', 'key_1', $2, now() - make_interval(secs => $3))`,
    [kind, status, due],
  );

describe('an approval whose time was up', () => {
  it('has its run told, once', async () => {
    await addApproval('send', 61);
    expect(await look()).toBe(1);
    expect(await look()).toBe(0);
    expect(await outboxRows(test.database)).toMatchObject([
      { workflow: 'awaitApproval', workflow_id: 'awaitApproval:apr_1', done: false },
    ]);
  });

  it.each([
    ['a moment ago', 'send', 30, 'PENDING'],
    ['and that was decided', 'send', 61, 'APPROVED'],
    ['and that ends with its task', 'tool', 61, 'PENDING'],
  ])('%s is left alone', async (_which, kind, due, status) => {
    await addApproval(kind, due, status);
    expect(await look()).toBe(0);
  });
});
