import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createLog } from '../../src/log.js';
import { settleRuns } from '../../src/store/outbox.js';
import { statement } from '../../src/store/statement.js';
import { OutboxClaims } from '../../src/temporal/dispatch/claim.js';
import { reconcile, Reconciler } from '../../src/temporal/reconciler.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { outboxRows, queueMails, queueTogether, settle, until } from './rows.js';

const log = createLog('silent');
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
afterEach(() =>
  test.database.query('TRUNCATE outbox, emails, inboxes, inbox_counters, sender_checks'),
);

/** Looks for work without progress since 60 seconds; `open` are the runs Temporal still knows. */
const look = (open: readonly string[] = []) =>
  reconcile(
    { database: test.database, log, starter: { isRunning: async (id) => open.includes(id) } },
    60,
  );

/** Starts runs of mails, so many seconds ago, that do not finish. */
async function startMails(count: number, secondsAgo: number): Promise<string[]> {
  const ids = await queueMails(test.database, count);
  const claims = new OutboxClaims(test.database);
  for (const work of await claims.fresh()) await claims.done(work);
  await test.database.query(
    'UPDATE outbox SET done_at = now() - make_interval(secs => $1) WHERE resource_id = ANY ($2)',
    [secondsAgo, ids],
  );
  return ids;
}

async function addInbox(id: string, change: string): Promise<void> {
  await test.database.query(
    `INSERT INTO inboxes (id, org_id, address, domain, name, imap_password_hash, created_at)
     VALUES ($1, 'org_1', $1, 'restante.localhost', 'n', '', now() - interval '1 day')`,
    [id],
  );
  await test.database.query(`UPDATE inboxes SET ${change} WHERE id = $1`, [id]);
}

describe('mail whose run is lost', () => {
  it('is queued again, to be started although its id was used', async () => {
    const [emailId] = await startMails(1, 61);
    expect(await look()).toBe(1);
    expect(await outboxRows(test.database)).toMatchObject([
      { resource_id: emailId, done: true, settled: true },
      { resource_id: emailId, done: false, settled: false, again: true, workflow_id: null },
    ]);
  });

  it('is queued once, however often and from wherever it is looked for', async () => {
    await startMails(5, 61);
    const queued = await Promise.all([look(), look(), look()]);
    expect(queued.reduce((sum, count) => sum + count)).toBe(5);
    expect(await look()).toBe(0);
  });

  it('that shared a row is queued again one by one, as far as it is not finished', async () => {
    const { batchId, emailIds } = await queueTogether(test.database, 3);
    const claims = new OutboxClaims(test.database);
    for (const work of await claims.fresh()) await claims.done(work);
    await test.database.query(`UPDATE outbox SET done_at = now() - interval '61 seconds'`);
    const finished = statement([settleRuns({ workflow: 'processInbound' }, '$1')]);
    await test.database.query(finished, [emailIds.slice(0, 1)]);

    expect(await look()).toBe(2);

    const [together, ...alone] = await outboxRows(test.database);
    expect(together).toMatchObject({ resource_id: batchId, settled: true });
    expect(alone.map(({ resource_id }) => resource_id).toSorted()).toEqual(
      emailIds.slice(1).toSorted(),
    );
    expect(alone).toMatchObject([{ again: true }, { again: true }]);
  });

  it.each([
    ['when its run is young', 59, false],
    ['while its run is open', 61, true],
  ])('is left alone %s', async (_when, secondsAgo, open) => {
    await startMails(3, secondsAgo);
    const [row] = await outboxRows(test.database);
    expect(await look(open ? [row!.workflow_id!] : [])).toBe(0);
  });

  it('is queued again when its run is open but got nowhere for a quarter of an hour', async () => {
    await startMails(3, 15 * 60 + 1);
    const [row] = await outboxRows(test.database);
    expect(await look([row!.workflow_id!])).toBe(3);
  });

  it('is left alone when it was finished', async () => {
    await settle(test.database, await startMails(3, 61));
    expect(await look()).toBe(0);
  });
});

describe('work that inboxes say remains', () => {
  it.each([
    ['deleteInbox', `deleted_at = now() - interval '2 minutes'`],
    ['expireInbox', `expires_at = now() - interval '2 minutes'`],
  ])('is started again as %s', async (workflow, change) => {
    await addInbox('inb_1', change);
    expect(await look()).toBe(1);
    expect(await outboxRows(test.database)).toMatchObject([
      { workflow, workflow_id: `${workflow}:inb_1`, resource_id: 'inb_1', again: true },
    ]);
  });

  it('is started again as releaseMail while an active inbox withholds', async () => {
    await addInbox('inb_1', `status = 'ACTIVE'`);
    await addInbox('inb_2', `status = 'PAUSED'`);
    await test.database.query(
      `INSERT INTO inbox_counters (inbox_id, withhold) VALUES ('inb_1', true), ('inb_2', true)`,
    );
    await look();
    expect(await outboxRows(test.database)).toMatchObject([{ workflow_id: 'releaseMail:inb_1' }]);
  });

  it.each([
    ['an inbox without any', `status = 'ACTIVE'`],
    ['an end to come', `expires_at = now() + interval '1 minute'`],
    ['a deletion that has just begun', `deleted_at = now() - interval '30 seconds'`],
  ])('is not there for %s', async (_what, change) => {
    await addInbox('inb_1', change);
    expect(await look()).toBe(0);
  });

  it('is not queued while it waits in the outbox or was started just now', async () => {
    await addInbox('inb_1', `deleted_at = now() - interval '2 minutes'`);
    await look();
    expect(await look()).toBe(0);
    const claims = new OutboxClaims(test.database);
    for (const work of await claims.fresh()) await claims.done(work);
    expect(await look()).toBe(0);
  });
});

describe('senders that are unknown', () => {
  const addUnknown = (dueSecondsAgo: number) =>
    test.database.query(
      `INSERT INTO sender_checks (stored_message_id, auth, retry_at)
       VALUES ($1::int, '{"verdict": "unknown"}', now() - make_interval(secs => $1))`,
      [dueSecondsAgo],
    );

  it('and that nobody looks at are looked at by one new run', async () => {
    await addUnknown(600);
    await addUnknown(700);
    expect(await look()).toBe(1);
    expect(await look()).toBe(0);
    expect(await outboxRows(test.database)).toMatchObject([{ workflow_id: 'verifySenders:all' }]);
  });

  it('and were due a moment ago are left to the run there is', async () => {
    await addUnknown(120);
    expect(await look()).toBe(0);
  });
});

describe('the reconciler', () => {
  it('looks by itself and survives a look that fails', async () => {
    await startMails(1, 61);
    let asked = 0;
    const reconciler = new Reconciler(
      {
        database: test.database,
        log,
        starter: {
          async isRunning() {
            if (++asked === 1) throw new Error('Temporal is away');
            return false;
          },
        },
      },
      0.05,
    );
    await until(async () => (await outboxRows(test.database)).length === 2);
    await reconciler.stop();
    expect(asked).toBe(2);
  });
});
