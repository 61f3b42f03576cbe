import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { emailRemoval } from '../../../src/store/mail/remove.js';
import { rawMessage, type RawCopy } from '../../../src/resources/emails/downloads.js';
import { deleteInbox } from '../../../src/resources/inboxes/deletion.js';
import { InboxPurge } from '../../../src/resources/inboxes/purge.js';
import { makeInbox } from '../../support/inboxes.js';
import { withCode } from '../../support/mail.js';
import type { TestInbox } from '../../support/mail-api.js';
import { anyMail, startRouting, type Routing } from './fixture.js';
import { TABLES } from '../../../src/catalogue.js';

const removeEmails = emailRemoval(TABLES);

let routing: Routing;
let inbox: TestInbox;
let other: TestInbox;

beforeAll(async () => {
  routing = await startRouting();
});
beforeEach(async () => {
  inbox = await makeInbox(routing.database);
  other = await routing.beside(inbox);
});
afterAll(() => routing.drop());

const rule = (parts: Parameters<Routing['rule']>[1]) => routing.rule(inbox.orgId, parts);
const copying = () => rule({ targetInboxId: other.inboxId });
const pause = async ({ inboxId }: TestInbox) => {
  await routing.database.query('UPDATE inbox_counters SET withhold = true WHERE inbox_id = $1', [
    inboxId,
  ]);
};
const routed = async (id: string) => {
  await routing.finish(id);
  return routing.row(id);
};

describe('a mail that a rule copies', () => {
  it('is a mail of the other inbox too, with the bytes kept once', async () => {
    await copying();
    const content = Buffer.from('file');
    const file = { filename: 'a.txt', contentType: 'text/plain', contentId: null };
    const attachments = [{ ...file, size: 4, sha256: 'x', content }];
    const id = await routing.accept(inbox, { ...withCode('482913'), attachments });

    const original = await routed(id);

    const [copy] = await routing.mailsOf(other);
    const row = await routing.row(copy!.id);
    expect(original).toMatchObject({ copying: 'copied', copy_id: row['id'], routed_from: null });
    expect(row).toMatchObject({
      routed_from: id,
      uid: '1',
      org_id: inbox.orgId,
      status: 'received',
      stored_message_id: original['stored_message_id'],
      otp_codes: ['482913'],
      attachment_count: 1,
      is_read: false,
      starts_thread: true,
      announced_at: expect.any(Date),
    });
    expect(row['thread_id']).not.toBe(original['thread_id']);
    expect(rawMessage(row as unknown as RawCopy)).toEqual(
      rawMessage(original as unknown as RawCopy),
    );
    const [counted] = await routing.database.query<{ messages: number; files: number }>(
      `SELECT count(DISTINCT s.id)::int AS messages, count(DISTINCT a.id)::int AS files
       FROM emails e JOIN stored_messages s ON s.id = e.stored_message_id
       LEFT JOIN attachments a ON a.stored_message_id = s.id WHERE e.org_id = $1`,
      [inbox.orgId],
    );
    expect(counted).toEqual({ messages: 1, files: 1 });
  });

  it('gets there, though the inbox that another mail of its run is copied to is locked', async () => {
    const busy = await routing.beside(inbox);
    await rule({ subjectPattern: 'Busy', targetInboxId: busy.inboxId, priority: 1 });
    await copying();
    const late = await routing.accept(inbox, { subject: 'Busy' });
    const id = await routing.accept(inbox, { subject: 'Other' });
    const finishing = await routing.database.transaction(async (manager) => {
      await manager.query('SELECT FROM inbox_counters WHERE inbox_id = $1 FOR UPDATE', [
        busy.inboxId,
      ]);
      return Promise.allSettled([routing.finish(late, id)]);
    });

    expect(finishing).toMatchObject([{ status: 'rejected', reason: { status: 503 } }]);
    expect(await routing.row(id)).toMatchObject({ copying: 'copied', settled: true });
    expect(await routed(late)).toMatchObject({ copying: 'copied', settled: true });
    expect(await routing.mailsOf(busy)).toHaveLength(1);
  });

  it('is told of like one that was delivered there, and goes no further', async () => {
    await copying();
    await rule({ targetAgentId: 'support' });
    const id = await routing.accept(inbox);
    await routed(id);
    const [copy] = await routing.mailsOf(other);
    expect(await routing.row(copy!.id)).toMatchObject({ settled: false, outcome: null });

    const row = await routed(copy!.id);

    expect(row).toMatchObject({ settled: true, outcome: 'ok', agent_id: null, copy_id: null });
    expect(await routing.eventsOf(copy!.id)).toEqual(['email.received', 'thread.created']);
    expect(await routing.agentsOf(row['thread_id'])).toEqual([]);
    expect(await routing.mailsOf(inbox)).toHaveLength(1);
  });

  it('is copied once, however often it is finished', async () => {
    await copying();
    const id = await routing.accept(inbox);
    await Promise.all([routing.finish(id), routing.finish(id), routing.finish(id)]);
    await routing.finish(id);
    expect(await routing.mailsOf(other)).toHaveLength(1);
    const [counter] = await routing.database.query<{ next_uid: string }>(
      'SELECT next_uid FROM inbox_counters WHERE inbox_id = $1',
      [other.inboxId],
    );
    expect(counter!.next_uid).toBe('2');
  });

  it('is not copied into the inbox it is in, or where the message is already', async () => {
    await copying();
    const there = await routing.accept(other);
    expect(await routed(there)).toMatchObject({ copying: 'present', copy_id: null });
    const both = await routing.accept([inbox, other]);
    expect(await routed(both)).toMatchObject({ copying: 'present', copy_id: null });
    const found = { messageId: '<both@northwind.example>' };
    const raw = anyMail();
    const twice = [
      await routing.accept(inbox, found, raw),
      await routing.accept(other, found, raw),
    ];
    expect(await routed(twice[0]!)).toMatchObject({ copying: 'present', copy_id: null });
    expect(await routing.mailsOf(other)).toHaveLength(3);
  });

  it('that went to several inboxes is copied once', async () => {
    const third = await routing.beside(inbox);
    await rule({ targetInboxId: third.inboxId });
    await routing.accept([inbox, other]);
    const ids = [...(await routing.mailsOf(inbox)), ...(await routing.mailsOf(other))];
    await routing.finish(...ids.map(({ id }) => id));
    expect(await routing.mailsOf(third)).toHaveLength(1);
    const outcomes = await Promise.all(ids.map(({ id }) => routing.row(id)));
    expect(outcomes.map((row) => row['copying']).sort()).toEqual(['copied', 'present']);
  });

  it('is copied where the same message came more than a day ago', async () => {
    await copying();
    const raw = anyMail();
    const found = { messageId: '<again@northwind.example>' };
    await routing.accept(other, found, raw);
    await routing.database.query(
      `UPDATE emails SET received_at = now() - interval '25 hours' WHERE inbox_id = $1`,
      [other.inboxId],
    );
    const id = await routing.accept(inbox, found, raw);
    expect(await routed(id)).toMatchObject({ copying: 'copied' });
    expect(await routing.mailsOf(other)).toHaveLength(2);
  });

  it('is held where the inbox is paused, and told of when it goes on', async () => {
    await copying();
    await pause(other);
    await routed(await routing.accept(inbox));
    const [copy] = await routing.mailsOf(other);
    expect(await routed(copy!.id)).toMatchObject({ status: 'held', announced_at: null });
    expect(await routing.eventsOf(copy!.id)).toEqual([]);

    await routing.releasing.releaseChunk(other.inboxId);

    expect(await routing.row(copy!.id)).toMatchObject({ status: 'received', settled: true });
    expect(await routing.eventsOf(copy!.id)).toEqual(['email.received', 'thread.created']);
  });

  it('is in the thread of the mails it belongs to, in each inbox', async () => {
    await copying();
    const first = { messageId: '<first@x>', subject: 'Hello' };
    await routed(await routing.accept(inbox, first, anyMail({ 'Message-ID': '<first@x>' })));
    const reply = { messageId: '<second@x>', inReplyTo: '<first@x>', references: ['<first@x>'] };
    await routed(await routing.accept(inbox, reply, anyMail({ 'Message-ID': '<second@x>' })));
    const bySubject = { messageId: '<third@x>', subject: 'Hello' };
    await routed(await routing.accept(inbox, bySubject, anyMail({ 'Message-ID': '<third@x>' })));

    const threads = (await routing.mailsOf(other)).map(({ thread_id }) => thread_id);

    expect(threads).toHaveLength(3);
    expect(threads[1]).toBe(threads[0]);
    expect(threads[2]).not.toBe(threads[0]);
    const originals = (await routing.mailsOf(inbox)).map(({ thread_id }) => thread_id);
    expect(originals[1]).toBe(originals[0]);
    expect(threads).not.toContain(originals[0]);
  });

  it('counts for no quota', async () => {
    await routing.database.query(`UPDATE orgs SET plan = 'free' WHERE id = $1`, [inbox.orgId]);
    await copying();
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push(await routing.accept(inbox));
    await routing.finish(...ids);
    expect(await routing.mailsOf(other)).toHaveLength(3);
    const [usage] = await routing.database.query<{ used: string }>(
      'SELECT sum(used)::text AS used FROM monthly_usage WHERE org_id = $1',
      [inbox.orgId],
    );
    expect(usage!.used).toBe('3');
  });

  it('outlives the original, and goes with its bytes as the last one', async () => {
    await copying();
    const id = await routing.accept(inbox);
    const { stored_message_id: message } = await routed(id);
    const [copy] = await routing.mailsOf(other);
    const remove = (emailId: string) =>
      routing.database.transaction((manager) => removeEmails(manager, [emailId]));
    const left = async () =>
      routing.database.query(
        `SELECT 1 FROM stored_messages WHERE id = $1
         UNION ALL SELECT 2 FROM routed_emails WHERE email_id = $2`,
        [message, id],
      );

    await remove(id);
    expect(await routing.row(copy!.id)).toMatchObject({ status: 'received' });
    expect(await left()).toHaveLength(1);
    await remove(copy!.id);
    expect(await left()).toEqual([]);
  });

  it('stays where it is when the inbox is gone, and the rule goes with the inbox', async () => {
    const { id: ruleId } = await rule({ targetInboxId: other.inboxId });
    await rule({ targetInboxId: other.inboxId, targetAgentId: 'support', priority: 200 });
    const { database } = routing;
    await database.transaction((manager) => deleteInbox(TABLES, manager, other.inboxId, 'deleted'));
    const id = await routing.accept(inbox);
    expect(await routed(id)).toMatchObject({ copying: 'gone', copy_id: null, settled: true });

    await database.transaction((manager) =>
      new InboxPurge(TABLES).removeChunk(manager, other.inboxId, 100),
    );

    const access = { orgId: inbox.orgId, allowedInboxIds: null };
    const { data } = await routing.rules.list(access, { limit: 10 });
    expect(data).toMatchObject([{ targetInboxId: null, targetAgentId: 'support' }]);
    expect(data.map((left) => left.id)).not.toContain(ruleId);
    expect(await routed(await routing.accept(inbox))).toMatchObject({ copying: null });
  });

  it('crosses with others in both directions without harm', async () => {
    await rule({ targetInboxId: other.inboxId, subjectPattern: 'there' });
    await rule({ targetInboxId: inbox.inboxId, subjectPattern: 'back' });
    const ids = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        routing.accept(i % 2 ? inbox : other, { subject: i % 2 ? 'there' : 'back' }),
      ),
    );
    const turns = Array.from({ length: 5 }, (_, i) => ids.slice(i * 8, i * 8 + 8));
    await Promise.all(turns.map((turn) => routing.finish(...turn)));
    expect(await routing.mailsOf(inbox)).toHaveLength(40);
    expect(await routing.mailsOf(other)).toHaveLength(40);
  });
});
