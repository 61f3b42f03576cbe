import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startSendingApi, type SendingApi, type SendingTestInbox } from '../support/sending-api.js';

let api: SendingApi;
let key: string;
let inbox: SendingTestInbox;

beforeAll(async () => {
  api = await startSendingApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  api.handed.length = 0;
  ({ key } = await api.createOrg());
  inbox = await api.createInbox(key);
});

const message = { to: 'kim@example.com', subject: 'Hello', text: 'Hi Kim' };
const file = { filename: 'a', content: 'YQ==' };

describe('what may not be sent', () => {
  it.each([
    ['to', { to: undefined }],
    ['to', { to: [] }],
    ['to', { to: 'kim' }],
    ['to', { to: 'a@example.com, b@example.com' }],
    ['to', { to: 'a@example.com b@example.com' }],
    ['to', { to: ['ok@example.com', 'x <a@example.com>, b@example.com'] }],
    ['to', { to: 'b@y.example\r\nRCPT TO:<evil@z.example>' }],
    ['to', { to: '"a@x.example" <b@y.example> (c@z.example)' }],
    ['to', { to: 'group: a@example.com;' }],
    ['to', { to: 'a@[127.0.0.1]' }],
    ['to', { to: 'a@127.0.0.1' }],
    ['to', { to: '<a@example.com' }],
    ['to', { to: 'a@exa\u0000mple.com' }],
    ['to', { to: 'a\u200b@example.com' }],
    ['to', { to: 'a@b@example.com' }],
    ['to', { to: '.a@example.com' }],
    ['to', { to: '=?utf-8?q?b=40y.example=2C?=a@x.example' }],
    ['to', { to: '=?utf-8?B?YkB5LmV4YW1wbGU=?=@x.example' }],
    ['to', { to: { address: 'a@example.com' } }],
    ['to', { to: Array.from({ length: 51 }, (_, i) => `a${i}@example.com`) }],
    ['to, cc and bcc', { bcc: Array.from({ length: 50 }, (_, i) => `a${i}@example.com`) }],
    ['subject', { subject: undefined }],
    ['subject', { subject: 'a\r\nBcc: b@example.com' }],
    ['subject', { subject: 'a\u0000' }],
    ['subject', { subject: 'ä'.repeat(500) }],
    ['text or html', { text: undefined }],
    ['headers', { headers: { From: 'x' } }],
    ['headers', { headers: { 'X-A': 'b\nBcc: c@example.com' } }],
    ['headers', { headers: { 'X-A\r\nBcc': 'b' } }],
    ['headers', { headers: { 'X A': 'b' } }],
    ['headers', { headers: { 'X-A': 'b'.repeat(1_900) } }],
    ['attachments', { attachments: Array.from({ length: 21 }, () => file) }],
    ['attachments[0].content', { attachments: [{ filename: 'a', path: '/etc/passwd' }] }],
    ['attachments[0].content', { attachments: [{ filename: 'a', href: 'http://x.example' }] }],
    ['attachments[0].content', { attachments: [{ ...file, content: 'no base64!' }] }],
    ['attachments[0].filename', { attachments: [{ ...file, filename: 'a\r\nX: y' }] }],
    ['attachments[0].content_type', { attachments: [{ ...file, content_type: 'a/b\r\nX: y' }] }],
    ['attachments[0].content_id', { attachments: [{ ...file, content_id: 'a>b' }] }],
    ['send_at', { send_at: '2020-01-01T00:00:00Z' }],
    ['send_at', { send_at: new Date(Date.now() + 31 * 86_400_000).toISOString() }],
    ['send_at', { send_at: 'tomorrow' }],
    ['metadata', { metadata: { a: {} } }],
    ['reply_to', { reply_to: 'nobody' }],
  ])('names %s: %j', async (field, given) => {
    const { status, body } = await api.send(key, inbox, { ...message, ...given });
    expect([status, body.error]).toEqual([400, expect.stringContaining(field)]);
    expect(api.handed).toEqual([]);
  });

  it('is refused over 25 MiB', async () => {
    const content = Buffer.alloc(20 * 1024 * 1024).toString('base64');
    const { status } = await api.send(key, inbox, {
      ...message,
      attachments: [{ filename: 'a', content }],
    });
    expect(status).toBe(413);
  });

  it('is refused for those that are suppressed or on a list', async () => {
    const put = (path: string, address: string, more = {}) =>
      api.call('POST', path, { key, body: { address, ...more } });
    await put('/v1/suppressions', 'gone@example.com');
    await put('/v1/lists/send/block', 'blocked.example');
    for (const to of ['Gone@Example.com', 'a@sub.blocked.example']) {
      const { status, body } = await api.send(key, inbox, { ...message, to });
      expect([status, body.error]).toEqual([400, expect.stringContaining(to.split('@')[0]!)]);
    }
    await put('/v1/lists/send/allow', 'example.com', { inbox_id: inbox.id });
    expect((await api.send(key, inbox, { ...message, bcc: 'a@other.example' })).status).toBe(400);
    expect((await api.send(key, inbox, message)).status).toBe(200);
  });
});

describe('who may send', () => {
  it('is the organization, by a key with the scope and from its inboxes', async () => {
    const other = await api.createInbox(key);
    const bound = await api.call('POST', `/v1/inboxes/${other.id}/api-keys`, {
      key,
      body: { name: 'bound' },
    });
    const reading = await api.call('POST', '/v1/orgs/me/api-keys', {
      key,
      body: { name: 'reading', scopes: ['emails:read'] },
    });
    const stranger = await api.createOrg();
    for (const by of [bound.body.api_key, reading.body.api_key, stranger.key])
      expect((await api.send(by as string, inbox, message)).status).toBe(403);
    expect((await api.send(key, { ...inbox, id: 'inb_nothing' }, message)).status).toBe(404);
    expect(api.handed).toEqual([]);
  });

  it('is not a paused inbox', async () => {
    await api.call('POST', `/v1/inboxes/${inbox.id}/pause`, { key });
    const { status, body } = await api.send(key, inbox, message);
    expect([status, body]).toEqual([503, { error: 'Inbox is paused' }]);
  });

  it.each([
    ['of an inbox a day', { daily_send_limit: 7 }, 'selfhost', 7],
    ['of the plan a month', {}, 'free', 100],
  ] as const)('is bound by the limit %s, exactly', async (_what, change, plan, limit) => {
    const org = await api.createOrg(plan);
    const sender = await api.createInbox(org.key);
    await api.call('PATCH', `/v1/inboxes/${sender.id}`, { key: org.key, body: change });
    // Requests a minute are not what this is about.
    await api.database.query('DELETE FROM rate_windows');
    if (limit > 50)
      await api.database.query(
        `INSERT INTO monthly_usage (org_id, month, kind, shard, used)
         VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC')::date, 'outbound', 0, $2)`,
        [org.orgId, limit - 7],
      );
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => api.send(org.key, sender, message)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(43);
    expect(refused[0]!.body).toMatchObject({ retry_after_seconds: expect.any(Number) });
    expect(refused[0]!.body.error).toContain(String(limit));
    expect(api.handed).toHaveLength(7);
  });
});

describe('what is queued when its inbox', () => {
  it.each([
    ['is paused waits', 'POST', '/pause', { summary: 'paused', retryInSeconds: 60 }],
    ['is deleted stays unsent', 'DELETE', '', { summary: 'cancelled', retryInSeconds: null }],
  ])('%s', async (_what, method, path, step) => {
    api.worker.running = false;
    const sendAt = new Date(Date.now() + 60_000).toISOString();
    const { body } = await api.send(key, inbox, { ...message, send_at: sendAt });
    await api.call(method, `/v1/inboxes/${inbox.id}${path}`, { key });
    await api.database.query('UPDATE sends SET send_at = now() WHERE email_id = $1', [body.id]);
    expect(await api.attempts.attempt(body.id as string, 'test')).toMatchObject(step);
    expect(api.handed).toEqual([]);
    api.worker.running = true;
  });
});

describe('requests that are written together', () => {
  it('fail for their own sake alone', async () => {
    const headers = { 'Idempotency-Key': `taken ${inbox.id}` };
    const gone = await api.createInbox(key);
    const before = await api.send(key, inbox, message, headers);
    await api.database.query('DELETE FROM idempotent_answers');
    // As if it were deleted in the moment between the look and the writing.
    await api.database.query('DELETE FROM inbox_counters WHERE inbox_id = $1', [gone.id]);
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => api.send(key, inbox, message)),
      api.send(key, gone, message),
      api.send(key, inbox, message, headers),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 404, 200]);
    expect(answers.at(-1)!.body.id).toBe(before.body.id);
    expect(new Set(answers.map(({ body }) => body.id as string)).size).toBe(12);
    const [{ count }] = (await api.database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM sends WHERE inbox_id = $1',
      [gone.id],
    )) as [{ count: number }];
    expect(count).toBe(0);
  });
});
