import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createInbox, limitedKey, startInboxApi } from '../resources/inboxes/api.js';
import { DOMAIN } from '../resources/inboxes/fixture.js';
import type { TestApi } from '../support/start-api.js';

let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startInboxApi();
});
beforeEach(async () => {
  ({ key } = await api.createOrg());
});
afterAll(() => api.close());

const post = (body?: unknown, by = key, headers = {}) =>
  api.call('POST', '/v1/inboxes', { key: by, body, headers });

describe('POST /v1/inboxes', () => {
  it('needs no body and answers 201 with everything about the inbox', async () => {
    const reply = await post();
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^inb_/),
      address: expect.stringMatching(/^[a-z]{6}-[2-9a-z]{4}@mail\.test$/),
      name: (reply.body as { address: string }).address.split('@')[0],
      display_name: null,
      domain: DOMAIN,
      status: 'ACTIVE',
      client_id: null,
      metadata: {},
      daily_send_limit: null,
      allow_from: [],
      block_from: [],
      expires_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      imap_username: reply.body.address,
      imap_password: expect.any(String),
      imap_host: 'imap.test',
      imap_port: 993,
    });
  });

  it('takes every field', async () => {
    const reply = await post({
      name: 'Shopping',
      display_name: 'Shopping Bot',
      local_part: 'Shopper.1',
      domain: 'MAIL.TEST',
      client_id: 'mine',
      ttl_seconds: 60,
      metadata: { task: 'buy', try: 1, urgent: true },
    });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      name: 'Shopping',
      display_name: 'Shopping Bot',
      address: `shopper.1@${DOMAIN}`,
      client_id: 'mine',
      metadata: { task: 'buy', try: 1, urgent: true },
    });
    const { created_at, expires_at } = reply.body as Record<string, string>;
    expect(Date.parse(expires_at!) - Date.parse(created_at!)).toBe(60_000);
  });

  it('answers a known client_id with its inbox, 201 and no password', async () => {
    const first = await post({ client_id: 'same' });
    const second = await post({ client_id: 'same' });
    expect(second.status).toBe(201);
    expect(second.body.id).toBe(first.body.id);
    expect(second.body).not.toHaveProperty('imap_password');
    expect(second.body.imap_username).toBe(first.body.address);
  });

  it('answers a repeated Idempotency-Key with the first answer', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const first = await post({ name: 'twice' }, key, headers);
    const second = await post({ name: 'twice' }, key, headers);
    expect(second.body).toEqual(first.body);
  });

  it('ignores unknown members and names them', async () => {
    const reply = await post({ colour: 'red' });
    expect(reply.status).toBe(201);
    expect(reply.headers.get('X-Ignored-Parameters')).toBe('colour');
  });

  it.each([
    [
      'a foreign domain',
      { domain: 'other.test' },
      'domain must be mail.test or a domain of your own, or be left out',
    ],
    ['a local part with blanks', { local_part: 'a b' }, /^local_part must be 1 to 64 of a-z/],
    ['a local part with a plus', { local_part: 'a+b' }, /^local_part must be/],
    ['two dots in a row', { local_part: 'a..b' }, /^local_part must be/],
    ['an empty local part', { local_part: '' }, /^local_part must be/],
    ['65 characters', { local_part: 'a'.repeat(65) }, /^local_part must be/],
    ['a local part that is no text', { local_part: 7 }, 'local_part must be a string'],
    ['a name that is no text', { name: {} }, 'name must be a string'],
    ['an empty name', { name: ' ' }, 'name must not be empty'],
    ['control characters', { name: 'a\r\nb' }, 'name must not hold control characters'],
    [
      'a lifetime under a minute',
      { ttl_seconds: 59 },
      /^ttl_seconds must be a whole number from 60 to/,
    ],
    ['a lifetime over 30 days', { ttl_seconds: 2_592_001 }, /^ttl_seconds must be/],
    ['metadata that is no object', { metadata: 'x' }, 'metadata must be an object'],
    ['nested metadata', { metadata: { a: {} } }, /^metadata\.a must be text/],
    ['NUL in metadata', { metadata: { a: '\0' } }, /^metadata/],
    ['half a character in metadata', { metadata: { a: '\ud800' } }, /^metadata/],
    [
      '51 keys of metadata',
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, i])) },
      'metadata must have at most 50 keys',
    ],
    ['a list as body', [], 'The body must be a JSON object'],
  ])('refuses %s with 400', async (_case, body, error) => {
    const reply = await post(body);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      error: typeof error === 'string' ? error : expect.stringMatching(error),
    });
  });

  it.each(['postmaster', 'Abuse', 'no-reply', 'mailer-daemon'])(
    'answers 409 for %s, which is reserved',
    async (localPart) => {
      const reply = await post({ local_part: localPart });
      expect(reply.status).toBe(409);
      expect(reply.body).toEqual({ error: `${localPart.toLowerCase()}@${DOMAIN} is reserved` });
    },
  );

  it('gives a local part to one of 20 requests; the others get 409', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => post({ local_part: 'wanted' })),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array<number>(19).fill(409)]);
    const refused = replies.find(({ status }) => status === 409);
    expect(refused?.body).toEqual({ error: `wanted@${DOMAIN} is taken` });
  });

  it('makes exactly three of ten in the free plan; the others get 403 with the number', async () => {
    const { key: free } = await api.createOrg('free');
    const replies = await Promise.all(Array.from({ length: 10 }, () => post({}, free)));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 201, 201, ...Array<number>(7).fill(403)]);
    const refused = replies.find(({ status }) => status === 403);
    expect(refused?.body).toEqual({ error: 'The free plan has room for 3 inboxes' });
  });

  it('answers 401 without a key, 403 without the scope and to a key of one inbox', async () => {
    const { id } = await createInbox(api, key);
    const reading = await limitedKey(api, key, { scopes: ['inboxes:read'] });
    const bound = await limitedKey(api, key, { allowed_inbox_ids: [id] });
    expect((await api.call('POST', '/v1/inboxes', { body: {} })).status).toBe(401);
    expect((await post({}, reading)).body.error).toContain('inboxes:write');
    const refused = await post({}, bound);
    expect(refused.status).toBe(403);
    expect(refused.body).toEqual({ error: 'This key is bound to inboxes and cannot create any' });
  });
});

describe('GET /v1/inboxes', () => {
  const list = (query = '', by = key) => api.call('GET', `/v1/inboxes${query}`, { key: by });

  it('pages through all inboxes, newest first, with the number of their emails', async () => {
    const made: string[] = [];
    for (let i = 0; i < 3; i++) made.unshift((await createInbox(api, key)).id);
    const first = await list('?limit=2');
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ has_more: true, cursor: expect.any(String) });
    expect(first.body.data[0].email_count).toBe(0);
    expect(first.body.data[0]).not.toHaveProperty('imap_password');
    const second = await list(`?limit=1&cursor=${first.body.cursor}`);
    expect(second.body).toMatchObject({ has_more: false, cursor: null });
    const seen = [...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id);
    expect(seen).toEqual(made);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'limit=1&limit=2'])(
    'refuses %s with 400',
    async (query) => {
      expect((await list(`?${query}`)).status).toBe(400);
    },
  );

  it('shows a bound key its inboxes, and nobody those of another organization', async () => {
    const { id } = await createInbox(api, key);
    await createInbox(api, key);
    const bound = await limitedKey(api, key, { allowed_inbox_ids: [id] });
    const ids = ({ body }: { body: { data: { id: string }[] } }) => body.data.map((row) => row.id);
    expect(ids(await list('', bound))).toEqual([id]);
    expect(ids(await list('', (await api.createOrg()).key))).toEqual([]);
  });

  it('answers 401 without a key and 403 without the scope', async () => {
    const other = await limitedKey(api, key, { scopes: ['emails:read'] });
    expect((await api.call('GET', '/v1/inboxes')).status).toBe(401);
    expect((await list('', other)).status).toBe(403);
  });
});

describe('GET /v1/inboxes/{id}', () => {
  it('answers the inbox without a password', async () => {
    const made = await createInbox(api, key, { name: 'One' });
    const reply = await api.call('GET', `/v1/inboxes/${made.id}`, { key });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ id: made.id, address: made.address, name: 'One' });
    expect(Object.keys(reply.body as object).filter((name) => name.startsWith('imap'))).toEqual([]);
  });
});
