import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createInbox, limitedKey, startInboxApi } from '../resources/inboxes/api.js';
import type { TestApi } from '../support/start-api.js';

const BLOCKED = '/v1/lists/receive/block';

let api: TestApi;
let key: string;
let inboxId: string;

beforeAll(async () => {
  api = await startInboxApi();
});
beforeEach(async () => {
  ({ key } = await api.createOrg());
  ({ id: inboxId } = await createInbox(api, key));
});
afterAll(() => api.close());

const add = (body: unknown, by: string | undefined = key, path = BLOCKED) =>
  api.call('POST', path, { ...(by && { key: by }), body });
const list = (query = '', by = key) => api.call('GET', `${BLOCKED}${query}`, { key: by });
const remove = (query: string, by = key) => api.call('DELETE', `${BLOCKED}?${query}`, { key: by });

describe('POST /v1/lists/{direction}/{kind}', () => {
  it.each([
    ['receive', 'allow'],
    ['receive', 'block'],
    ['send', 'allow'],
    ['send', 'block'],
  ])('adds to the list of %s/%s', async (direction, kind) => {
    const reply = await add({ address: 'Spam@X.Test' }, key, `/v1/lists/${direction}/${kind}`);
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      address: 'spam@x.test',
      inbox_id: null,
      direction,
      kind,
      created_at: expect.any(String),
    });
  });

  it('adds for one inbox, which then shows it', async () => {
    const reply = await add({ address: 'x.test', inbox_id: inboxId });
    expect(reply.body).toMatchObject({ address: 'x.test', inbox_id: inboxId });
    const inbox = await api.call('GET', `/v1/inboxes/${inboxId}`, { key });
    expect(inbox.body.block_from).toEqual(['x.test']);
  });

  it('answers 201 for what is there already', async () => {
    const first = await add({ address: 'x.test' });
    const second = await add({ address: 'X.TEST' });
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
  });

  it.each([
    ['no address', {}, 'address is required'],
    [
      'a web address',
      { address: 'https://x.test' },
      'address must be an email address or a domain name',
    ],
    ['a number', { address: 1 }, 'address must be a string'],
    ['an inbox that is no text', { address: 'x.test', inbox_id: 1 }, 'inbox_id must be a string'],
    [
      'NUL',
      { address: 'x.test', inbox_id: 'inb_\0' },
      'inbox_id must not hold NUL characters or unpaired surrogates',
    ],
  ])('refuses %s with 400', async (_case, body, error) => {
    const reply = await add(body);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ error });
  });

  it('refuses another kind of list with 400', async () => {
    const reply = await add({ address: 'x.test' }, key, '/v1/lists/receive/maybe');
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ error: 'kind must be one of allow, block' });
  });

  it('answers 401 without a key, 403 without the scope', async () => {
    const reading = await limitedKey(api, key, { scopes: ['inboxes:read'] });
    expect((await api.call('POST', BLOCKED, { body: { address: 'x.test' } })).status).toBe(401);
    expect((await add({ address: 'x.test' }, reading)).status).toBe(403);
  });
});

describe('GET /v1/lists/{direction}/{kind}', () => {
  it('pages newest first, and narrows to an inbox', async () => {
    for (const address of ['a.test', 'b.test', 'c.test']) await add({ address });
    await add({ address: 'own.test', inbox_id: inboxId });
    const first = await list('?limit=3');
    const addresses = ({ body }: { body: { data: { address: string }[] } }) =>
      body.data.map(({ address }) => address);
    expect(addresses(first)).toEqual(['own.test', 'c.test', 'b.test']);
    const second = await list(`?cursor=${first.body.cursor}`);
    expect(addresses(second)).toEqual(['a.test']);
    expect(second.body).toMatchObject({ cursor: null, has_more: false });
    expect(addresses(await list(`?inbox_id=${inboxId}`))).toEqual(['own.test']);
  });

  it.each(['limit=0', 'cursor=x'])('refuses %s with 400', async (query) => {
    expect((await list(`?${query}`)).status).toBe(400);
  });

  it('answers 401 without a key, 403 without the scope', async () => {
    const other = await limitedKey(api, key, { scopes: ['emails:read'] });
    expect((await api.call('GET', BLOCKED)).status).toBe(401);
    expect((await list('', other)).status).toBe(403);
  });
});

describe('DELETE /v1/lists/{direction}/{kind}', () => {
  it('takes the entry off; a second time it is 404', async () => {
    await add({ address: 'x@x.test' });
    const reply = await remove('address=X@x.test');
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ id: 'x@x.test', deleted: true });
    expect((await remove('address=X@x.test')).status).toBe(404);
  });

  it('tells the entry of an inbox from that of the organization', async () => {
    await add({ address: 'x.test', inbox_id: inboxId });
    expect((await remove('address=x.test')).status).toBe(404);
    expect((await remove(`address=x.test&inbox_id=${inboxId}`)).status).toBe(200);
  });

  it('answers 400 without an address, 401 without a key', async () => {
    expect((await remove('')).status).toBe(400);
    expect((await api.call('DELETE', `${BLOCKED}?address=x.test`)).status).toBe(401);
  });
});

describe('lists of an inbox', () => {
  const attempts = (of: string, by: string) =>
    Promise.all([
      add({ address: 'x.test', inbox_id: of }, by),
      list(`?inbox_id=${encodeURIComponent(of)}`, by),
      remove(`address=x.test&inbox_id=${encodeURIComponent(of)}`, by),
    ]).then((replies) => replies.map(({ status }) => status));

  it('are 403 for another organization', async () => {
    const stranger = await api.createOrg();
    expect(await attempts(inboxId, stranger.key)).toEqual([403, 403, 403]);
  });

  it('are 403 for a key bound to another inbox', async () => {
    const second = await createInbox(api, key);
    const bound = await limitedKey(api, key, { allowed_inbox_ids: [second.id] });
    expect(await attempts(inboxId, bound)).toEqual([403, 403, 403]);
  });

  it('are 404 where there is no such inbox', async () => {
    expect(await attempts('inb_none', key)).toEqual([404, 404, 404]);
  });

  it('are all a bound key may see and change', async () => {
    await add({ address: 'org.test' });
    const bound = await limitedKey(api, key, { allowed_inbox_ids: [inboxId] });
    expect((await add({ address: 'own.test', inbox_id: inboxId }, bound)).status).toBe(201);
    const { body } = await list('', bound);
    expect(body.data).toMatchObject([{ address: 'own.test' }]);
    const refused = await add({ address: 'x.test' }, bound);
    expect(refused.status).toBe(403);
    expect(refused.body.error).toContain('inbox_id');
    expect((await remove('address=org.test', bound)).status).toBe(403);
  });
});
