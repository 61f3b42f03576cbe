import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rawMail, withCode } from '../support/mail.js';
import { idsOf, startMailApi, type MailApi, type TestInbox } from '../support/mail-api.js';

let api: MailApi;
let key: string;
let stranger: string;
let inbox: TestInbox;

beforeAll(async () => {
  api = await startMailApi();
});
beforeEach(async () => {
  const org = await api.createOrg();
  key = org.key;
  inbox = await api.createInbox(org.orgId);
  stranger = (await api.createOrg()).key;
});
afterAll(() => api.close());

const get = (path: string, by = key) => api.call('GET', path, { key: by });
const list = (query = '') => get(`/v1/inboxes/${inbox.inboxId}/emails?${query}`);
const sender = (address: string, name: string | null = null) => ({ from: { name, address } });

/** A key bound to an inbox that is not the one of the test. */
async function boundKey(): Promise<string> {
  const other = await api.createInbox(inbox.orgId);
  const reply = await api.call('POST', `/v1/inboxes/${other.inboxId}/api-keys`, {
    key,
    body: { name: 'bound' },
  });
  return reply.body.api_key as string;
}

async function changeEmail(id: string, change: string): Promise<void> {
  await api.database.query(`UPDATE emails SET ${change} WHERE id = $1`, [id]);
}

describe('GET /v1/inboxes/{id}/emails', () => {
  it('lists newest first, with the fields of both forms', async () => {
    const older = await api.deliver(inbox);
    const newer = await api.deliver(inbox, {
      ...withCode('482913'),
      to: [{ name: 'A', address: 'a@b.test' }],
    });

    const reply = await list();

    expect(idsOf(reply)).toEqual([newer, older]);
    expect(reply.body).toMatchObject({ cursor: null, has_more: false });
    expect(reply.body.data[0]).toMatchObject({
      inbox_id: inbox.inboxId,
      from: 'no-reply@northwind.example',
      from_name: 'Northwind',
      language: 'en',
      auth: null,
      to: ['a@b.test'],
      otp_codes: ['482913'],
      parsed: { otp_codes: ['482913'], verification_links: [], category: 'verification' },
      is_read: false,
      has_attachments: false,
      status: 'received',
      direction: 'inbound',
    });
    expect(reply.body.data[0]).not.toHaveProperty('org_id');
  });

  it('walks all pages without a row twice or missed while mail arrives', async () => {
    const ids = [];
    for (let i = 0; i < 7; i++) ids.unshift(await api.deliver(inbox));
    const seen: string[] = [];
    let query = 'limit=3';
    for (;;) {
      const reply = await list(query);
      seen.push(...idsOf(reply));
      if (!reply.body.has_more) break;
      await api.deliver(inbox);
      query = `limit=2&cursor=${reply.body.cursor as string}`;
    }

    expect(seen).toEqual(ids);
  });

  it.each([
    ['from', 'from=EXAMPLE.org', sender('x@example.org')],
    ['from, by display name', 'from=ann', sender('x@example.org', 'Ann')],
    ['category', 'category=financial', { category: 'financial' as const }],
  ])('filters by %s', async (_what, query, parts) => {
    await api.deliver(inbox, sender('y@other.test', 'Other'));
    const id = await api.deliver(inbox, { ...sender('y@other.test', 'Other'), ...parts });

    expect(idsOf(await list(query))).toEqual([id]);
  });

  it('filters by since, unread and spam', async () => {
    const old = await api.deliver(inbox);
    await changeEmail(old, `received_at = '2020-01-01'`);
    const read = await api.deliver(inbox);
    await api.call('PATCH', `/v1/emails/${read}`, { key, body: { is_read: true } });
    const spam = await api.deliver(inbox, { isSpam: true });

    expect(idsOf(await list('since=2021-01-01T00:00:00Z'))).toEqual([read]);
    expect(idsOf(await list('unread=true'))).toEqual([old]);
    expect(idsOf(await list('unread=false'))).toEqual([read, old]);
    expect(idsOf(await list('include_spam=true'))).toEqual([spam, read, old]);
  });

  it.each(['blocked', 'quarantined'])(
    'leaves out %s mail, which is readable by id',
    async (status) => {
      const id = await api.deliver(inbox);
      await changeEmail(id, `status = '${status}', mailbox = NULL`);

      expect(idsOf(await list('include_spam=true&direction=all'))).toEqual([]);
      expect((await get(`/v1/emails/${id}`)).body.status).toBe(status);
    },
  );

  it('refuses a cursor of another list, and one that was changed', async () => {
    for (let i = 0; i < 3; i++) await api.deliver(inbox);
    const cursor = (await list('limit=1')).body.cursor as string;

    for (const query of [
      `unread=true&cursor=${cursor}`,
      `cursor=${cursor.slice(0, -2)}aa`,
      'cursor=x',
    ])
      expect((await list(query)).status).toBe(400);
  });

  it.each([
    ['limit=0', /limit must be a whole number from 1 to 100/],
    ['limit=101', /limit/],
    ['category=fun', /category/],
    ['since=now', /since/],
    ['unread=1', /unread/],
    ['direction=up', /direction/],
  ])('refuses %s with 400', async (query, error) => {
    const reply = await list(query);

    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatch(error);
  });
});

describe('GET /v1/emails', () => {
  it.each(['/v1/emails', '/v1/emails/search'])(
    '%s finds words of subject, body and summary',
    async (path) => {
      const bySubject = await api.deliver(inbox, { subject: 'Your Zebra order' });
      const byBody = await api.deliver(inbox, { textBody: 'a zebra, striped' });
      const bySummary = await api.deliver(inbox, { summary: 'About zebras' });
      await api.deliver(inbox);

      expect(idsOf(await get(`${path}?q=zebra`))).toEqual([bySummary, byBody, bySubject]);
      expect(idsOf(await get(`${path}?q=ZEBRA%20order`))).toEqual([bySubject]);
      expect(idsOf(await get(`${path}?q=bra%20ord`))).toEqual([bySubject]);
    },
  );

  it.each(["'", '\\', "a' | 'b", ':*', '!(', '%', '<->', '🦓', '"'])(
    'takes %p as text',
    async (q) => {
      await api.deliver(inbox, { subject: 'anything' });

      const reply = await get(`/v1/emails?q=${encodeURIComponent(q)}`);

      expect(reply.status).toBe(200);
      expect(idsOf(reply)).toEqual([]);
    },
  );

  it('walks the inboxes of the organization by pages, newest first', async () => {
    const other = await api.createInbox(inbox.orgId);
    const ids = [];
    for (let i = 0; i < 5; i++) ids.unshift(await api.deliver(i % 2 ? inbox : other));

    const first = await get('/v1/emails?limit=2');
    const rest = await get(`/v1/emails?cursor=${first.body.cursor as string}`);

    expect([...idsOf(first), ...idsOf(rest)]).toEqual(ids);
    expect(idsOf(await get(`/v1/emails?inbox_id=${other.inboxId}`))).toHaveLength(3);
  });

  it('shows nothing of other organizations, of other inboxes to a bound key, or of deleted inboxes', async () => {
    await api.deliver(inbox);

    expect(idsOf(await get('/v1/emails', stranger))).toEqual([]);
    expect(idsOf(await get('/v1/emails', await boundKey()))).toEqual([]);
    await api.database.query('UPDATE inboxes SET deleted_at = now() WHERE id = $1', [
      inbox.inboxId,
    ]);
    expect(idsOf(await get('/v1/emails'))).toEqual([]);
  });

  it('answers 404 for an inbox_id that does not exist and 403 for one of others', async () => {
    expect((await get('/v1/emails?inbox_id=inb_0')).status).toBe(404);
    expect((await get(`/v1/emails?inbox_id=${inbox.inboxId}`, stranger)).status).toBe(403);
  });
});

describe('a single email', () => {
  const content = Buffer.from([0, 1, 2, 255, 10, 13]);
  const attachment = {
    filename: 'pixel "1".png',
    contentType: 'image/png',
    size: content.length,
    contentId: '<pixel@x>',
    sha256: 'abc',
    content,
  };

  it.each([
    ['/v1/emails/{id}', (id: string) => `/v1/emails/${id}`],
    ['/v1/inboxes/{id}/emails/{id}', (id: string) => `/v1/inboxes/${inbox.inboxId}/emails/${id}`],
  ])('GET %s answers with attachments and headers', async (_path, path) => {
    const headers = { subject: 'Welcome', received: ['a', 'b'] };
    const id = await api.deliver(inbox, { attachments: [attachment], headers });

    const reply = await get(path(id));

    expect(reply.body).toMatchObject({
      id,
      headers,
      has_attachments: true,
      attachments: [
        {
          id: expect.stringMatching(/^att_/),
          filename: 'pixel "1".png',
          content_type: 'image/png',
          size: content.length,
          content_id: '<pixel@x>',
          sha256: 'abc',
        },
      ],
    });
  });

  it('GET …/raw answers the bytes received behind the trace headers', async () => {
    const raw = rawMail({ Subject: 'bytes' }, 'caf\xe9\r\n');
    const id = await api.deliver(inbox, {}, raw);

    const response = await fetch(`${api.baseUrl}/v1/emails/${id}/raw`, {
      headers: { 'X-API-Key': key },
    });

    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('Content-Type')).toBe('message/rfc822');
    expect(bytes.subarray(-raw.length)).toEqual(raw);
    expect(bytes.subarray(0, -raw.length).toString()).toMatch(
      new RegExp(
        `^Return-Path: <bounce@northwind.example>\r\nDelivered-To: ${inbox.address}\r\n` +
          `Received: from mx.test \\(\\[192.0.2.1\\]\\)\r\n\tby mail.test with ESMTP id s1\r\n` +
          `\tfor <${inbox.address}>; .* \\+0000\r\n$`,
      ),
    );
  });

  it('GET …/attachments/{id} is always a download', async () => {
    const id = await api.deliver(inbox, { attachments: [attachment] });
    const { attachments } = (await get(`/v1/emails/${id}`)).body;
    const path = `${api.baseUrl}/v1/emails/${id}/attachments/`;

    const response = await fetch(path + attachments[0].id, { headers: { 'X-API-Key': key } });

    expect(Buffer.from(await response.arrayBuffer())).toEqual(content);
    expect(response.headers.get('Content-Disposition')).toMatch(/^attachment; filename=/);
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect((await get(`/v1/emails/${id}/attachments/att_0`)).status).toBe(404);
  });

  it('PATCH sets is_read, and reading does not', async () => {
    const id = await api.deliver(inbox);
    expect((await get(`/v1/emails/${id}`)).body.is_read).toBe(false);

    const patch = (body: unknown) => api.call('PATCH', `/v1/emails/${id}`, { key, body });

    expect((await patch({ is_read: true })).body.is_read).toBe(true);
    expect((await get(`/v1/emails/${id}`)).body.is_read).toBe(true);
    expect((await patch({ is_read: 'yes' })).status).toBe(400);
    const ignored = await patch({ is_red: true });
    expect(ignored.headers.get('X-Ignored-Parameters')).toBe('is_red');
  });

  it('DELETE removes the email for good, and answers 404 the second time', async () => {
    const id = await api.deliver(inbox, { attachments: [attachment] });
    const remove = () => api.call('DELETE', `/v1/emails/${id}`, { key });

    expect((await remove()).body).toEqual({ id, deleted: true });
    expect((await remove()).status).toBe(404);
    const [left] = await api.database.query(
      `SELECT (SELECT count(*)::int FROM attachments) AS attachments,
         (SELECT count(*)::int FROM outbox WHERE resource_id = $1) AS outbox`,
      [id],
    );
    expect(left).toMatchObject({ outbox: 0 });
  });

  it('GET …/timeline shows each step, and the run once there is one', async () => {
    const id = await api.deliver(inbox, withCode('111111'));
    const timeline = async () => (await get(`/v1/emails/${id}/timeline`)).body.data as object[];

    expect(await timeline()).toMatchObject([
      { step: 'accepted', outcome: 'received' },
      { step: 'parsed', outcome: 'complete' },
      { step: 'authenticated', at: null, outcome: 'waiting' },
      { step: 'classified', outcome: 'verification' },
      { step: 'threaded', outcome: expect.stringMatching(/^thr_/) },
      { step: 'announced', outcome: 'ok' },
      { step: 'routed', at: null, outcome: 'waiting' },
      { step: 'processed', at: null, outcome: 'waiting', workflow_id: null },
    ]);
    await api.database.query(
      `INSERT INTO email_runs (email_id, workflow_id, attempts, outcome) VALUES ($1, 'run:1', 2, 'ok')`,
      [id],
    );
    expect((await timeline())[7]).toEqual({
      step: 'processed',
      at: expect.any(String),
      attempts: 2,
      outcome: 'ok',
      workflow_id: 'run:1',
      workflow_url: 'http://temporal.test/run%3A1',
    });
  });

  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/raw'],
    ['GET', '/timeline'],
    ['GET', '/attachments/att_0'],
  ])('%s /v1/emails/{id}%s answers 401, 403 and 404', async (method, rest) => {
    const id = await api.deliver(inbox);
    const status = async (emailId: string, by?: string) =>
      (await api.call(method, `/v1/emails/${emailId}${rest}`, { ...(by && { key: by }) })).status;

    expect(await status(id)).toBe(401);
    expect(await status(id, stranger)).toBe(403);
    expect(await status(id, await boundKey())).toBe(403);
    expect(await status('eml_00000000000000000000', key)).toBe(404);
    await api.database.query('UPDATE inboxes SET deleted_at = now() WHERE id = $1', [
      inbox.inboxId,
    ]);
    expect(await status(id, key)).toBe(404);
  });
});
