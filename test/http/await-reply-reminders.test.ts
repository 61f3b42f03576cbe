import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { simpleParser } from 'mailparser';
import { Reminders } from '../../src/resources/sending/reminders.js';
import type { ShownWait } from '../support/waits-api.js';
import { startSendingApi, type SendingApi, type SendingTestInbox } from '../support/sending-api.js';

let api: SendingApi;
let key: string;
let inbox: SendingTestInbox;

beforeAll(async () => {
  api = await startSendingApi();
});
// An attempt of the test before may come late.
const handed = () => api.handed.filter(({ envelopeFrom }) => envelopeFrom === inbox.address);
afterAll(() => api.close());
beforeEach(async () => {
  api.handed.length = 0;
  api.outcomes.length = 0;
  api.worker.running = true;
  ({ key } = await api.createOrg());
  inbox = await api.createInbox(key);
});

const message = {
  to: ['Kim <kim@example.com>', 'lee@example.com'],
  cc: 'c@example.com',
  bcc: 'secret@example.com',
  subject: 'Hello',
  text: 'Hi Kim',
};
const reminders = [
  { after_seconds: 600, text: 'Second' },
  { after_seconds: 60, text: 'First' },
];
const send = async (given: object = {}) => {
  const await_reply = { timeout_seconds: 3_600, reminders };
  const { body } = await api.send(key, inbox, { ...message, await_reply, ...given });
  return body as { id: string; wait_id: string; message_id: string; thread_id: string };
};
const remind = (id: string) => api.background.reminding.remind(id);
const readWait = async (id: string) =>
  (await api.call<ShownWait & { reminders_sent: number }>('GET', `/v1/waits/${id}`, { key })).body;
const inboxIs = (what: 'pause' | 'resume') =>
  api.call('POST', `/v1/inboxes/${inbox.id}/${what}`, { key });

/** As if the wait were so many seconds older. */
const age = (id: string, seconds: number) =>
  api.database.query(
    `UPDATE durable_waits SET created_at = created_at - make_interval(secs => $2),
       remind_after = remind_after - make_interval(secs => $2) WHERE id = $1`,
    [id, seconds],
  );
const replyTo = (messageId: string) =>
  api.receive(
    inbox,
    `From: kim@example.com\nTo: ${inbox.address}\nSubject: Re: Hello\nMessage-ID: <${Math.random()}@x.example>\nIn-Reply-To: ${messageId}\n\nYes\n`,
  );
const until = async (count: number) => {
  while (handed().length < count) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('a reminder', () => {
  it('is sent in the thread when it is due, to whom the mail went', async () => {
    const { wait_id: id, message_id: messageId, thread_id: threadId } = await send();
    expect(await remind(id)).toBe('nothing is due');
    await age(id, 61);
    expect(await remind(id)).toBe('sent reminder 1');
    expect(await remind(id)).toBe('nothing is due');
    await until(2);
    const mail = await simpleParser(handed()[1]!.raw);
    expect(mail).toMatchObject({
      subject: 'Re: Hello',
      inReplyTo: messageId,
      references: messageId,
    });
    expect(mail.text).toMatch(/^First\n\nOn .+ wrote:\n\n> Hi Kim/);
    expect(mail.to).toMatchObject({ value: [{ name: 'Kim' }, { address: 'lee@example.com' }] });
    expect(handed()[1]!.recipients).toEqual(handed()[0]!.recipients);
    expect(handed()[1]!.raw.toString('latin1')).not.toContain('secret@');
    expect(await readWait(id)).toMatchObject({ status: 'waiting', reminders_sent: 1 });
    await age(id, 600);
    expect(await remind(id)).toBe('sent reminder 2');
    await age(id, 600);
    expect(await remind(id)).toBe('nothing is due');
    expect((await readWait(id)).reminders_sent).toBe(2);
    const thread = await api.database.query('SELECT FROM emails WHERE thread_id = $1', [threadId]);
    expect(thread).toHaveLength(3);
  });

  it('is sent once, however often and in parallel it is asked for', async () => {
    const { wait_id: id } = await send();
    await age(id, 61);
    await Promise.all(Array.from({ length: 8 }, () => remind(id)));
    expect((await readWait(id)).reminders_sent).toBe(1);
    await age(id, 60);
    expect(await remind(id)).toBe('nothing is due');
    await until(2);
    expect(handed()).toHaveLength(2);
  });

  it('is not sent once the reply is there, which it does not count as', async () => {
    const { wait_id: id, message_id: messageId } = await send();
    await age(id, 61);
    await remind(id);
    expect((await readWait(id)).status).toBe('waiting');
    const emailId = await replyTo(messageId);
    await age(id, 600);
    expect(await remind(id)).toBe('the wait has ended');
    expect(await readWait(id)).toMatchObject({
      status: 'matched',
      reminders_sent: 1,
      matches: [{ email_id: emailId }],
    });
  });

  it('is not sent when the reply arrives while it is being written', async () => {
    const { wait_id: id, message_id: messageId } = await send();
    await age(id, 61);
    const sending = reminded(() => replyTo(messageId));
    const reminding = new Reminders({
      database: api.database,
      waits: api.background.durableWaits,
      sending,
    });
    expect(await reminding.remind(id)).toMatch(/held back: it is not needed/);
    expect(await readWait(id)).toMatchObject({ status: 'matched', reminders_sent: 0 });
    expect(handed()).toHaveLength(1);
  });

  it('waits while the inbox is paused, for the reply that is held too', async () => {
    const { wait_id: id, message_id: messageId } = await send();
    await age(id, 61);
    await inboxIs('pause');
    expect(await remind(id)).toBe('held back: Inbox is paused');
    expect(await remind(id)).toBe('nothing is due');
    await replyTo(messageId);
    await inboxIs('resume');
    const told = await api.database.query(
      `SELECT signal FROM outbox WHERE resource_id = $1 AND op = 'signal'`,
      [id],
    );
    expect(told).toEqual([{ signal: 'emailArrived' }]);
    expect(await remind(id)).toBe('held back: a reply is there');
    expect((await readWait(id)).status).toBe('waiting');
    expect(handed()).toHaveLength(1);
  });

  it('is sent after the pause', async () => {
    const { wait_id: id } = await send();
    await age(id, 61);
    await inboxIs('pause');
    await remind(id);
    const { remindAt } = (await api.background.durableWaits.lookForRun(id))!;
    expect(remindAt!.getTime()).toBeGreaterThan(Date.now());
    await inboxIs('resume');
    expect(await remind(id)).toBe('sent reminder 1');
  });

  it('waits for a mail that is not sent yet, and is left out when it failed', async () => {
    api.worker.running = false;
    const sendAt = new Date(Date.now() + 60_000).toISOString();
    const { wait_id: id } = await send({ send_at: sendAt });
    await api.database.query(
      `UPDATE durable_waits SET since = since - interval '122 seconds' WHERE id = $1`,
      [id],
    );
    expect(await remind(id)).toBe('held back: the mail is queued');
    await age(id, 3_600);
    await api.database.query(
      `UPDATE sends SET status = 'failed',
         recipients = (SELECT jsonb_agg(r || '{"status": "failed"}') FROM jsonb_array_elements(recipients) AS r)
       WHERE inbox_id = $1`,
      [inbox.id],
    );
    expect(await remind(id)).toBe('not sent: nobody is left to remind');
    expect(await readWait(id)).toMatchObject({ status: 'waiting', reminders_sent: 0 });
  });

  it('goes to nobody who may not be written to any more', async () => {
    const { wait_id: id } = await send();
    await api.call('POST', '/v1/suppressions', { key, body: { address: 'LEE@example.com' } });
    await age(id, 61);
    await remind(id);
    await until(2);
    expect(handed()[1]!.recipients).toEqual([
      'kim@example.com',
      'c@example.com',
      'secret@example.com',
    ]);
  });

  it('is left out when the mail is deleted', async () => {
    const { wait_id: id, id: emailId } = await send();
    await age(id, 61);
    await api.call('DELETE', `/v1/emails/${emailId}`, { key });
    expect(await remind(id)).toBe('not sent: Email not found');
  });

  it('waits for a limit that is reached', async () => {
    const { wait_id: id } = await send();
    await api.call('PATCH', `/v1/inboxes/${inbox.id}`, { key, body: { daily_send_limit: 0 } });
    await age(id, 61);
    const said = await remind(id);
    expect(said).toMatch(/^held back: daily_send_limit/);
    await api.call('PATCH', `/v1/inboxes/${inbox.id}`, { key, body: { daily_send_limit: null } });
    await age(id, 120);
    expect(await remind(id)).toBe('sent reminder 1');
  });

  it('is over with the wait', async () => {
    const { wait_id: id } = await send();
    await age(id, 61);
    await api.call('DELETE', `/v1/waits/${id}`, { key });
    expect(await remind(id)).toBe('the wait has ended');
  });
});

/** Sending before which something happens. */
function reminded(first: () => Promise<unknown>) {
  const { sending } = api.services;
  return {
    sendingInbox: sending.sendingInbox.bind(sending),
    submit: async (...given: Parameters<typeof sending.submit>) => {
      await first();
      return sending.submit(...given);
    },
  };
}
