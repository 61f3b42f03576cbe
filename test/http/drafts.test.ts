import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { QUOTAS } from '../../src/operations/limits.js';
import { idsOf } from '../support/mail-api.js';
import { startSendingApi, type SendingApi, type SendingTestInbox } from '../support/sending-api.js';

let api: SendingApi;
let orgId: string;
let key: string;
let inbox: SendingTestInbox;

/** A draft as far as these tests look into it. */
interface Draft {
  readonly id: string;
  readonly error?: string;
}

beforeAll(async () => {
  api = await startSendingApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ({ orgId, key } = await api.createOrg());
  inbox = await api.createInbox(key);
});

const create = (given: object = {}) =>
  api.call<Draft>('POST', '/v1/drafts', { key, body: { inbox_id: inbox.id, ...given } });
const created = async (given: object = {}) => (await create(given)).body.id;
const read = (id: string) => api.call('GET', `/v1/drafts/${id}`, { key });
const change = (id: string, body: object) => api.call('PATCH', `/v1/drafts/${id}`, { key, body });
const list = (query = '') => api.call('GET', `/v1/drafts${query}`, { key });

const file = {
  filename: 'a.txt',
  content: Buffer.from('bytes').toString('base64'),
  content_type: 'text/plain',
};

describe('a draft', () => {
  it('may be empty, and is filled step by step', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    const empty = {
      id: expect.stringMatching(/^drf_\w{20}$/),
      inbox_id: inbox.id,
      reply_to_email_id: null,
      to: [],
      cc: [],
      bcc: [],
      reply_to: [],
      subject: null,
      text: null,
      html: null,
      headers: {},
      metadata: {},
      attachments: [],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    };
    expect(body).toEqual(empty);
    const given = {
      to: ['"Kim, K." <kim@example.com>', 'l@example.com'],
      bcc: ['secret@example.com'],
      subject: 'Hello',
      html: '<p>Hi</p>',
      headers: { 'X-Ticket': '17' },
      metadata: { order: 7, open: true },
    };
    const changed = await change(body.id, { ...given, attachments: [file] });
    const { filename, content_type } = file;
    const shown = { ...empty, ...given };
    expect(changed.body).toEqual({
      ...shown,
      attachments: [{ filename, content_type, content_id: null, size: 5 }],
    });
    expect((await read(body.id)).body).toEqual(changed.body);
    const cleared = await change(body.id, { to: null, html: null, attachments: null, text: 'Hi' });
    expect(cleared.body).toEqual({ ...shown, to: [], html: null, text: 'Hi' });
    expect((await change(body.id, {})).body.subject).toBe('Hello');
  });

  it.each<[object, RegExp]>([
    [{ inbox_id: undefined }, /inbox_id/],
    [{ to: 'kim@example.com, bob@example.com' }, /to must hold single addresses/],
    [{ subject: 'a\r\nBcc: x@example.com' }, /subject/],
    [{ headers: { Subject: 'x' } }, /headers/],
    [{ attachments: [{ content: 'no base64!' }] }, /content must be base64/],
    [{ metadata: { a: {} } }, /metadata/],
    [{ text: 'a\0' }, /text/],
  ])('is refused for what could not be sent: %j', async (given, error) => {
    const { status, body } = await create(given);
    expect(status).toBe(400);
    expect(body.error).toMatch(error);
    if ('inbox_id' in given) return;
    expect((await change(await created(), given)).status).toBe(400);
  });

  it('is deleted once, and with its inbox', async () => {
    const [id, other] = [await created(), await created()];
    const remove = () => api.call('DELETE', `/v1/drafts/${id}`, { key });
    expect((await remove()).body).toEqual({ id, deleted: true });
    for (const { status } of [await remove(), await read(id), await change(id, {})])
      expect(status).toBe(404);
    await api.call('DELETE', `/v1/inboxes/${inbox.id}`, { key });
    expect((await read(other)).status).toBe(404);
    expect((await list()).body.data).toEqual([]);
    expect(await api.services.inboxes.purgeChunk(inbox.id)).toMatchObject({ done: true });
    const left = await api.database.query('SELECT FROM drafts WHERE id = $1', [other]);
    expect(left).toEqual([]);
  });

  it('is one of a thousand of its inbox at most', async () => {
    await api.database.query(
      `INSERT INTO drafts (id, org_id, inbox_id) SELECT 'drf_' || $2 || n, $1, $2
       FROM generate_series(1, $3::int) AS n`,
      [orgId, inbox.id, QUOTAS.drafts_per_inbox - 1],
    );
    const answers = await Promise.all([1, 2, 3].map(() => create()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
    expect((await create()).body.error).toMatch(/at most 1000 drafts/);
  });
});

describe('a list of drafts', () => {
  it('shows the newest first, page by page, without texts', async () => {
    const ids: string[] = [];
    for (const subject of ['a', 'b', 'c']) ids.unshift(await created({ subject, text: 'long' }));
    const first = await list('?limit=2');
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    expect(first.body.data[0]).not.toHaveProperty('text');
    expect(first.body.has_more).toBe(true);
    const rest = await list(`?limit=2&cursor=${first.body.cursor}`);
    expect(idsOf(rest)).toEqual(ids.slice(2));
    expect(rest.body).toMatchObject({ cursor: null, has_more: false });
    const foreign = `?inbox_id=${inbox.id}&cursor=${first.body.cursor}`;
    expect((await list(foreign)).status).toBe(400);
  });

  it('is that of an inbox, and of those a key is bound to', async () => {
    const own = await created();
    const other = await api.createInbox(key);
    const there = await created({ inbox_id: other.id });
    expect(idsOf(await list(`?inbox_id=${other.id}`))).toEqual([there]);
    const { body } = await api.call('POST', `/v1/inboxes/${inbox.id}/api-keys`, {
      key,
      body: { name: 'bound' },
    });
    const bound = body.api_key ?? body.key;
    const as = (method: string, path: string, sent?: object) =>
      api.call(method, path, { key: bound, ...(sent && { body: sent }) });
    expect(idsOf(await as('GET', '/v1/drafts'))).toEqual([own]);
    for (const answer of [
      await as('GET', `/v1/drafts?inbox_id=${other.id}`),
      await as('GET', `/v1/drafts/${there}`),
      await as('PATCH', `/v1/drafts/${there}`, {}),
      await as('POST', `/v1/drafts/${there}/send`, {}),
      await as('DELETE', `/v1/drafts/${there}`),
      await as('POST', '/v1/drafts', { inbox_id: other.id }),
    ])
      expect(answer.status).toBe(403);
  });
});

describe('who may use drafts', () => {
  it('is the organization, with the right to send', async () => {
    const id = await created();
    const stranger = await api.createOrg();
    const scoped = await api.call('POST', '/v1/orgs/me/api-keys', {
      key,
      body: { name: 'reader', scopes: ['emails:read'] },
    });
    const reader = scoped.body.api_key ?? scoped.body.key;
    const calls: [string, string, object?][] = [
      ['GET', `/v1/drafts/${id}`],
      ['PATCH', `/v1/drafts/${id}`, {}],
      ['POST', `/v1/drafts/${id}/send`, {}],
      ['DELETE', `/v1/drafts/${id}`],
      ['POST', '/v1/drafts', { inbox_id: inbox.id }],
    ];
    for (const [method, path, body] of calls) {
      const sent = body && { body };
      expect((await api.call(method, path, { key: stranger.key, ...sent })).status).toBe(403);
      expect((await api.call(method, path, { key: reader, ...sent })).status).toBe(403);
      expect((await api.call(method, path, { ...sent })).status).toBe(401);
    }
    expect((await api.call('GET', '/v1/drafts', { key: reader })).status).toBe(403);
    expect((await read('drf_00000000000000000000')).status).toBe(404);
    expect((await create({ inbox_id: 'inb_00000000000000000000' })).status).toBe(404);
  });
});
