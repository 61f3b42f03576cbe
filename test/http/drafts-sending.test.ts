import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { simpleParser } from 'mailparser';
import { takeDraft } from '../../src/resources/drafts/store.js';
import { startSendingApi, type SendingApi, type SendingTestInbox } from '../support/sending-api.js';

let api: SendingApi;
let orgId: string;
let key: string;
let inbox: SendingTestInbox;

beforeAll(async () => {
  api = await startSendingApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  api.handed.length = 0;
  api.worker.running = true;
  ({ orgId, key } = await api.createOrg());
  inbox = await api.createInbox(key);
});

const post = (path: string, body: object = {}, headers: Record<string, string> = {}) =>
  api.call('POST', `/v1/drafts${path}`, { key, body, headers });
const create = (given: object = {}) => post('', { inbox_id: inbox.id, ...given });
const created = async (given: object = {}) => (await create(given)).body.id as string;
const read = (id: string) => api.call('GET', `/v1/drafts/${id}`, { key });
const change = (id: string, body: object) => api.call('PATCH', `/v1/drafts/${id}`, { key, body });

const message = { to: 'kim@example.com', subject: 'Hello', text: 'Hi Kim' };
const file = {
  filename: 'a.txt',
  content: Buffer.from('bytes').toString('base64'),
  content_type: 'text/plain',
};

const answered = () =>
  api.receive(
    inbox,
    `From: Kim <kim@example.com>\nTo: ${inbox.address}\nSubject: Meeting\nMessage-ID: <m1@example.com>\n\nShall we?\n`,
  );

describe('sending a draft', () => {
  it('sends what it holds, and the draft is gone', async () => {
    const id = await created({
      ...message,
      cc: ['c@example.com'],
      bcc: ['secret@example.com'],
      attachments: [file],
      headers: { 'X-Ticket': '17' },
      metadata: { order: 7 },
    });
    const { status, body } = await post(`/${id}/send`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, status: 'sent' });
    expect(api.handed[0]!.recipients).toEqual([
      'kim@example.com',
      'c@example.com',
      'secret@example.com',
    ]);
    const sent = await simpleParser(api.handed[0]!.raw);
    expect(sent).toMatchObject({ subject: 'Hello', text: expect.stringContaining('Hi Kim') });
    expect(sent.attachments[0]!.content.toString()).toBe('bytes');
    expect(sent.headers.get('x-ticket')).toBe('17');
    expect((await read(id)).status).toBe(404);
    expect((await post(`/${id}/send`)).status).toBe(404);
    expect(api.handed).toHaveLength(1);
  });

  it('answers the email it is for, in its thread and above the quote', async () => {
    const emailId = await answered();
    const id = await created({ reply_to_email_id: emailId, text: 'Yes!' });
    expect((await read(id)).body.reply_to_email_id).toBe(emailId);
    const { body } = await post(`/${id}/send`);
    const original = await api.call('GET', `/v1/emails/${emailId}`, { key });
    expect(body.thread_id).toBe(original.body.thread_id);
    const sent = await simpleParser(api.handed[0]!.raw);
    expect(sent).toMatchObject({ subject: 'Re: Meeting', inReplyTo: '<m1@example.com>' });
    expect(sent.text).toMatch(/^Yes!\n\nOn .+ wrote:\n\n> Shall we\?/);
    expect(api.handed[0]!.recipients).toEqual(['kim@example.com']);
  });

  it('answers whom the draft says, under its subject', async () => {
    const id = await created({
      ...message,
      to: 'l@example.com',
      reply_to_email_id: await answered(),
    });
    await post(`/${id}/send`);
    const sent = await simpleParser(api.handed[0]!.raw);
    expect(sent).toMatchObject({ subject: 'Hello', inReplyTo: '<m1@example.com>' });
    expect(api.handed[0]!.recipients).toEqual(['l@example.com']);
  });

  it('does not answer an email of another inbox', async () => {
    const emailId = await answered();
    const other = await api.createInbox(key);
    const given = { reply_to_email_id: emailId };
    expect((await create({ ...given, inbox_id: other.id })).status).toBe(404);
    expect((await change(await created({ inbox_id: other.id }), given)).status).toBe(404);
    expect((await create({ reply_to_email_id: 'eml_nothing' })).status).toBe(404);
  });

  it.each<[object, RegExp]>([
    [{}, /to is missing/],
    [{ to: 'kim@example.com', text: 'Hi' }, /subject is missing/],
    [{ to: 'kim@example.com', subject: 'Hi' }, /text or html is missing/],
  ])('asks for what is missing: %j', async (given, error) => {
    const id = await created(given);
    const { status, body } = await post(`/${id}/send`);
    expect(status).toBe(400);
    expect(body.error).toMatch(error);
    // It is still there, and can be sent once it is complete.
    await change(id, message);
    expect((await post(`/${id}/send`)).body.status).toBe('sent');
  });

  it('is done once, however often and in parallel it is asked for', async () => {
    const id = await created({ ...message, attachments: [file] });
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(`/${id}/send`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(
      answers.some(({ status }) => status === 404) ? new Set([200, 404]) : new Set([200]),
    );
    const ids = answers.flatMap(({ status, body }) => (status === 200 ? [String(body.id)] : []));
    expect(new Set(ids).size).toBe(1);
    expect(api.handed).toHaveLength(1);
  });

  it('is done once with keys that differ', async () => {
    const id = await created(message);
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((one) => post(`/${id}/send`, {}, { 'Idempotency-Key': `${id}${one}` })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    expect(api.handed).toHaveLength(1);
  });

  it('gives the answer of a process that ended before it gave it', async () => {
    const id = await created(message);
    const headers = { 'Idempotency-Key': `again-${id}` };
    const first = await post(`/${id}/send`, {}, headers);
    await api.database.query('DELETE FROM idempotent_answers WHERE org_id = $1', [orgId]);
    const again = await post(`/${id}/send`, {}, headers);
    expect(again.status).toBe(200);
    expect(again.body.id).toBe(first.body.id);
    const other = await post(`/${id}/send`, {}, { 'Idempotency-Key': `other-${id}` });
    expect(other.status).toBe(404);
    expect(api.handed).toHaveLength(1);
  });

  it('sends what was read, or nothing', async () => {
    const id = await created(message);
    const row = await api.services.drafts.get(callerOf(orgId), id);
    await change(id, { text: 'Another text' });
    await expect(
      api.database.transaction((manager) => takeDraft(manager, row)),
    ).rejects.toMatchObject({ status: 409 });
    await post(`/${id}/send`);
    expect((await simpleParser(api.handed[0]!.raw)).text).toContain('Another text');
  });

  it('may be put off, and is refused while the inbox is paused', async () => {
    const id = await created(message);
    const late = new Date(Date.now() + 60_000).toISOString();
    expect((await post(`/${id}/send`, { send_at: '2020-01-01T00:00:00Z' })).status).toBe(400);
    await api.call('POST', `/v1/inboxes/${inbox.id}/pause`, { key });
    expect((await post(`/${id}/send`)).status).toBe(503);
    expect((await create()).status).toBe(201);
    await api.call('POST', `/v1/inboxes/${inbox.id}/resume`, { key });
    const { body } = await post(`/${id}/send`, { send_at: late });
    expect(body).toMatchObject({ ok: true, status: 'queued', send_at: late });
    expect((await read(id)).status).toBe(404);
  });

  it('stays when the limit of the day is reached', async () => {
    await api.call('PATCH', `/v1/inboxes/${inbox.id}`, { key, body: { daily_send_limit: 1 } });
    const [one, two] = [await created(message), await created(message)];
    expect((await post(`/${one}/send`)).status).toBe(200);
    expect((await post(`/${two}/send`)).status).toBe(429);
    expect((await read(two)).status).toBe(200);
  });
});

const callerOf = (id: string) => ({ orgId: id, allowedInboxIds: null });
