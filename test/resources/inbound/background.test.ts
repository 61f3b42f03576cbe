import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '../../../src/db/database.js';
import { Listener } from '../../../src/db/listener.js';
import { nothing } from '../../../src/dns/answer.js';
import { cachedResolver } from '../../../src/dns/resolver.js';
import { createLog } from '../../../src/log.js';
import type { Analysis } from '../../../src/mail/analysis.js';
import { InboundProcessing } from '../../../src/resources/inbound/processing.js';
import { MailReleasing } from '../../../src/resources/inbound/releasing.js';
import { SenderChecks } from '../../../src/resources/inbound/sender-checks.js';
import { InboundService } from '../../../src/resources/inbound/service.js';
import { createSenderVerifier } from '../../../src/sender/verify.js';
import { createOutbox } from '../../../src/temporal/outbox.js';
import { createTestDatabase } from '../../support/database.js';
import { makeInbox } from '../../support/inboxes.js';
import { analysis, rawMail, withCode } from '../../support/mail.js';
import { until, type TestInbox } from '../../support/mail-api.js';
import { NO_RELAY } from '../../support/relay.js';

let database: Database;
let listener: Listener;
let drop: () => Promise<void>;
/** Every mail announced so far, as its inbox and its own id. */
const told: string[][] = [];
let inbox: TestInbox;

beforeAll(async () => {
  const test = await createTestDatabase();
  ({ database, drop } = test);
  listener = await Listener.start(test.url, createLog('silent'));
  listener.on('mail_arrived', (payload) =>
    told.push(...payload.split(',').map((pair) => pair.split(' '))),
  );
});
beforeEach(async () => {
  inbox = await makeInbox(database);
});
afterAll(async () => {
  await listener.close();
  await drop();
});

/** What was announced of this test's inbox: what earlier tests cause may come late. */
const announced = () => told.filter(([of]) => of === inbox.inboxId).map(([, id]) => id);

/** Accepts a mail whose first parse finds `first`; null stands for one that ran out of time. */
async function accept(first: Partial<Analysis> | null, to = inbox): Promise<string> {
  const parser = { parse: async () => first && analysis(first) };
  const log = createLog('silent');
  const service = new InboundService({ database, parser, mailDomain: 'mail.test', log });
  const source = { protocol: 'ESMTP', remoteAddress: '192.0.2.1', helo: 'mx', id: 's' };
  const raw = rawMail({ Subject: 'Late', 'Message-ID': `<${Math.random()}@x>` });
  const [id] = await service.accept({ mailFrom: '', recipients: [to], raw, source });
  return id!;
}

// No DNS is asked: nothing is published anywhere.
const verifier = createSenderVerifier(cachedResolver({ ask: async () => nothing('no_name') }));

const processing = (found: Partial<Analysis> | null) =>
  new InboundProcessing({
    database,
    parser: { parse: async () => found && analysis(found) },
    senders: new SenderChecks({ database, verifier }),
    relay: NO_RELAY,
  });
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

describe('processing', () => {
  it('writes down that a mail is finished, and settles its outbox row', async () => {
    const id = await accept({});

    expect(await processing(null).process([id], run)).toEqual({ failed: [], late: [] });

    expect(await row(id)).toMatchObject({
      outcome: 'ok',
      workflow_id: 'processInbound:x',
      settled: true,
    });
  });

  it('finishes a parse that ran out of time, announces the mail, and is safe to run twice', async () => {
    const id = await accept(null);
    const file = {
      filename: 'a.txt',
      contentType: 'text/plain',
      size: 1,
      contentId: null,
      sha256: 'x',
      content: Buffer.from('a'),
    };
    const found = { ...withCode('482913'), textBody: 'found late', attachments: [file] };
    expect(announced()).toEqual([]);

    for (let i = 0; i < 2; i++) await processing(found).process([id], run);

    expect(await row(id)).toMatchObject({
      parse_status: 'complete',
      otp_codes: ['482913'],
      text_body: 'found late',
      attachments: 1,
      attachment_count: 1,
    });
    await until(() => announced().length > 0);
    expect(announced()).toEqual([id]);
  });

  it('leaves a mail in its thread, which others have joined by then', async () => {
    const id = await accept(null);
    const { thread_id: thread } = await row(id);

    await processing({ textBody: 'found late' }).process([id], run);

    expect(await row(id)).toMatchObject({ parse_status: 'complete', thread_id: thread });
  });

  it('answers mails that cannot be parsed, and finishes the others of the batch', async () => {
    const [good, bad] = [await accept({}), await accept(null)];

    expect(await processing(null).process([good, bad], run)).toEqual({ failed: [bad], late: [] });

    expect(await row(good)).toMatchObject({ settled: true });
    expect(await row(bad)).toMatchObject({ settled: false, outcome: null });
  });

  it('gives a mail up with the reason, and announces it without analysis', async () => {
    const id = await accept(null);

    await processing(null).fail(id, 'the message could not be parsed', run);

    expect(await row(id)).toMatchObject({
      parse_status: 'failed',
      outcome: 'the message could not be parsed',
      settled: true,
    });
    await until(() => announced().includes(id));
  });

  it('settles the rows of mail that was deleted meanwhile', async () => {
    const id = await accept({});
    await database.query('DELETE FROM emails WHERE id = $1', [id]);

    await processing(null).process([id], run);

    const [left] = await database.query<{ settled_at: Date | null }>(
      'SELECT settled_at FROM outbox WHERE resource_id = $1',
      [id],
    );
    expect(left!.settled_at).not.toBeNull();
  });

  it('finishes what no run took up', async () => {
    const id = await accept(null);
    await database.query(
      `UPDATE emails SET accepted_at = now() - interval '6 seconds' WHERE id = $1`,
      [id],
    );

    await processing({}).finishOverdue();

    expect(await row(id)).toMatchObject({ parse_status: 'complete' });
  });
});

describe('releasing', () => {
  const releasing = () => new MailReleasing({ database, outbox: createOutbox() });
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
    for (let i = 0; i < 3; i++) chunks.push(await releasing().releaseChunk(inbox.inboxId, 2));

    expect(chunks).toEqual([{ done: false }, { done: false }, { done: true }]);
    expect(await statuses(ids)).toEqual(Array(5).fill('received'));
    await until(() => announced().length === 5);
    expect(announced()).toEqual(ids);
    expect(await statuses([await accept({})])).toEqual(['received']);
  });

  it('leaves the mail of a paused inbox alone', async () => {
    await withhold();
    const id = await accept({});
    await database.query(`UPDATE inboxes SET status = 'PAUSED' WHERE id = $1`, [inbox.inboxId]);

    expect(await releasing().releaseChunk(inbox.inboxId)).toEqual({ done: true });

    expect(await statuses([id, await accept({})])).toEqual(['held', 'held']);
  });

  it('releases held mail whatever the quota, quarantined mail as far as it goes', async () => {
    inbox = await makeInbox(database, { plan: 'free' });
    await withhold();
    const held = await accept({});
    await use(5_000);
    const quarantined = [await accept({}), await accept({}), await accept({})];
    expect(await statuses(quarantined)).toEqual(Array(3).fill('quarantined'));
    await releasing().releaseChunk(inbox.inboxId);
    expect(await statuses([held, ...quarantined])).toEqual([
      'received',
      ...Array(3).fill('quarantined'),
    ]);

    await use(4_998);
    expect(await releasing().startReleases()).toBe(1);
    await releasing().releaseChunk(inbox.inboxId);

    expect(await statuses(quarantined)).toEqual(['received', 'received', 'quarantined']);
    expect(await releasing().startReleases()).toBe(0);
  });
});
