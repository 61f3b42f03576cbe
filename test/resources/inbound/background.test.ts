import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '../../../src/db/database.js';
import type { Analysis } from '../../../src/mail/analysis.js';
import type { BackgroundServices, Services } from '../../../src/composition/services.js';
import { createTestDatabase } from '../../support/database.js';
import { makeInbox } from '../../support/inboxes.js';
import { analysis, rawMail, withCode } from '../../support/mail.js';
import { testServices } from '../../support/services.js';
import { until, type TestInbox } from '../../support/mail-api.js';

let database: Database;
let inbound: Services['inbound'];
let background: BackgroundServices;
/** Those of another process. */
let elsewhere: BackgroundServices;
/** What the next parse finds; null stands for one that ran out of time. */
let parse: () => Promise<Analysis | null>;
let drop: () => Promise<void>;
/** Every mail announced so far, as its inbox and its own id. */
const told: string[][] = [];
let inbox: TestInbox;

beforeAll(async () => {
  const test = await createTestDatabase();
  ({ database, drop } = test);
  const services = testServices(test, { parser: { parse: () => parse() } });
  ({ background } = services);
  elsewhere = testServices(test).background;
  ({ inbound } = services.requests);
  const listener = await test.listen();
  listener.on('mail_arrived', (payload) =>
    told.push(...payload.split(',').map((pair) => pair.split(' '))),
  );
});
beforeEach(async () => {
  inbox = await makeInbox(database);
});
afterAll(() => drop());

/** What was announced of this test's inbox: what earlier tests cause may come late. */
const announced = () => told.filter(([of]) => of === inbox.inboxId).map(([, id]) => id);

/** Accepts a mail whose first parse finds `first`; null stands for one that ran out of time. */
async function accept(first: Partial<Analysis> | null, to = inbox): Promise<string> {
  parse = async () => first && analysis(first);
  const source = { protocol: 'ESMTP', remoteAddress: '192.0.2.1', helo: 'mx', id: 's' };
  const raw = rawMail({ Subject: 'Late', 'Message-ID': `<${Math.random()}@x>` });
  const [id] = await inbound.accept({ mailFrom: '', recipients: [to], raw, source });
  return id!;
}

/** Accepts a mail for so many inboxes of an organization, which are stored together. */
async function acceptTogether(count: number): Promise<readonly string[]> {
  parse = async () => analysis();
  const others = Array.from({ length: count - 1 }, () => makeInbox(database, inbox));
  const recipients = [inbox, ...(await Promise.all(others))];
  const source = { protocol: 'ESMTP', remoteAddress: '192.0.2.1', helo: 'mx', id: 's' };
  return inbound.accept({ mailFrom: '', recipients, raw: rawMail({ Subject: 'Late' }), source });
}

/** Finishes what is due, of which a parse finds `found`; null stands for one that finds nothing in time. */
async function finishPending(found: Partial<Analysis> | null): Promise<void> {
  parse = async () => found && analysis(found);
  await background.pending.finish();
}
const run = { workflowId: 'processInbound:x', attempt: 1 };

async function row(id: string): Promise<Record<string, unknown>> {
  const [found] = await database.query<Record<string, unknown>>(
    `SELECT e.*, s.text_body, r.outcome, r.workflow_id,
       (SELECT bool_and(settled_at IS NOT NULL) FROM outbox WHERE resource_id = e.id) AS settled,
       (SELECT count(*)::int FROM attachments a WHERE a.stored_message_id = s.id) AS attachments
     FROM emails e JOIN stored_messages s ON s.id = e.stored_message_id
     LEFT JOIN email_runs r ON r.email_id = e.id WHERE e.id = $1`,
    [id],
  );
  return found!;
}

const queued = (id: string) =>
  database.query('SELECT FROM outbox WHERE resource_id = $1 AND done_at IS NULL', [id]);
const eventsOf = async (id: string) =>
  (
    await database.query<{ kind: string }>(
      'SELECT kind FROM events WHERE resource_id = $1 ORDER BY seq',
      [id],
    )
  ).map(({ kind }) => kind);

describe('processing', () => {
  it('writes down that a mail is finished, and settles its outbox row', async () => {
    const id = await accept({});

    expect(await background.processing.process([id], run)).toMatchObject({
      late: [],
      outcome: {
        mails: 1,
        categories: { other: 1 },
        events: { 'email.received': 1, 'thread.created': 1 },
        thread: expect.stringMatching(/^thr_/),
      },
    });

    expect(await row(id)).toMatchObject({
      outcome: 'ok',
      workflow_id: 'processInbound:x',
      settled: true,
    });
  });

  it('begins before its run, which takes what came of it and finishes the others', async () => {
    const [first, second, third] = [await accept({}), await accept({}), await accept({})];
    await background.processing.begin([first], run.workflowId);
    await background.processing.begin([second], run.workflowId);

    // Temporal is still to be told of the run, whatever becomes of this process.
    expect(await queued(first)).toHaveLength(1);
    expect(await row(first)).toMatchObject({ outcome: 'ok', workflow_id: run.workflowId });
    expect(await row(first)).toMatchObject({ settled: true });
    const finished = await background.processing.process([first, second, third], run);

    expect(finished).toEqual({
      late: [],
      outcome: expect.objectContaining({
        mails: 3,
        events: { 'email.received': 3, 'thread.created': 3 },
      }),
    });
    expect(await eventsOf(first)).toEqual(['email.received', 'thread.created']);
    expect(await row(third)).toMatchObject({ settled: true });
  });

  it('is done once where another process begins before the run', async () => {
    const id = await accept({});
    await background.processing.begin([id], run.workflowId);
    await elsewhere.processing.process([id], run);
    expect(await eventsOf(id)).toEqual(['email.received', 'thread.created']);
  });

  it('leaves mails that are pending to a run of their own, and finishes the others', async () => {
    const [good, bad] = [await accept({}), await accept(null)];

    expect(await background.processing.process([good, bad], run)).toMatchObject({
      late: [],
      outcome: { mails: 2, unread: 1, events: { 'email.received': 1 } },
    });

    expect(await row(good)).toMatchObject({ settled: true });
    expect(await row(bad)).toMatchObject({ settled: null, outcome: null });
    expect(await eventsOf(bad)).toEqual([]);
  });

  it('of what was stored together settles the row once all of it is finished', async () => {
    const ids = await acceptTogether(3);
    const unsettled = () =>
      database.query<{ email_ids: string[] }>(
        `SELECT o.email_ids FROM outbox o JOIN emails e ON e.batch_id = o.resource_id
         WHERE e.id = $1 AND o.settled_at IS NULL AND o.done_at IS NOT NULL`,
        [ids[0]],
      );

    await background.processing.process(ids.slice(0, 1), run);
    expect((await unsettled()).map(({ email_ids }) => email_ids.toSorted())).toEqual([
      ids.slice(1).toSorted(),
    ]);
    await database.query('DELETE FROM emails WHERE id = $1', [ids[1]]);
    // At once, as a run and what begins beside it may.
    await Promise.all(ids.slice(1).map((id) => background.processing.process([id], run)));

    expect(await unsettled()).toEqual([]);
    expect(await row(ids[2]!)).toMatchObject({ outcome: 'ok', workflow_id: run.workflowId });
  });

  it('gives a mail up with the reason, and tells of it', async () => {
    const id = await accept({});

    await background.processing.fail(id, 'processing failed', run);

    expect(await row(id)).toMatchObject({ outcome: 'processing failed', settled: true });
    expect(await eventsOf(id)).toContain('email.received');
  });

  it('settles the rows of mail that was deleted meanwhile', async () => {
    const id = await accept({});
    await database.query('DELETE FROM emails WHERE id = $1', [id]);

    await background.processing.process([id], run);

    const [left] = await database.query<{ settled_at: Date | null }>(
      'SELECT settled_at FROM outbox WHERE resource_id = $1',
      [id],
    );
    expect(left!.settled_at).not.toBeNull();
  });
});

describe('mail that was put off', () => {
  beforeEach(() => database.query(`DELETE FROM emails WHERE parse_status = 'pending'`));

  const file = {
    filename: 'a.txt',
    contentType: 'text/plain',
    size: 1,
    contentId: null,
    sha256: 'x',
    content: Buffer.from('a'),
  };
  const found = { ...withCode('482913'), textBody: 'found late', attachments: [file] };

  it('has no run before it is finished, and is told of by its run then', async () => {
    const id = await accept(null);
    expect(announced()).toEqual([]);
    expect(await queued(id)).toHaveLength(0);

    await finishPending(found);

    expect(await row(id)).toMatchObject({
      parse_status: 'complete',
      otp_codes: ['482913'],
      text_body: 'found late',
      attachments: 1,
      attachment_count: 1,
    });
    await until(() => announced().length > 0);
    expect(announced()).toEqual([id]);
    expect(await queued(id)).toHaveLength(1);
    for (let i = 0; i < 2; i++) await background.processing.process([id], run);
    expect(await row(id)).toMatchObject({ settled: true, outcome: 'ok' });
    expect(await eventsOf(id)).toEqual(['email.received', 'thread.created']);
  });

  it('stays in its thread, which others have joined by then', async () => {
    const id = await accept(null);
    const { thread_id: thread } = await row(id);

    await finishPending({ textBody: 'found late' });

    expect(await row(id)).toMatchObject({ parse_status: 'complete', thread_id: thread });
  });

  it('is finished the oldest first and one at a time, however often that is asked for', async () => {
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push(await accept(null));
    await database.query(
      `UPDATE emails SET accepted_at = now() - interval '1 hour' WHERE id = $1`,
      [ids[2]],
    );
    const read: string[] = [];
    let underWay = 0;
    parse = async () => {
      expect(++underWay).toBe(1);
      const claimed = await database.query<{ id: string }>(
        `SELECT id FROM emails WHERE parse_status = 'pending' AND parse_after IS NOT NULL`,
      );
      read.push(...claimed.map(({ id }) => id));
      underWay--;
      return analysis();
    };
    const { pending } = background;

    await Promise.all([pending.finish(), pending.finish(), pending.finish()]);

    expect(read).toEqual([ids[2], ids[0], ids[1]]);
  });

  it('is tried later again when it cannot be read, holds up no other, and has failed in the end', async () => {
    const bad = await accept(null);
    const due = () =>
      database.query(
        'UPDATE emails SET parse_after = now() WHERE id = $1 AND parse_after > now()',
        [bad],
      );

    await finishPending(null);
    const good = await accept(null);
    await finishPending({});
    expect(await row(good)).toMatchObject({ parse_status: 'complete' });
    expect(await row(bad)).toMatchObject({ parse_status: 'pending', parse_attempts: 1 });
    for (let i = 0; i < 2; i++) {
      await due();
      await finishPending(null);
    }

    expect(await row(bad)).toMatchObject({ parse_status: 'failed', parse_after: null });
    await until(() => announced().includes(bad));
    await background.processing.process([bad], run);
    expect(await eventsOf(bad)).toEqual(['email.received', 'thread.created']);
  });
});

describe('releasing', () => {
  const withhold = (id = inbox.inboxId) =>
    database.query('UPDATE inbox_counters SET withhold = true WHERE inbox_id = $1', [id]);
  const statuses = async (ids: readonly string[]) =>
    (await Promise.all(ids.map(row))).map(({ status }) => status);
  const use = async (used: number) => {
    await database.query('DELETE FROM monthly_usage WHERE org_id = $1', [inbox.orgId]);
    await database.query(
      `INSERT INTO monthly_usage (org_id, month, kind, shard, used)
       VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC'), 'inbound', 0, $2)`,
      [inbox.orgId, used],
    );
  };

  it('announces held mail in order of receipt, chunk by chunk, and then stops withholding', async () => {
    await withhold();
    const ids = [];
    for (let i = 0; i < 5; i++) ids.push(await accept({}));

    const chunks = [];
    for (let i = 0; i < 3; i++)
      chunks.push(await background.releasing.releaseChunk(inbox.inboxId, 2));

    expect(chunks).toEqual([
      { done: false, count: 2 },
      { done: false, count: 2 },
      { done: true, count: 1 },
    ]);
    expect(await statuses(ids)).toEqual(Array(5).fill('received'));
    await until(() => announced().length === 5);
    expect(announced()).toEqual(ids);
    expect(await statuses([await accept({})])).toEqual(['received']);
  });

  it('leaves the mail of a paused inbox alone', async () => {
    await withhold();
    const id = await accept({});
    await database.query(`UPDATE inboxes SET status = 'PAUSED' WHERE id = $1`, [inbox.inboxId]);

    expect(await background.releasing.releaseChunk(inbox.inboxId)).toEqual({
      done: true,
      count: 0,
    });

    expect(await statuses([id, await accept({})])).toEqual(['held', 'held']);
  });

  it('releases held mail whatever the quota, quarantined mail as far as it goes', async () => {
    inbox = await makeInbox(database, { plan: 'free' });
    await withhold();
    const held = await accept({});
    await use(5_000);
    const quarantined = [await accept({}), await accept({}), await accept({})];
    expect(await statuses(quarantined)).toEqual(Array(3).fill('quarantined'));
    await background.releasing.releaseChunk(inbox.inboxId);
    expect(await statuses([held, ...quarantined])).toEqual([
      'received',
      ...Array(3).fill('quarantined'),
    ]);

    await use(4_998);
    expect(await background.releasing.startReleases()).toBe(1);
    await background.releasing.releaseChunk(inbox.inboxId);

    expect(await statuses(quarantined)).toEqual(['received', 'received', 'quarantined']);
    expect(await background.releasing.startReleases()).toBe(0);
  });
});
