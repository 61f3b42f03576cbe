import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createClient,
  startContactApi,
  type ContactClient,
} from '../resources/contact-lists/api.js';
import type { TestApi } from '../support/start-api.js';
import { limitedKey } from '../resources/inboxes/api.js';

let api: TestApi;
let client: ContactClient;

beforeAll(async () => {
  api = await startContactApi();
});
beforeEach(async () => {
  client = await createClient(api);
});
afterAll(() => api.close());

describe('POST /v1/contact-lists', () => {
  it('answers 201 with every field', async () => {
    const reply = await client.post({ name: ' Readers ', description: 'Who reads' });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^cl_[0-9a-z]{20}$/),
      name: 'Readers',
      description: 'Who reads',
      contact_count: 0,
      unsubscribed_count: 0,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
  });

  it.each([
    ['no name', {}, 'name is required'],
    ['an empty name', { name: ' ' }, 'name must not be empty'],
    ['a line end', { name: 'a\nb' }, 'name must not hold control characters'],
    ['a long name', { name: 'a'.repeat(201) }, 'name must have at most 200 characters'],
  ])('refuses %s with 400', async (_case, body, error) => {
    const reply = await client.post(body);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ error });
  });

  it('stops at 1,000, exactly', async () => {
    await api.database.query(
      `INSERT INTO contact_lists (id, org_id, name)
       SELECT 'cl_' || $1 || n, $1, '' FROM generate_series(1, 998) AS n`,
      [client.orgId],
    );
    const replies = await Promise.all(Array.from({ length: 6 }, () => client.post({ name: 'a' })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400, 400]);
    expect(replies.find(({ status }) => status === 400)?.body).toEqual({
      error: 'An organization has at most 1000 contact lists; delete one first',
    });
  });

  it('answers a repeated Idempotency-Key with the first answer', async () => {
    const sent = {
      key: client.key,
      body: { name: 'a' },
      headers: { 'Idempotency-Key': 'once' },
    };
    const first = await api.call('POST', '/v1/contact-lists', sent);
    expect((await api.call('POST', '/v1/contact-lists', sent)).body).toEqual(first.body);
  });
});

describe('GET /v1/contact-lists', () => {
  it('pages newest first, without gap or repeat', async () => {
    const made: string[] = [];
    for (let index = 0; index < 5; index++) made.unshift(await client.make());
    const first = await client.lists('?limit=3');
    const second = await client.lists(`?limit=3&cursor=${first.body.cursor}`);
    const ids = [first, second].flatMap(({ body }) =>
      (body.data as { id: string }[]).map(({ id }) => id),
    );
    expect(ids).toEqual(made);
    expect(second.body).toMatchObject({ cursor: null, has_more: false });
  });

  it('counts contacts and those who unsubscribed', async () => {
    const id = await client.make();
    await client.add(id, [{ address: 'a@x.example' }, { address: 'b@x.example' }]);
    await client.patchContact(id, 'a@x.example', { status: 'unsubscribed' });
    expect((await client.lists()).body.data).toMatchObject([
      { id, contact_count: 2, unsubscribed_count: 1 },
    ]);
  });
});

describe('PATCH /v1/contact-lists/{id}', () => {
  it('changes what is given and leaves the rest', async () => {
    const id = (await client.post({ name: 'a', description: 'b' })).body.id as string;
    const renamed = await client.patch(id, { name: 'c' });
    expect(renamed.status).toBe(200);
    expect(renamed.body).toMatchObject({ id, name: 'c', description: 'b' });
    const cleared = await client.patch(id, { description: null });
    expect(cleared.body).toMatchObject({ name: 'c', description: null });
    expect((await client.patch(id, { name: '' })).status).toBe(400);
  });
});

describe('DELETE /v1/contact-lists/{id}', () => {
  it('deletes the list with its contacts, once', async () => {
    const id = await client.make();
    const other = await client.make();
    for (const list of [id, other]) await client.add(list, [{ address: 'a@x.example' }]);
    const reply = await client.remove(id);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ id, deleted: true });
    expect((await client.remove(id)).status).toBe(404);
    expect((await client.contacts(id)).status).toBe(404);
    expect((await client.add(id, [{ address: 'a@x.example' }])).status).toBe(404);
    const left = await api.database.query<{ list_id: string }>(
      'SELECT list_id FROM contacts WHERE org_id = $1',
      [client.orgId],
    );
    expect(left).toEqual([{ list_id: other }]);
  });

  it('leaves nobody behind when contacts are added at the same moment', async () => {
    const id = await client.make();
    const many = Array.from({ length: 500 }, (_, index) => ({ address: `a${index}@x.example` }));
    const [removed, ...added] = await Promise.all([
      client.remove(id),
      ...[0, 1, 2, 3].map(() => client.add(id, many)),
    ]);
    expect(removed.status).toBe(200);
    for (const { status } of added) expect([201, 404]).toContain(status);
    const sql = 'SELECT count(*)::int AS left FROM contacts WHERE list_id = $1';
    expect(await api.database.query(sql, [id])).toEqual([{ left: 0 }]);
  });
});

describe('contact lists', () => {
  const ADDRESS = 'a@x.example';
  const attempts = (id: string, key: string) =>
    Promise.all([
      client.get(id, key),
      client.patch(id, { name: 'x' }, key),
      client.contacts(id, '', key),
      client.add(id, [{ address: ADDRESS }], key),
      client.patchContact(id, ADDRESS, { name: 'x' }, key),
      client.removeContact(id, ADDRESS, key),
      client.remove(id, key),
    ]).then((replies) => new Set(replies.map(({ status }) => status)));

  it('are 403 for another organization, and 404 where there is none', async () => {
    const id = await client.make();
    await client.add(id, [{ address: ADDRESS }]);
    const stranger = await createClient(api);
    expect(await attempts(id, stranger.key)).toEqual(new Set([403]));
    expect(await attempts('cl_none', client.key)).toEqual(new Set([404]));
    expect((await stranger.lists()).body.data).toEqual([]);
    expect(await client.all(id)).toMatchObject([{ address: ADDRESS, name: null }]);
  });

  it('are 403 for a key bound to inboxes', async () => {
    const id = await client.make();
    const inboxId = await api.createInboxRow(client.orgId);
    const bound = await limitedKey(api, client.key, { allowed_inbox_ids: [inboxId] });
    expect(await attempts(id, bound)).toEqual(new Set([403]));
    expect((await client.post({ name: 'x' }, bound)).status).toBe(403);
    expect((await client.lists('', bound)).status).toBe(403);
  });

  it('need the scope emails:send', async () => {
    const id = await client.make();
    const other = await limitedKey(api, client.key, { scopes: ['emails:read'] });
    expect(await attempts(id, other)).toEqual(new Set([403]));
    const fitting = await limitedKey(api, client.key, { scopes: ['email:send'] });
    expect((await client.lists('', fitting)).status).toBe(200);
    expect((await api.call('GET', '/v1/contact-lists')).status).toBe(401);
  });
});
