import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { simpleParser } from 'mailparser';
import { startSendingApi, type SendingApi, type SendingTestInbox } from '../support/sending-api.js';

let api: SendingApi;
let orgId: string;
let key: string;
let inbox: SendingTestInbox;

beforeAll(async () => {
  api = await startSendingApi();
  ({ orgId, key } = await api.createOrg());
});
afterAll(() => api.close());
beforeEach(async () => {
  api.handed.length = 0;
  api.outcomes.length = 0;
  api.worker.running = true;
  inbox = await api.createInbox(key, { display_name: 'Ada, "the" agent' });
});

const message = { to: 'kim@example.com', subject: 'Hello', text: 'Hi Kim' };
const rawOf = async (id: string) => {
  const { raw } = (
    await api.database.query<{ raw: Buffer }>(
      `SELECT raw FROM emails e JOIN stored_messages s ON s.id = e.stored_message_id WHERE e.id = $1`,
      [id],
    )
  )[0]!;
  return raw;
};

describe('sending', () => {
  it('answers what became of the mail, and hands over the bytes that are kept', async () => {
    const { status, body } = await api.send(key, inbox, {
      ...message,
      to: ['kim@example.com', 'Łukasz Żak <l@example.com>'],
      cc: 'c@example.com',
      bcc: ['secret@example.com', 'KIM@example.com'],
      reply_to: 'desk@example.com',
      html: '<p>Hi <a href="https://example.com/a">Kim</a></p>',
      headers: { 'X-Ticket': '17', 'List-Id': '<a.example.com>' },
      metadata: { order: 7 },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: true,
      id: body.email_id,
      status: 'sent',
      provider: 'SMTP',
      provider_message_id: 'p-1',
      error: null,
    });
    const [handed] = api.handed;
    expect(handed!.envelopeFrom).toBe(inbox.address);
    expect(handed!.recipients).toEqual([
      'kim@example.com',
      'l@example.com',
      'c@example.com',
      'secret@example.com',
    ]);
    expect(handed!.raw.equals(await rawOf(body.id as string))).toBe(true);
    expect(handed!.raw.toString('latin1')).not.toMatch(/secret@|[^\r]\n|\r[^\n]/);
    const parsed = await simpleParser(handed!.raw);
    expect(parsed).toMatchObject({ subject: 'Hello', text: 'Hi Kim', messageId: body.message_id });
    expect(parsed.html).toContain('https://example.com/a');
    expect(parsed.from!.value).toEqual([{ name: 'Ada, "the" agent', address: inbox.address }]);
    expect(parsed.replyTo!.text).toBe('desk@example.com');
    expect(parsed.headers.get('x-ticket')).toBe('17');
    const read = await api.call('GET', `/v1/emails/${body.id}`, { key });
    expect(read.body).toMatchObject({
      direction: 'outbound',
      status: 'sent',
      is_read: true,
      thread_id: body.thread_id,
      sending: { metadata: { order: 7 }, provider: 'SMTP' },
    });
    const timeline = await api.call('GET', `/v1/emails/${body.id}/timeline`, { key });
    const steps = timeline.body.data as { step: string; outcome: string }[];
    expect(steps.map(({ step }) => step)).toEqual(['queued', 'attempt', 'finished']);
    expect(steps[1]!.outcome).toContain('250 2.0.0 Ok: queued as p-1');
  });

  it('makes text of HTML, and carries files and inline images', async () => {
    const { body } = await api.send(key, inbox, {
      to: 'kim@example.com',
      subject: 'Pictures',
      html: '<p>See <a href="https://example.com/x">this</a> <img src="cid:logo"></p>',
      attachments: [
        {
          filename: 'logo.png',
          content: Buffer.from('png').toString('base64'),
          content_type: 'image/png',
          content_id: 'logo',
        },
        { filename: 'Übersicht.txt', content: Buffer.from('text').toString('base64') },
      ],
    });
    const parsed = await simpleParser(await rawOf(body.id as string), { skipImageLinks: true });
    expect(parsed.text).toContain('See this <https://example.com/x>');
    expect(parsed.attachments.map(({ filename, cid }) => [filename, cid])).toEqual([
      ['logo.png', 'logo'],
      ['Übersicht.txt', undefined],
    ]);
    const read = await api.call('GET', `/v1/emails/${body.id}`, { key });
    expect(read.body.attachments).toHaveLength(2);
  });

  it('writes no line that is longer than a server has to take', async () => {
    const subject = `${'s'.repeat(990)} ${'e'.repeat(7)}`;
    const { body } = await api.send(key, inbox, { to: 'kim@example.com', subject, text: 'Hi' });
    const raw = await rawOf(body.id as string);
    const lines = raw.toString('latin1').split('\r\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998);
    expect((await simpleParser(raw)).subject).toBe(subject);
  });

  it('delivers within the service by the inbound path, once', async () => {
    const friend = await api.createInbox(key);
    const { body } = await api.send(key, inbox, {
      ...message,
      to: [friend.address, friend.address.replace('@', '+tag@'), 'out@example.com'],
    });
    expect(body).toMatchObject({ status: 'sent', provider: 'SMTP' });
    expect(api.handed.map(({ recipients }) => recipients)).toEqual([['out@example.com']]);
    const listed = await api.call('GET', `/v1/inboxes/${friend.id}/emails`, { key });
    expect(listed.body.data).toMatchObject([
      { subject: 'Hello', from_address: inbox.address, message_id: body.message_id },
    ]);
  });

  it('refuses what is addressed to nobody here', async () => {
    const { body } = await api.send(key, inbox, { ...message, to: 'nobody-at-all@mail.test' });
    expect(body).toMatchObject({ ok: false, status: 'failed' });
    expect(body.error).toMatch(/5\.1\.1/);
    expect(api.handed).toEqual([]);
  });

  it('sends one mail for one Idempotency-Key, however often and in parallel', async () => {
    const headers = { 'Idempotency-Key': `once-${inbox.id}` };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api.send(key, inbox, message, headers)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const again = await api.send(key, inbox, message, headers);
    expect(again.status).toBe(200);
    expect(api.handed).toHaveLength(1);
    // The process that kept the answer may be gone: then the ledger answers.
    await api.database.query('DELETE FROM idempotent_answers WHERE org_id = $1', [orgId]);
    expect((await api.send(key, inbox, message, headers)).body.id).toBe(again.body.id);
    await api.database.query('DELETE FROM idempotent_answers WHERE org_id = $1', [orgId]);
    expect((await api.send(key, inbox, { ...message, text: 'x' }, headers)).status).toBe(409);
    expect(api.handed).toHaveLength(1);
  });

  it('keeps what is scheduled until it is cancelled', async () => {
    const sendAt = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await api.send(key, inbox, { ...message, send_at: sendAt });
    expect(body).toMatchObject({ ok: true, status: 'queued', send_at: sendAt });
    expect(await api.attempts.attempt(body.id as string, 'test')).toMatchObject({
      summary: 'waiting',
    });
    const cancel = () => api.call('POST', `/v1/emails/${body.id}/cancel`, { key });
    expect((await cancel()).body).toMatchObject({ ok: false, status: 'cancelled' });
    expect((await cancel()).status).toBe(409);
    expect(await api.attempts.attempt(body.id as string, 'test')).toMatchObject({
      retryInSeconds: null,
    });
    expect(api.handed).toEqual([]);
  });
});
