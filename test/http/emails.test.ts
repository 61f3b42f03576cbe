import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { withCode } from '../support/mail.js';
import {
  idsOf,
  keyOfOtherInbox,
  startMailApi,
  type MailApi,
  type TestInbox,
} from '../support/mail-api.js';

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
    expect(idsOf(await get('/v1/emails', await keyOfOtherInbox(api, key, inbox.orgId)))).toEqual(
      [],
    );
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
