import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startMailApi, until, type MailApi } from '../support/mail-api.js';
import { Program, type Tokens } from './program.js';

const CLIENTS = '/v1/oauth/clients';
const KEYS = '/v1/orgs/me/api-keys';

let api: MailApi;
let orgId: string;
let key: string;
let program: Program;
let tokens: Tokens;

beforeAll(async () => {
  api = await startMailApi();
  program = await Program.register(api.baseUrl, { client_name: 'Helper' });
});
afterAll(() => api.close());
beforeEach(async () => {
  ({ orgId, key } = await api.createOrg());
  tokens = await program.signIn(key);
});

const clients = async () =>
  (await api.call<{ data: { last_used_at: string | null }[] }>('GET', CLIENTS, { key })).body.data;
const works = async (token = tokens.access_token) =>
  (await api.call('GET', '/v1/inboxes', { headers: { Authorization: `Bearer ${token}` } }))
    .status === 200;

describe(`${CLIENTS}`, () => {
  it('are those that have access, and those registered with a key', async () => {
    const own = await Program.register(api.baseUrl, { client_name: 'Own' }, { 'X-API-Key': key });
    await works();
    await until(async () => (await clients()).some(({ last_used_at }) => last_used_at !== null));
    const [{ id: keyId }] = (await api.call('GET', KEYS, { key })).body.data;
    expect(await clients()).toEqual([
      {
        id: own.client.client_id,
        name: 'Own',
        api_key_id: keyId,
        grants: 0,
        created_at: expect.any(String),
        last_used_at: null,
      },
      {
        id: program.client.client_id,
        name: 'Helper',
        api_key_id: null,
        grants: 1,
        created_at: expect.any(String),
        last_used_at: expect.any(String),
      },
    ]);
  });

  it('are forgotten where the organization registered them, else they lose their grants', async () => {
    const own = await Program.register(api.baseUrl, {}, { 'X-API-Key': key });
    const { access_token: token } = (await (await own.forItself()).json()) as Tokens;
    expect(await works(token)).toBe(true);
    const remove = (id: string, by = key) => api.call('DELETE', `${CLIENTS}/${id}`, { key: by });
    const stranger = await api.createOrg();
    expect((await remove(own.client.client_id, stranger.key)).status).toBe(403);
    expect((await remove(program.client.client_id, stranger.key)).status).toBe(404);
    expect((await remove(own.client.client_id)).status).toBe(200);
    expect(await works(token)).toBe(false);
    expect((await own.forItself()).status).toBe(401);

    expect((await remove(program.client.client_id)).status).toBe(200);
    expect(await works()).toBe(false);
    expect(await clients()).toEqual([]);
    // It is everybody's: signing in again works.
    expect(await works((await program.signIn(key)).access_token)).toBe(true);
  });

  it('are nothing for a key that is bound to inboxes', async () => {
    const { inboxId } = await api.createInbox(orgId);
    const bound = await api.call<{ api_key: string }>('POST', KEYS, {
      key,
      body: { name: 'bound', allowed_inbox_ids: [inboxId] },
    });
    for (const [method, path] of [
      ['GET', CLIENTS],
      ['DELETE', `${CLIENTS}/${program.client.client_id}`],
    ] as const)
      expect((await api.call(method, path, { key: bound.body.api_key })).status).toBe(403);
  });
});
