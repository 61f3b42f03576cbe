import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OutboxClaims } from '../../src/temporal/dispatch/claim.js';
import type { OutboxWork } from '../../src/temporal/work.js';
import { queueRun, queueRuns } from '../../src/store/outbox.js';
import { statement } from '../../src/store/statement.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { outboxRows, queueMails, queueTogether } from './rows.js';

let test: TestDatabase;
let claims: OutboxClaims;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  await test.database.query('TRUNCATE outbox, emails');
  claims = new OutboxClaims(test.database);
});

const expireClaims = () =>
  test.database.query(
    `UPDATE outbox SET claimed_until = now() - interval '1 second' WHERE claimed_until IS NOT NULL`,
  );
const queueTold = (taskId: string, canWait: string, said = 0) =>
  test.database.query(
    statement([
      queueRuns(
        { workflow: 'runAgentTask' },
        { signal: 'taskChanged', canWait, signalArg: 'run.said' },
        `SELECT 'org_1', $1, jsonb_build_object('said', $2::int) AS said`,
      ),
    ]),
    [taskId, said],
  );
const emailsOf = (work: readonly OutboxWork[]) => work.flatMap(({ resourceIds }) => resourceIds);

describe('a claim of accepted mail', () => {
  it('that is alone names its run after the mail and knows its inbox', async () => {
    const [emailId] = await queueMails(test.database, 1);
    expect(await claims.fresh()).toEqual([
      {
        rows: [expect.any(String)],
        op: 'start',
        workflow: 'processInbound',
        workflowId: `processInbound:${emailId}`,
        orgIds: ['org_1'],
        resourceIds: [emailId],
        inboxId: 'inb_1',
        signal: null,
        signalArg: null,
        again: false,
        attempts: 1,
        ageSeconds: expect.any(Number),
      },
    ]);
  });

  it('does not wait for the disk', async () => {
    const { database } = test;
    await queueMails(database, 1);
    await database.together(async () => {
      await database.query('SET LOCAL synchronous_commit = on');
      expect(await claims.fresh()).toHaveLength(1);
      expect(await database.query('SHOW synchronous_commit')).toEqual([
        { synchronous_commit: 'off' },
      ]);
    });
  });

  it('takes up to 500 mails of any organizations as one run, oldest first', async () => {
    const mails = [
      ...(await queueMails(test.database, 300, 'org_1')),
      ...(await queueMails(test.database, 300, 'org_2')),
    ];
    const [batch, ...others] = await claims.fresh();
    expect(others).toEqual([]);
    expect(batch!.workflowId).toMatch(/^processInbound:run_[0-9a-z]{20}$/);
    expect(batch!.orgIds.toSorted()).toEqual(['org_1', 'org_2']);
    expect(new Set(batch!.resourceIds)).toEqual(
      new Set([...mails.slice(0, 250), ...mails.slice(300, 550)]),
    );
    expect(batch!.inboxId).toBeNull();
  });

  it('takes rows that stand for several mails as far as all of them fit', async () => {
    const first = await queueTogether(test.database, 50);
    expect(await claims.fresh()).toMatchObject([
      { workflowId: `processInbound:${first.batchId}`, resourceIds: first.emailIds, inboxId: null },
    ]);
    for (let row = 0; row < 10; row++) await queueTogether(test.database, 48);
    const [alone] = await queueMails(test.database, 1);
    const [batch] = await claims.fresh();
    expect(batch!.resourceIds).toHaveLength(10 * 48 + 1);
    expect(batch!.resourceIds).toContain(alone);
    expect(batch!.rows).toHaveLength(11);
    expect(claims.areDrained).toBe(false);
  });

  it('writes the id of the run into the rows before anything is started', async () => {
    await queueMails(test.database, 3);
    const [batch] = await claims.fresh();
    const ids = (await outboxRows(test.database)).map(({ workflow_id }) => workflow_id);
    expect(ids).toEqual([batch!.workflowId, batch!.workflowId, batch!.workflowId]);
  });

  it('gives a small organization its turn beside a large backlog, and fills up with that', async () => {
    await queueMails(test.database, 700, 'org_large');
    const [small] = await queueMails(test.database, 1, 'org_small');
    const mails = emailsOf(await claims.fresh());
    expect(mails).toContain(small);
    expect(mails).toHaveLength(500);
  });

  it('takes as many rows of runs that can wait as it is told, beside all others', async () => {
    for (let number = 0; number < 5; number++)
      await queueRun(test.database, {
        ...{ op: 'start', workflow: 'verifyDomain', orgId: 'org_1' },
        resourceId: `dom_${number}`,
      });
    const mails = await queueMails(test.database, 3);
    const few = (deferrable: number) => claims.fresh({ deferrable, early: true });
    expect(emailsOf(await few(0)).toSorted()).toEqual(mails.toSorted());
    expect(emailsOf(await few(0))).toEqual([]);
    expect(emailsOf(await few(2))).toEqual(['dom_0', 'dom_1']);
    expect(emailsOf(await claims.fresh())).toEqual(['dom_2', 'dom_3', 'dom_4']);
  });

  it('comes round to every organization where there are many', async () => {
    for (let org = 0; org < 120; org++) await queueMails(test.database, 2, `org_${org}`);
    const orgs = new Set<string>();
    for (let claim = 0; claim < 3; claim++)
      for (const { orgIds } of await claims.fresh()) for (const id of orgIds) orgs.add(id);
    expect(orgs.size).toBe(120);
  });

  it('leaves nobody out where there are many organizations', async () => {
    for (let org = 0; org < 120; org++) await queueMails(test.database, 2, `org_${org}`);
    const mails = new Set<string>();
    for (let work = await claims.fresh(); work.length > 0; work = await claims.fresh())
      for (const id of emailsOf(work)) mails.add(id);
    expect(mails.size).toBe(240);
  });

  it('finds nothing where everything is taken', async () => {
    await queueMails(test.database, 5);
    await claims.fresh();
    expect(await claims.fresh()).toEqual([]);
  });

  it('never gives a row to two dispatchers', async () => {
    await queueMails(test.database, 400);
    const dispatchers = Array.from({ length: 8 }, () => new OutboxClaims(test.database));
    const taken: string[] = [];
    await Promise.all(
      dispatchers.map(async (dispatcher) => {
        for (let round = 0; round < 20; round++) taken.push(...emailsOf(await dispatcher.fresh()));
      }),
    );
    expect(taken.length).toBe(400);
    expect(new Set(taken).size).toBe(400);
  });
});

describe('a claim of other work', () => {
  it('is a row each under the id of its resource', async () => {
    await test.database.transaction(async (manager) => {
      const run = { workflow: 'expireInbox', orgId: 'org_1', resourceId: 'inb_1' } as const;
      await queueRun(manager, { ...run, op: 'start', again: true });
      await queueRun(manager, { ...run, op: 'signal', signal: 'expiryChanged' });
    });
    expect(await claims.fresh()).toMatchObject([
      { op: 'start', workflowId: 'expireInbox:inb_1', again: true, signal: null },
      { op: 'signal', workflowId: 'expireInbox:inb_1', again: false, signal: 'expiryChanged' },
    ]);
  });

  it('waits for its time', async () => {
    await test.database.transaction((manager) =>
      queueRun(manager, {
        op: 'start',
        workflow: 'deleteInbox',
        orgId: 'org_1',
        resourceId: 'inb_1',
        runAfter: new Date(Date.now() + 60_000),
      }),
    );
    expect(await claims.fresh()).toEqual([]);
  });

  it('that can wait takes it before its time where there is time', async () => {
    await queueTold('task_1', `interval '1 hour'`);
    await queueTold('task_2', `interval '0'`);
    const busy = { deferrable: 0, early: false };
    expect(emailsOf(await claims.fresh(busy))).toEqual(['task_2']);
    expect(await claims.fresh(busy)).toEqual([]);
    expect(emailsOf(await claims.fresh())).toEqual(['task_1']);
  });

  it('that can wait is one row for its run until it is taken, with what was said last', async () => {
    await queueTold('task_1', `interval '1 hour'`, 1);
    await queueTold('task_1', `interval '0'`, 2);
    await queueTold('task_1', `interval '1 hour'`, 3);
    expect(await claims.fresh({ deferrable: 0, early: false })).toMatchObject([
      { workflowId: 'runAgentTask:task_1', signal: 'taskChanged', signalArg: { said: 3 } },
    ]);
    await queueTold('task_1', `interval '1 hour'`, 4);
    expect(await claims.fresh()).toMatchObject([{ signalArg: { said: 4 } }]);
  });

  it('is settled when Temporal knows of it', async () => {
    await test.database.transaction((manager) =>
      queueRun(manager, {
        op: 'start',
        workflow: 'deleteInbox',
        orgId: 'org_1',
        resourceId: 'inb_1',
      }),
    );
    const [work] = await claims.fresh();
    await claims.done(work!);
    expect(await outboxRows(test.database)).toMatchObject([{ done: true, settled: true }]);
  });
});

describe('abandoned rows', () => {
  it('come back as the same batch under the same id', async () => {
    await queueMails(test.database, 20);
    const [lost] = await claims.fresh();
    await queueMails(test.database, 5);
    await expireClaims();
    const [again, ...others] = await new OutboxClaims(test.database).abandoned(8);
    expect(others).toEqual([]);
    expect(again).toMatchObject({
      workflowId: lost!.workflowId,
      rows: lost!.rows,
      resourceIds: lost!.resourceIds,
      attempts: 2,
    });
  });

  it('are left alone while their claim holds', async () => {
    await queueMails(test.database, 20);
    await claims.fresh();
    expect(await claims.abandoned(8)).toEqual([]);
  });

  it('come back whole, to one dispatcher only', async () => {
    for (let run = 0; run < 4; run++) {
      await queueMails(test.database, 50);
      await claims.fresh();
    }
    await expireClaims();
    const dispatchers = Array.from({ length: 8 }, () => new OutboxClaims(test.database));
    const found = (await Promise.all(dispatchers.map((one) => one.abandoned(8)))).flat();
    expect(found.map(({ resourceIds }) => resourceIds.length)).toEqual([50, 50, 50, 50]);
  });

  it('are as many runs as asked for', async () => {
    for (let run = 0; run < 3; run++) {
      await queueMails(test.database, 2);
      await claims.fresh();
    }
    await expireClaims();
    expect(await claims.abandoned(2)).toHaveLength(2);
  });

  it('given back can be taken at once, by whoever comes first', async () => {
    await queueMails(test.database, 2);
    const [work] = await claims.fresh();
    await claims.release(work!, 0);
    expect(await claims.abandoned(8)).toMatchObject([{ workflowId: work!.workflowId }]);
  });
});

describe('done', () => {
  it('takes rows off the list and leaves the end of mail to its run', async () => {
    await queueMails(test.database, 2);
    const [work] = await claims.fresh();
    await claims.done(work!);
    await expireClaims();
    expect(await claims.abandoned(8)).toEqual([]);
    expect(await outboxRows(test.database)).toMatchObject([
      { done: true, settled: false },
      { done: true, settled: false },
    ]);
  });
});
