import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { outboxLagSeconds } from '../../src/temporal/outbox-lag.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { queueMails } from './rows.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
afterEach(() => test.database.query('TRUNCATE outbox, emails'));

const age = (orgId: string, seconds: number, change = '') =>
  test.database.query(
    `UPDATE outbox SET created_at = now() - make_interval(secs => $2),
       run_after = now() - make_interval(secs => $2) ${change} WHERE org_id = $1`,
    [orgId, seconds],
  );

describe('the lag of the outbox', () => {
  it('is none when it is empty', async () => {
    expect(await outboxLagSeconds(test.database)).toBe(0);
  });

  it('is the age of the oldest row of any organization', async () => {
    for (const [orgId, seconds] of [
      ['org_1', 5],
      ['org_2', 90],
      ['org_3', 30],
    ] as const) {
      await queueMails(test.database, 3, orgId);
      await age(orgId, seconds);
    }
    expect(await outboxLagSeconds(test.database)).toBe(90);
  });

  it('does not count what Temporal knows of', async () => {
    await queueMails(test.database, 1, 'org_1');
    await age('org_1', 90, ', done_at = now()');
    expect(await outboxLagSeconds(test.database)).toBe(0);
  });

  it('does not count what is not due yet', async () => {
    await queueMails(test.database, 1, 'org_1');
    await age('org_1', -90);
    expect(await outboxLagSeconds(test.database)).toBe(0);
  });
});
