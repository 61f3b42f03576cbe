import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ShownWait } from '../support/waits-api.js';
import { startSendingApi, type SendingApi, type SendingTestInbox } from '../support/sending-api.js';

let api: SendingApi;
let key: string;
let inbox: SendingTestInbox;

/** What sending answers. */
interface Sent {
  readonly id: string;
  readonly message_id: string;
  readonly thread_id: string;
  readonly wait_id: string;
  readonly error?: string;
}

beforeAll(async () => {
  api = await startSendingApi();
  ({ key } = await api.createOrg());
});
afterAll(() => api.close());
beforeEach(async () => {
  api.handed.length = 0;
  api.outcomes.length = 0;
  api.worker.running = true;
  inbox = await api.createInbox(key);
});

const message = { to: 'kim@example.com', subject: 'Hello', text: 'Hi Kim' };
const awaiting = { await_reply: { timeout_seconds: 3_600 } };
const send = (given: object = {}, headers: Record<string, string> = {}) =>
  api.call<Sent>('POST', `/v1/inboxes/${inbox.id}/send`, {
    key,
    headers,
    body: { ...message, ...awaiting, ...given },
  });
const readWait = async (id: string) =>
  (await api.call<ShownWait>('GET', `/v1/waits/${id}`, { key })).body;

const GTUBE = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';

/** A mail that arrives; `fields` come before those of everybody. */
const arrives = (fields: Record<string, string>, from = 'Kim <kim@example.com>') =>
  api.receive(
    inbox,
    `${Object.entries({
      From: from,
      To: inbox.address,
      Subject: 'Re: Hello',
      'Message-ID': `<${Math.random()}@example.com>`,
      ...fields,
    })
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')}\n\nYes\n`,
  );

describe('await_reply', () => {
  it('answers with a durable wait for the thread, whose run is started', async () => {
    const { status, body } = await send();
    expect(status).toBe(200);
    const wait = await readWait(body.wait_id);
    expect(wait).toMatchObject({
      inbox_id: inbox.id,
      kind: 'email',
      count: 1,
      status: 'waiting',
      thread_id: body.thread_id,
      reminders_sent: 0,
      since: null,
    });
    expect(Date.parse(wait.expires_at) - Date.parse(wait.created_at)).toBe(3_600_000);
    const told = await api.database.query(
      'SELECT op, workflow, workflow_id FROM outbox WHERE resource_id = $1',
      [body.wait_id],
    );
    expect(told).toEqual([
      { op: 'start', workflow: 'waitForEmail', workflow_id: `waitForEmail:${body.wait_id}` },
    ]);
    expect((await api.send(key, inbox, message)).body.wait_id).toBeNull();
  });

  it('is ended by the reply, and told of', async () => {
    const { body } = await send();
    await arrives({ Subject: 'Something else' });
    expect((await readWait(body.wait_id)).status).toBe('waiting');
    const emailId = await arrives({ 'In-Reply-To': body.message_id });
    expect(await readWait(body.wait_id)).toMatchObject({
      status: 'matched',
      matches: [{ email_id: emailId }],
    });
    const events = await api.database.query<{ kind: string }>(
      'SELECT kind FROM events WHERE resource_id = $1 ORDER BY seq',
      [body.wait_id],
    );
    expect(events).toEqual([{ kind: 'wait.matched' }]);
  });

  it('is ended by a reply to a reply, whoever wrote it', async () => {
    const { body } = await send();
    const fields = { References: `<unknown@x.example> ${body.message_id} <b@x.example>` };
    const emailId = await arrives(fields, 'Lee <lee@example.com>');
    expect((await readWait(body.wait_id)).matches).toMatchObject([{ email_id: emailId }]);
  });

  it.each<[string, Record<string, string>, 'kim' | 'inbox']>([
    ['an automatic reply', { 'Auto-Submitted': 'auto-replied' }, 'kim'],
    ['an absence', { Subject: 'Out of office: Hello', 'X-Autoreply': 'yes' }, 'kim'],
    ['a delivery report', { 'Content-Type': 'multipart/report; boundary=x' }, 'kim'],
    ['spam', { Subject: GTUBE }, 'kim'],
    ['what comes from the inbox itself', {}, 'inbox'],
  ])('is not ended by %s', async (_what, fields, from) => {
    const { body } = await send();
    const sender = from === 'inbox' ? `Me <${inbox.address.toUpperCase()}>` : undefined;
    await arrives({ ...fields, 'In-Reply-To': body.message_id }, sender);
    const waiting = await readWait(body.wait_id);
    const isSpam = fields.Subject === GTUBE;
    const { body: listed } = await api.call(
      'GET',
      `/v1/inboxes/${inbox.id}/emails?include_spam=true`,
      { key },
    );
    expect(listed.data[0]).toMatchObject({ thread_id: body.thread_id, is_spam: isSpam });
    expect(waiting.status).toBe('waiting');
    await arrives({ 'In-Reply-To': body.message_id });
    expect((await readWait(body.wait_id)).status).toBe('matched');
  });

  it('counts from the sending: what came in the thread before is no reply', async () => {
    const original = await arrives({ 'Message-ID': '<first@example.com>' });
    const reply = (given: object) =>
      api.call<Sent>('POST', `/v1/inboxes/${inbox.id}/reply`, {
        key,
        body: { email_id: original, text: 'Well?', ...awaiting, ...given },
      });
    const at = new Date(Date.now() + 600_000);
    const now = await reply({});
    const later = await reply({ send_at: at.toISOString() });
    const wait = await readWait(later.body.wait_id);
    expect(wait).toMatchObject({ thread_id: now.body.thread_id });
    expect(Date.parse(wait.expires_at)).toBe(at.getTime() + 3_600_000);
    const emailId = await arrives({ 'In-Reply-To': '<first@example.com>' });
    expect(await readWait(now.body.wait_id)).toMatchObject({
      status: 'matched',
      matches: [{ email_id: emailId }],
    });
    expect((await readWait(later.body.wait_id)).status).toBe('waiting');
  });

  it('follows its thread into another one', async () => {
    const { body } = await send();
    await api.database.query(`UPDATE emails SET thread_id = 'thr_joined' WHERE id = $1`, [body.id]);
    expect(await readWait(body.wait_id)).toMatchObject({ thread_id: 'thr_joined' });
    await arrives({ 'In-Reply-To': body.message_id });
    expect((await readWait(body.wait_id)).status).toBe('matched');
  });

  it('is cancelled with the mail', async () => {
    const { body } = await send({ send_at: new Date(Date.now() + 600_000).toISOString() });
    await api.call('POST', `/v1/emails/${body.id}/cancel`, { key });
    expect((await readWait(body.wait_id)).status).toBe('cancelled');
  });

  it('is made once with an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'await-once' };
    const first = await send({}, headers);
    await api.database.query('TRUNCATE idempotent_answers');
    const again = await send({}, headers);
    expect(again.body).toMatchObject({ id: first.body.id, wait_id: first.body.wait_id });
    const waits = await api.database.query('SELECT FROM durable_waits WHERE email_id = $1', [
      first.body.id,
    ]);
    expect(waits).toHaveLength(1);
  });

  it('is written with the mail, or neither is', async () => {
    await api.call('PATCH', `/v1/inboxes/${inbox.id}`, { key, body: { daily_send_limit: 1 } });
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(429);
    const waits = await api.database.query('SELECT FROM durable_waits WHERE inbox_id = $1', [
      inbox.id,
    ]);
    expect(waits).toHaveLength(1);
  });

  const reminder = { after_seconds: 10, text: 'Well?' };
  it.each<[unknown, RegExp]>([
    [{}, /await_reply\.timeout_seconds/],
    [{ timeout_seconds: 0 }, /from 1 to 2592000/],
    [{ timeout_seconds: 2_592_001 }, /from 1 to 2592000/],
    [{ timeout_seconds: 60, reminders: Array(6).fill(reminder) }, /reminders/],
    [{ timeout_seconds: 10, reminders: [reminder] }, /before timeout_seconds are over/],
    [{ timeout_seconds: 60, reminders: [{ ...reminder, text: '' }] }, /text must not be empty/],
    [{ timeout_seconds: 60, reminders: [{ text: 'a' }] }, /after_seconds/],
    ['soon', /await_reply/],
  ])('is refused: %j', async (given, error) => {
    const { status, body } = await send({ await_reply: given });
    expect(status).toBe(400);
    expect(body.error).toMatch(error);
    expect(api.handed).toEqual([]);
  });
});
