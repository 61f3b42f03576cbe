import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createLog } from '../../src/log.js';
import { OutboxClaims } from '../../src/temporal/dispatch/claim.js';
import { reconcile } from '../../src/temporal/reconciler.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { outboxRows } from './rows.js';

const log = createLog('silent');
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
afterEach(() => test.database.query('TRUNCATE outbox, durable_waits CASCADE'));

/** Looks for work without progress since 60 seconds; `open` are the runs Temporal still knows. */
const look = (open: (workflowId: string) => boolean = () => false) =>
  reconcile({ database: test.database, log, starter: { isRunning: async (id) => open(id) } }, 60);

/** Waits that were last asked for, and end, so many seconds ago. */
const addWaits = (count: number, checked: number, due: number, status = 'waiting') =>
  test.database.query(
    `INSERT INTO durable_waits (id, org_id, inbox_id, kind, after_uid, count, status, created_at,
       expires_at, checked_at, ended_at)
     SELECT 'wt_' || n, 'org_1', 'inb_1', 'email', 0, 1, $4, now() - interval '1 day',
       now() - make_interval(secs => $3), now() - make_interval(secs => $2),
       CASE WHEN $4 <> 'waiting' THEN now() END
     FROM generate_series(1, $1) AS n`,
    [count, checked, due, status],
  );

const TO_COME = -3_600;

describe('a durable wait whose run is lost', () => {
  it('has it started again although its id was used', async () => {
    await addWaits(1, 61, TO_COME);
    expect(await look()).toBe(1);
    expect(await outboxRows(test.database)).toMatchObject([
      { workflow: 'waitForEmail', workflow_id: 'waitForEmail:wt_1', again: true, done: false },
    ]);
  });

  it('is found among many, all of them at one look when all are lost', async () => {
    await addWaits(250, 61, TO_COME);
    expect(await look()).toBe(250);
    expect(await look()).toBe(0);
  });

  it.each([
    ['while its run is open', 61, 'waiting', true],
    ['when it was asked for a moment ago', 59, 'waiting', false],
    ['when it has ended', 61, 'matched', false],
  ])('is left alone %s', async (_when, checked, status, open) => {
    await addWaits(1, checked, TO_COME, status);
    expect(await look(() => open)).toBe(0);
  });

  it('is asked for in turns', async () => {
    await addWaits(250, 61, TO_COME);
    const asked: string[] = [];
    const open = (id: string) => asked.push(id) > 0;
    for (let turn = 0; turn < 3; turn++) await look(open);
    expect([asked.length, new Set(asked).size]).toEqual([250, 250]);
  });
});

describe('a durable wait whose time was up', () => {
  it('has its run told, or started again, once', async () => {
    await addWaits(1, 0, 61);
    expect(await look(() => true)).toBe(1);
    expect(await look(() => true)).toBe(0);
    const [work] = await new OutboxClaims(test.database).fresh();
    expect(work).toMatchObject({
      op: 'signal',
      workflowId: 'waitForEmail:wt_1',
      signal: 'emailArrived',
      again: true,
      inboxId: 'inb_1',
    });
  });

  it('a moment ago is left to its run', async () => {
    await addWaits(1, 0, 30);
    expect(await look(() => true)).toBe(0);
  });
});
