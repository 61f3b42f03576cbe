import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '../../../src/db/database.js';
import { newId } from '../../../src/ids.js';
import type { Analysis } from '../../../src/mail/analysis.js';
import type { Delivery } from '../../../src/store/mail/delivery.js';
import type { InboundService } from '../../../src/resources/inbound/service.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { makeInbox } from '../../support/inboxes.js';
import { analysis, rawMail, withCode } from '../../support/mail.js';
import { testServices } from '../../support/services.js';

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
});
afterAll(() => test.drop());

/** A service whose parser finds what the test says; null stands for a parse that ran out of time. */
function inbound(found: (raw: Buffer) => Partial<Analysis> | null = () => ({})): InboundService {
  const parse = async (raw: Buffer) => {
    const parts = found(raw);
    return parts && analysis(parts);
  };
  return testServices(test, { parser: { parse } }).requests.inbound;
}

async function delivery(parts: Partial<Delivery> = {}): Promise<Delivery> {
  return {
    mailFrom: 'bounce@northwind.example',
    recipients: parts.recipients ?? [await makeInbox(database)],
    raw: rawMail({ Subject: 'Welcome' }),
    source: { protocol: 'ESMTP', remoteAddress: '192.0.2.1', helo: 'mx.example', id: 's1' },
    ...parts,
  };
}

async function emails(ids: readonly string[]) {
  return database.query<Record<string, unknown>>(
    `SELECT e.*, s.raw, s.trace, s.text_body FROM emails e
     JOIN stored_messages s ON s.id = e.stored_message_id WHERE e.id = ANY ($1) ORDER BY e.uid`,
    [ids],
  );
}

describe('accept', () => {
  it('stores the bytes, the analysis and an outbox row before it answers', async () => {
    const mail = await delivery();

    const ids = await inbound(() => withCode('482913')).accept(mail);

    const [row] = await emails(ids);
    expect(row).toMatchObject({
      raw: mail.raw,
      otp_codes: ['482913'],
      status: 'received',
      parse_status: 'complete',
      uid: '1',
      size: mail.raw.length,
    });
    const queued = await database.query(
      'SELECT workflow FROM outbox WHERE resource_id = ANY ($1)',
      [ids],
    );
    expect(queued).toEqual([{ workflow: 'processInbound' }]);
  });

  it('has one row of the outbox for what is stored together for an organization', async () => {
    const first = await makeInbox(database);
    const others = [await makeInbox(database, first), await makeInbox(database)];

    const ids = await inbound().accept(await delivery({ recipients: [first, ...others] }));

    const rows = await database.query<{ org_id: string; email_ids: string[] | null }>(
      `SELECT DISTINCT o.org_id, o.email_ids FROM emails e
       JOIN outbox o ON o.resource_id IN (e.id, e.batch_id) WHERE e.id = ANY ($1)`,
      [ids],
    );
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({
      org_id: first.orgId,
      email_ids: expect.arrayContaining(ids.slice(0, 2)),
    });
    expect(rows).toContainEqual({ org_id: others[1]!.orgId, email_ids: null });
  });

  it('stores a message once for all its recipients', async () => {
    const recipients = [await makeInbox(database), await makeInbox(database)];

    const rows = await emails(await inbound().accept(await delivery({ recipients })));

    expect(rows).toHaveLength(2);
    expect(rows[0]!['stored_message_id']).toBe(rows[1]!['stored_message_id']);
    expect(new Set(rows.map((row) => row['inbox_id']))).toEqual(
      new Set(recipients.map(({ inboxId }) => inboxId)),
    );
  });

  it('stores the same message once, also when it comes twice in one batch', async () => {
    const service = inbound(() => ({ messageId: '<once@northwind.example>' }));
    const mail = await delivery();

    const [first, second] = await Promise.all([service.accept(mail), service.accept(mail)]);
    const third = await service.accept(mail);

    expect(second).toEqual(first);
    expect(third).toEqual(first);
  });

  it('stores a message again after a day', async () => {
    const service = inbound(() => ({ messageId: '<daily@northwind.example>' }));
    const mail = await delivery();
    const [first] = await service.accept(mail);
    await database.query(
      `UPDATE emails SET received_at = received_at - interval '25 hours' WHERE id = $1`,
      [first],
    );

    const [again] = await service.accept(mail);

    expect(again).not.toBe(first);
    expect(await emails([again!])).toHaveLength(1);
  });

  it('numbers the mails of an inbox without a gap in the order of their commits', async () => {
    const service = inbound();
    const recipients = [await makeInbox(database)];
    const mails = Array.from({ length: 60 }, () => delivery({ recipients }));

    const ids = await Promise.all(mails.map(async (mail) => service.accept(await mail)));

    const rows = await emails(ids.flat());
    expect(rows.map((row) => Number(row['uid']))).toEqual(ids.map((_, index) => index + 1));
    const times = rows.map((row) => (row['received_at'] as Date).getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('stores a mail whose parse ran out of time as pending, with its header', async () => {
    const mail = await delivery({ raw: rawMail({ Subject: 'Slow', From: 'a@example.com' }) });

    const [row] = await emails(await inbound(() => null).accept(mail));

    expect(row).toMatchObject({ parse_status: 'pending', subject: 'Slow', announced_at: null });
  });

  it('holds mail for an inbox that withholds', async () => {
    const recipient = await makeInbox(database, { withhold: true });

    const [row] = await emails(await inbound().accept(await delivery({ recipients: [recipient] })));

    expect(row).toMatchObject({ status: 'held', announced_at: null });
  });

  it('quarantines what is over the quota of the plan, and counts what is not', async () => {
    const recipient = await makeInbox(database, { plan: 'free' });
    const service = inbound();
    await service.accept(await delivery({ recipients: [recipient] }));
    await database.query('UPDATE monthly_usage SET used = 5000 WHERE org_id = $1', [
      recipient.orgId,
    ]);

    const [row] = await emails(await service.accept(await delivery({ recipients: [recipient] })));

    expect(row).toMatchObject({ status: 'quarantined' });
    const usage = await database.query(
      'SELECT sum(used)::int AS used FROM monthly_usage WHERE org_id = $1',
      [recipient.orgId],
    );
    expect(usage).toEqual([{ used: 5000 }]);
  });

  it('stores mail of a blocked sender as blocked', async () => {
    const recipient = await makeInbox(database);
    await database.query(
      `INSERT INTO address_rules (org_id, direction, kind, pattern)
       VALUES ($1, 'receive', 'block', 'northwind.example')`,
      [recipient.orgId],
    );

    const [row] = await emails(await inbound().accept(await delivery({ recipients: [recipient] })));

    expect(row).toMatchObject({ status: 'blocked', announced_at: null });
  });

  it('refuses mail whose inbox went away after RCPT', async () => {
    const recipient = { inboxId: newId('inb'), orgId: newId('org'), address: 'gone@mail.test' };

    await expect(
      inbound().accept(await delivery({ recipients: [recipient] })),
    ).rejects.toMatchObject({ status: 404 });
  });

  it('keeps attachments byte for byte, in their order', async () => {
    const content = (byte: number) => Buffer.alloc(1000, byte);
    const attachment = (byte: number) => ({
      filename: `${byte}.bin`,
      contentType: 'application/octet-stream',
      size: 1000,
      contentId: null,
      sha256: 'x',
      content: content(byte),
    });
    const service = inbound(() => ({ attachments: [attachment(0), attachment(255)] }));

    const [row] = await emails(await service.accept(await delivery()));

    const stored = await database.query<{ content: Buffer }>(
      'SELECT content FROM attachments WHERE stored_message_id = $1 ORDER BY position',
      [row!['stored_message_id']],
    );
    expect(stored.map((file) => file.content)).toEqual([content(0), content(255)]);
  });

  it('stores the other mails of a batch when Postgres refuses one of them', async () => {
    // A Date that Postgres cannot hold: refused inside the statement.
    const service = inbound((raw) =>
      raw.includes('poison') ? { codeExpiry: '+275760-09-13T00:00:00.000Z' } : {},
    );
    const poison = await delivery({ raw: rawMail({ Subject: 'poison' }) });
    const good = await delivery();

    const stored = await Promise.all([service.accept(poison), service.accept(good)]);

    const [first, second] = await Promise.all(stored.map((ids) => emails(ids)));
    expect(first![0]).toMatchObject({ parse_status: 'failed', raw: poison.raw });
    expect(second![0]).toMatchObject({ parse_status: 'complete' });
  });
});

describe('threads', () => {
  const accept = async (service: InboundService, recipients: Delivery['recipients']) => {
    const [row] = await emails(await service.accept(await delivery({ recipients })));
    return row!['thread_id'];
  };

  it('joins a reply to its original by References, also within a batch', async () => {
    const recipients = [await makeInbox(database)];
    const parts: Partial<Analysis>[] = [
      { messageId: '<a@x>' },
      { messageId: '<b@x>', references: ['<a@x>'], inReplyTo: '<a@x>' },
      { messageId: '<c@x>', references: ['<a@x>', '<b@x>'], subject: 'Changed' },
    ];
    const service = inbound(() => parts.shift()!);

    const threads = [];
    for (let i = 0; i < 3; i++) threads.push(await accept(service, recipients));

    expect(new Set(threads).size).toBe(1);
  });

  it.each([
    [
      'joins a reply without references by its subject and a shared participant',
      true,
      'ann@example.com',
      true,
    ],
    ['keeps an equal subject without a reply prefix apart', false, 'ann@example.com', false],
    ['keeps a reply of strangers apart', true, 'bob@example.com', false],
  ])('%s', async (_case, isReply, address, joined) => {
    const recipients = [await makeInbox(database)];
    const from = { name: null, address: 'ann@example.com' };
    const first = await accept(
      inbound(() => ({ from, bareSubject: 'lunch' })),
      recipients,
    );

    const second = await accept(
      inbound(() => ({ from: { name: null, address }, bareSubject: 'lunch', isReply })),
      recipients,
    );

    expect(second === first).toBe(joined);
  });
});

describe('findRecipient', () => {
  it.each([
    ['the address', (address: string) => address, true],
    ['another letter case', (address: string) => address.toUpperCase(), true],
    ['a plus tag', (address: string) => address.replace('@', '+signup@'), true],
    ['an unknown local part', (address: string) => `x${address}`, false],
    ['another domain', (address: string) => `${address}.example`, false],
  ])('finds an inbox by %s: %#', async (_case, spell, found) => {
    const inbox = await makeInbox(database);

    const recipient = await inbound().findRecipient(spell(inbox.address));

    expect(recipient?.inboxId === inbox.inboxId).toBe(found);
  });
});
