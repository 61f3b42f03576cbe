import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Caller } from '../../../src/auth/caller.js';
import { AppError } from '../../../src/errors.js';
import { newId } from '../../../src/ids.js';
import { StepQueue } from '../../../src/resources/browser-sessions/step-queue.js';
import {
  ADD_SESSION,
  ADD_STEP,
  endSession,
} from '../../../src/resources/browser-sessions/store.js';
import { eventually } from '../../e2e/eventually.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** What waits for a row that another transaction holds. */
const WAITING = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

it('A step that is added while its session ends, ends with it', async () => {
  const { database } = test;
  const [session, step] = [newId('brs'), newId('bst')];
  const added = [session, newId('org'), null, 'key_0', 'key_0', 60, newId('bst'), null, null];
  await database.query(ADD_SESSION, added);

  // Ending has begun, and waits for the row that adding holds.
  const ended = await database.transaction(async (manager) => {
    await manager.query(ADD_STEP, [session, step, 'click', Buffer.from('x'), null]);
    const ending = endSession(database, session, 'CLOSED', null);
    await eventually(async () => (await database.query(WAITING)).length > 0);
    return { ending };
  });
  expect(await ended.ending).toBe(true);

  const steps = 'SELECT status, ended_at FROM browser_steps WHERE session_id = $1 ORDER BY n';
  expect(await database.query(steps, [session])).toEqual([
    { status: 'cancelled', ended_at: expect.any(Date) },
    { status: 'cancelled', ended_at: expect.any(Date) },
  ]);
});

it('A step that a process left behind as it died while the session ended, ends once its caller looks', async () => {
  const { database } = test;
  const [sessionId, orgId] = [newId('brs'), newId('org')];
  const added = [sessionId, orgId, null, 'key_0', 'key_0', 60, newId('bst'), null, null];
  await database.query(ADD_SESSION, added);
  const asking = new AbortController();
  let looks = 0;
  const queue = new StepQueue({
    database,
    steps: {
      seal: async () => Buffer.from('x'),
      open: async () => Promise.reject(new Error('Nothing was done')),
    },
    access: { whyNot: async () => new AppError(404, 'It has ended') },
    watches: {
      watch: () => ({
        until: async () => {
          // The first look finds the session as the statement left it that did not see the step.
          if (++looks === 1)
            await database.query(
              `UPDATE browser_sessions SET status = 'CLOSED', ended_at = now(), process = 'p'
               WHERE id = $1`,
              [sessionId],
            );
          if (looks > 5) asking.abort();
        },
      }),
    },
  });
  const caller = { orgId } as Caller;
  const click = { sessionId, action: 'click', input: {} };

  await expect(queue.done(caller, click, asking.signal)).rejects.toThrow('It has ended');

  const left = `SELECT FROM browser_steps WHERE session_id = $1 AND ended_at IS NULL`;
  expect(await database.query(left, [sessionId])).toEqual([]);
});
