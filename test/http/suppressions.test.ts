import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { apiKeyOperations } from '../../src/resources/api-keys/operations.js';
import { suppressionOperations } from '../../src/resources/suppressions/operations.js';
import { limitedKey } from '../resources/inboxes/api.js';
import { startApi, type TestApi } from '../support/start-api.js';

const SUPPRESSIONS = '/v1/suppressions';

let api: TestApi;
let key: string;
let orgId: string;

beforeAll(async () => {
  api = await startApi({
    config: { catalogue: [...suppressionOperations, ...apiKeyOperations] },
  });
});
beforeEach(async () => {
  ({ key, orgId } = await api.createOrg());
});
afterAll(() => api.close());

const add = (body: unknown, by = key) => api.call('POST', SUPPRESSIONS, { key: by, body });
const list = (query = '', by = key) => api.call('GET', `${SUPPRESSIONS}${query}`, { key: by });
const remove = (address: string, by = key) =>
  api.call('DELETE', `${SUPPRESSIONS}/${encodeURIComponent(address)}`, { key: by });
const addressesOf = ({ body }: { body: { data: { address: string }[] } }) =>
  body.data.map(({ address }) => address);
const boundKey = async () => {
  const inboxId = await api.createInboxRow(orgId);
  return { inboxId, bound: await limitedKey(api, key, { allowed_inbox_ids: [inboxId] }) };
};

describe('POST /v1/suppressions', () => {
  it('suppresses an address in the spelling that is compared', async () => {
    const reply = await add({ address: 'Some.One@MÜNCHEN.test', detail: 'asked us to stop' });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      address: 'some.one@xn--mnchen-3ya.test',
      reason: 'manual',
      email_id: null,
      detail: 'asked us to stop',
      created_at: expect.any(String),
    });
  });

  it('takes the reason of a list that is brought along', async () => {
    expect((await add({ address: 'a@x.test', reason: 'complaint' })).body.reason).toBe('complaint');
  });

  it('answers 201 for what is suppressed already, and leaves it as it is', async () => {
    const first = await add({ address: 'a@x.test', reason: 'bounce' });
    const second = await add({ address: 'A@X.test', detail: 'again' });
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
  });

  it('tells of each address once', async () => {
    await Promise.all([1, 2, 3].map(() => add({ address: 'a@x.test' })));
    const events = await api.database.query<{ body: string }>(
      `SELECT body FROM events WHERE org_id = $1 AND kind = 'suppression.added'`,
      [orgId],
    );
    expect(events.map(({ body }) => (JSON.parse(body) as { data: unknown }).data)).toEqual([
      { address: 'a@x.test', reason: 'manual', email_id: null },
    ]);
  });

  it.each([
    ['no address', {}, 'address is required'],
    ['a domain', { address: 'x.test' }, 'address must be an email address'],
    ['a name', { address: 'A <a@x.test>' }, 'address must be an email address'],
    ['two addresses', { address: 'a@x.test,b@x.test' }, 'address must be an email address'],
    ['two @', { address: 'a@b@x.test' }, 'address must be an email address'],
    ['a quoted local part', { address: '"a b"@x.test' }, 'address must be an email address'],
    ['a line end', { address: 'a@x.test\r\nb' }, 'address must be an email address'],
    [
      'another reason',
      { address: 'a@x.test', reason: 'spite' },
      'reason must be one of bounce, complaint, manual',
    ],
    [
      'a detail of several lines',
      { address: 'a@x.test', detail: 'a\nb' },
      'detail must not hold control characters',
    ],
  ])('refuses %s with 400', async (_case, body, error) => {
    const reply = await add(body);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ error });
  });

  it('answers 401 without a key, 403 without the scope or bound to inboxes', async () => {
    const { bound } = await boundKey();
    const reading = await limitedKey(api, key, { scopes: ['emails:read'] });
    const body = { address: 'a@x.test' };
    expect((await api.call('POST', SUPPRESSIONS, { body })).status).toBe(401);
    expect((await add(body, reading)).status).toBe(403);
    const refused = await add(body, bound);
    expect(refused.status).toBe(403);
    expect(refused.body.error).toContain('bound to inboxes');
  });
});

describe('GET /v1/suppressions', () => {
  it('pages newest first, and finds one address however it is spelled', async () => {
    for (const name of ['a', 'b', 'c']) await add({ address: `${name}@x.test` });
    const first = await list('?limit=2');
    expect(addressesOf(first)).toEqual(['c@x.test', 'b@x.test']);
    const second = await list(`?cursor=${first.body.cursor}`);
    expect(addressesOf(second)).toEqual(['a@x.test']);
    expect(second.body).toMatchObject({ cursor: null, has_more: false });
    expect(addressesOf(await list('?address=B@X.test'))).toEqual(['b@x.test']);
    expect(addressesOf(await list('?address=nobody@x.test'))).toEqual([]);
    expect(addressesOf(await list('?address=x'))).toEqual([]);
  });

  it('shows nothing of another organization', async () => {
    await add({ address: 'a@x.test' });
    const other = await api.createOrg();
    expect(addressesOf(await list('', other.key))).toEqual([]);
    expect((await remove('a@x.test', other.key)).status).toBe(404);
  });

  it('shows a bound key all addresses, but mails of its own inboxes only', async () => {
    const { inboxId, bound } = await boundKey();
    await api.database.query(
      `INSERT INTO suppressions (org_id, address, reason, email_id, inbox_id, detail)
       VALUES ($1, 'a@x.test', 'bounce', 'eml_a', $2, '550'),
         ($1, 'b@x.test', 'bounce', 'eml_b', 'inb_other', '550')`,
      [orgId, inboxId],
    );
    expect((await list('', bound)).body.data).toMatchObject([
      { address: 'b@x.test', reason: 'bounce', email_id: null, detail: null },
      { address: 'a@x.test', reason: 'bounce', email_id: 'eml_a', detail: '550' },
    ]);
    expect((await list()).body.data[0]).toMatchObject({ email_id: 'eml_b', detail: '550' });
  });

  it.each(['limit=0', 'cursor=x', 'address='])('refuses %s with 400', async (query) => {
    expect((await list(`?${query}`)).status).toBe(400);
  });

  it('answers 401 without a key, 403 without the scope', async () => {
    const reading = await limitedKey(api, key, { scopes: ['emails:read'] });
    expect((await api.call('GET', SUPPRESSIONS)).status).toBe(401);
    expect((await list('', reading)).status).toBe(403);
  });
});

describe('DELETE /v1/suppressions/{address}', () => {
  it('lets the address be written to again; a second time it is 404', async () => {
    await add({ address: 'a+b@x.test' });
    const reply = await remove('A+B@X.test');
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ id: 'a+b@x.test', deleted: true });
    expect((await remove('a+b@x.test')).status).toBe(404);
    expect(addressesOf(await list())).toEqual([]);
  });

  it.each(['x', '@', 'a@', 'ä@b@c', '..'.repeat(400)])('answers 404 for %s', async (address) => {
    expect((await remove(address)).status).toBe(404);
  });

  it('answers 401 without a key, 403 without the scope or bound to inboxes', async () => {
    await add({ address: 'a@x.test' });
    const { bound } = await boundKey();
    const reading = await limitedKey(api, key, { scopes: ['emails:read'] });
    expect((await api.call('DELETE', `${SUPPRESSIONS}/a@x.test`)).status).toBe(401);
    expect((await remove('a@x.test', reading)).status).toBe(403);
    expect((await remove('a@x.test', bound)).status).toBe(403);
  });
});
