import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLog } from '../../src/log.js';
import { OutboxClaims } from '../../src/temporal/dispatch/claim.js';
import type { OutboxWork } from '../../src/temporal/work.js';
import { OutboxDispatcher } from '../../src/temporal/dispatch/outbox-dispatcher.js';
import { queueRun, queueRuns } from '../../src/store/outbox.js';
import { statement } from '../../src/store/statement.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { outboxRows, queueMails, settle, until } from './rows.js';

const log = createLog('silent');

/** What Temporal says about a request that is wrong. */
const refusal = Object.assign(new Error('3 INVALID_ARGUMENT'), { code: 3 });
const unreachable = Object.assign(new Error('14 UNAVAILABLE'), { code: 14 });

let test: TestDatabase;
let dispatchers: OutboxDispatcher[];
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(() => {
  dispatchers = [];
});
afterEach(async () => {
  await Promise.all(dispatchers.map((one) => one.stop()));
  await test.database.query('TRUNCATE outbox, emails, webhooks');
});

/** A dispatcher whose runs end at once, unless `tell` throws. */
function dispatch(tell: (work: OutboxWork) => Promise<void> | void): OutboxDispatcher {
  const dispatcher = new OutboxDispatcher({
    claims: new OutboxClaims(test.database),
    log,
    starter: {
      async tell(work) {
        await tell(work);
        await settle(test.database, work.resourceIds);
        setImmediate(() => dispatcher.ended(work.workflowId));
      },
    },
  });
  dispatchers.push(dispatcher);
  return dispatcher;
}

const allDone = async () => (await outboxRows(test.database)).every(({ done }) => done);

describe('the dispatcher', () => {
  it('starts a mail alone at once and lets a burst grow into batches', async () => {
    const sizes: number[] = [];
    const dispatcher = dispatch(({ resourceIds }) => void sizes.push(resourceIds.length));
    await queueMails(test.database, 1);
    dispatcher.accepted();
    await until(() => sizes.length === 1);
    await queueMails(test.database, 1_020);
    dispatcher.accepted();
    await until(allDone);
    expect(sizes).toEqual([1, 500, 500, 20]);
  });

  it('finds work that nobody told it of', async () => {
    const told: string[] = [];
    dispatch(({ workflowId }) => void told.push(workflowId));
    await until(async () => {
      if (told.length === 0 && (await outboxRows(test.database)).length === 0)
        await queueMails(test.database, 1);
      return told.length === 1;
    });
  });

  it('hands on signals and cancellations', async () => {
    const told: Partial<OutboxWork>[] = [];
    const dispatcher = dispatch(({ op, workflowId, signal }) => {
      told.push({ op, workflowId, signal });
    });
    await test.database.transaction(async (manager) => {
      const run = { workflow: 'expireInbox', orgId: 'org_1' } as const;
      const signal = { op: 'signal', signal: 'expiryChanged' } as const;
      await queueRun(manager, { ...run, ...signal, resourceId: 'inb_1' });
      // Of another inbox: the end of a run settles all that is queued for its own.
      await queueRun(manager, { ...run, op: 'cancel', resourceId: 'inb_2' });
    });
    dispatcher.accepted();
    await until(allDone);
    expect(told).toEqual([
      { op: 'signal', workflowId: 'expireInbox:inb_1', signal: 'expiryChanged' },
      { op: 'cancel', workflowId: 'expireInbox:inb_2', signal: null },
    ]);
  });

  it('tells what can wait before its time, once there is time', async () => {
    const told: string[] = [];
    const dispatcher = dispatch(({ workflowId }) => void told.push(workflowId));
    await test.database.query(
      statement([
        queueRuns(
          { workflow: 'runAgentTask' },
          { signal: 'taskChanged', canWait: `interval '1 hour'` },
          `SELECT 'org_1', 'task_1'`,
        ),
      ]),
    );
    dispatcher.putOff();
    await until(allDone);
    expect(told).toEqual(['runAgentTask:task_1']);
  });

  it('has a mail sent while its run is being started, and nothing else', async () => {
    const said: string[] = [];
    const dispatcher = new OutboxDispatcher({
      claims: new OutboxClaims(test.database),
      log,
      starter: { tell: async ({ op, workflowId }) => void said.push(`${op} ${workflowId}`) },
      eagerStart: {
        process: async () => undefined,
        send: async (emailId, run) => void said.push(`send ${emailId} by ${run}`),
      },
    });
    dispatchers.push(dispatcher);
    await test.database.transaction(async (manager) => {
      const of = { op: 'start', orgId: 'org_1' } as const;
      const signal = { op: 'signal', orgId: 'org_1', signal: 'sendChanged' } as const;
      await queueRun(manager, { ...signal, workflow: 'sendEmail', resourceId: 'eml_2' });
      await queueRun(manager, { ...of, workflow: 'sendEmail', resourceId: 'eml_1' });
      await queueRun(manager, { ...of, workflow: 'deleteInbox', resourceId: 'inb_1' });
    });
    dispatcher.accepted();
    await until(allDone);
    expect(said.toSorted()).toEqual([
      'send eml_1 by sendEmail:eml_1',
      'send eml_2 by sendEmail:eml_2',
      'signal sendEmail:eml_2',
      'start deleteInbox:inb_1',
      'start sendEmail:eml_1',
    ]);
  });

  it('has mail that somebody wants to hear of finished beside its run, one for all that follow', async () => {
    await test.database.query(
      `INSERT INTO webhooks (id, org_id, url, events, sealed_secret) VALUES ('wh_1', 'org_1', '', '{*}', '')`,
    );
    const begun: { readonly ids: readonly string[]; readonly run: string }[] = [];
    const told: string[] = [];
    const dispatcher = new OutboxDispatcher({
      claims: new OutboxClaims(test.database),
      log,
      starter: {
        async tell({ workflowId, resourceIds }) {
          told.push(...resourceIds.map((id) => `${id} by ${workflowId}`));
          setImmediate(() => dispatcher.ended(workflowId));
        },
      },
      eagerStart: {
        process: async (ids, run) => void begun.push({ ids, run }),
        send: async () => undefined,
      },
    });
    dispatchers.push(dispatcher);
    const mails: string[] = [];
    for (let batch = 1; batch <= 4; batch++) {
      mails.push(...(await queueMails(test.database, batch)));
      dispatcher.accepted();
      await until(() => begun.flatMap(({ ids }) => ids).length === mails.length);
    }
    await until(allDone);
    expect(told.toSorted()).toEqual(
      begun.flatMap(({ ids, run }) => ids.map((id) => `${id} by ${run}`)).toSorted(),
    );
    expect(told).toHaveLength(10);
    expect(begun[0]!.run).toBe(`processInbound:${mails[0]}`);
  });

  it('has no more than eight starts in flight', async () => {
    let inFlight = 0;
    let most = 0;
    const dispatcher = dispatch(async () => {
      most = Math.max(most, ++inFlight);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inFlight--;
    });
    await test.database.query(
      `INSERT INTO outbox (op, workflow, workflow_id, org_id, resource_id)
       SELECT 'start', 'deleteInbox', 'deleteInbox:inb_' || n, 'org_1', 'inb_' || n
       FROM generate_series(1, 40) AS n`,
    );
    dispatcher.accepted();
    await until(allDone);
    expect(most).toBe(8);
  });

  it('tries again under the same id while Temporal is away, then goes on with everything', async () => {
    const tried: string[] = [];
    let away = true;
    const dispatcher = dispatch(({ workflowId }) => {
      tried.push(workflowId);
      if (away) throw unreachable;
    });
    await queueMails(test.database, 10);
    dispatcher.accepted();
    await until(() => tried.length === 3);
    await queueMails(test.database, 60);
    away = false;
    await until(allDone);
    expect(new Set(tried.slice(0, 3)).size).toBe(1);
    expect(tried.filter((id) => id === tried[0])).toHaveLength(4);
  });

  it('says once that Temporal is away and once that it is back', async () => {
    const lines: string[] = [];
    const returned: string[] = [];
    let failures = 0;
    const note = (_fields: unknown, message: string) => void lines.push(message);
    const dispatcher = new OutboxDispatcher({
      claims: new OutboxClaims(test.database),
      log: {
        ...log,
        warn: note,
        info: (message: string) => void lines.push(message),
      } as typeof log,
      onReturn: () => void returned.push('back'),
      starter: {
        async tell() {
          if (failures++ < 3) throw unreachable;
        },
      },
    });
    dispatchers.push(dispatcher);
    await queueMails(test.database, 1);
    dispatcher.accepted();
    await until(() => returned.length === 1);
    expect(lines).toEqual(['Temporal is away', 'Temporal is back']);
  });

  it('sets aside what Temporal refuses and goes on with the rest', async () => {
    const [bad] = await queueMails(test.database, 1, 'org_bad');
    const dispatcher = dispatch(({ resourceIds }) => {
      if (resourceIds.includes(bad!)) throw refusal;
    });
    await until(async () => (await outboxRows(test.database))[0]!.attempts > 0);
    await queueMails(test.database, 3);
    dispatcher.accepted();
    await until(
      async () => (await outboxRows(test.database)).filter(({ done }) => done).length === 3,
    );
  });

  it('shares the work with others, each row once', async () => {
    const told: string[] = [];
    const both = [1, 2].map(() => dispatch(({ resourceIds }) => void told.push(...resourceIds)));
    const mails = await queueMails(test.database, 500);
    for (const one of both) one.accepted();
    await until(allDone);
    expect(told.toSorted()).toEqual(mails.toSorted());
  });

  it('gives back what it has not started when it stops', async () => {
    const dispatcher = dispatch(() => new Promise(() => {}));
    await queueMails(test.database, 5);
    dispatcher.accepted();
    await until(async () => (await outboxRows(test.database))[0]!.attempts === 1);
    await dispatcher.stop();
    const rows = await outboxRows(test.database);
    expect(rows.every(({ done, workflow_id }) => !done && workflow_id !== null)).toBe(true);
  });

  it('goes on when Postgres is back', async () => {
    const working = new OutboxClaims(test.database);
    const told: OutboxWork[] = [];
    let broken = true;
    const failing = new OutboxClaims(test.database);
    failing.fresh = async () => {
      if (broken) throw new Error('Connection terminated');
      return working.fresh();
    };
    const dispatcher = new OutboxDispatcher({
      claims: failing,
      log,
      starter: { tell: async (work) => void told.push(work) },
    });
    dispatchers.push(dispatcher);
    await queueMails(test.database, 1);
    broken = false;
    await until(() => told.length === 1);
  });
});
