import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createInbox, limitedKey, startInboxApi } from '../resources/inboxes/api.js';
import type { Sent, TestApi } from '../support/start-api.js';

let api: TestApi;
let key: string;
let id: string;

beforeAll(async () => {
  api = await startInboxApi();
});
beforeEach(async () => {
  ({ key } = await api.createOrg());
  ({ id } = await createInbox(api, key));
});
afterAll(() => api.close());

const call = (method: string, path: string, sent: Sent = { key }) =>
  api.call(method, `/v1/inboxes/${path}`, sent);
const patch = (body: unknown) => call('PATCH', id, { key, body });

describe.each([
  ['GET', '', 'inboxes:read', 200],
  ['PATCH', '', 'inboxes:write', 200],
  ['DELETE', '', 'inboxes:write', 204],
  ['POST', '/pause', 'inboxes:write', 200],
  ['POST', '/resume', 'inboxes:write', 200],
  ['POST', '/imap-password', 'inboxes:write', 200],
])('%s /v1/inboxes/{id}%s', (method, suffix, scope, status) => {
  const statusOf = async (by: string | undefined, inboxId = id) =>
    (await call(method, `${inboxId}${suffix}`, by ? { key: by } : {})).status;

  it(`answers ${status} to a key bound to the inbox and to one with ${scope}`, async () => {
    const second = await createInbox(api, key);
    expect(await statusOf(await limitedKey(api, key, { allowed_inbox_ids: [id] }))).toBe(status);
    expect(await statusOf(await limitedKey(api, key, { scopes: [scope] }), second.id)).toBe(status);
  });

  it('answers 401 without a key, and with a wrong one', async () => {
    expect(await statusOf(undefined)).toBe(401);
    expect(await statusOf('ak_wrong')).toBe(401);
  });

  it('answers 403 without the scope, to a key of another inbox, and to others', async () => {
    const second = await createInbox(api, key);
    expect(await statusOf(await limitedKey(api, key, { scopes: ['emails:read'] }))).toBe(403);
    expect(await statusOf(await limitedKey(api, key, { allowed_inbox_ids: [second.id] }))).toBe(
      403,
    );
    expect(await statusOf((await api.createOrg()).key)).toBe(403);
  });

  it.each(['inb_00000000000000000000', 'x', '%00', "'; DROP TABLE inboxes"])(
    'answers 404 for %s',
    async (missing) => {
      expect(await statusOf(key, encodeURI(missing).replace('%2500', '%00'))).toBe(404);
    },
  );

  it('answers 404 for an inbox that was deleted', async () => {
    await call('DELETE', id);
    expect(await statusOf(key)).toBe(404);
  });
});

describe('PATCH /v1/inboxes/{id}', () => {
  it('changes what is given and answers the inbox', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const reply = await patch({
      name: 'New name',
      display_name: 'Display',
      status: 'PAUSED',
      metadata: { a: 1 },
      expires_at: expiresAt,
      daily_send_limit: 10,
      allow_from: ['Friend@X.test', 'y.test'],
      block_from: ['z.test'],
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      id,
      name: 'New name',
      display_name: 'Display',
      status: 'PAUSED',
      metadata: { a: 1 },
      expires_at: expiresAt,
      daily_send_limit: 10,
      allow_from: ['friend@x.test', 'y.test'],
      block_from: ['z.test'],
    });
    expect((await call('GET', id)).body).toEqual(reply.body);
  });

  it('merges metadata and lets null take back what can be left out', async () => {
    await patch({ metadata: { a: 1, b: 2 }, display_name: 'x', daily_send_limit: 1 });
    const reply = await patch({
      metadata: { a: null, c: 3 },
      display_name: null,
      daily_send_limit: null,
      expires_at: null,
    });
    expect(reply.body).toMatchObject({
      metadata: { b: 2, c: 3 },
      display_name: null,
      daily_send_limit: null,
      expires_at: null,
    });
  });

  it('never changes the address', async () => {
    const before = (await call('GET', id)).body.address as string;
    const reply = await patch({ name: 'renamed', address: 'x@mail.test', local_part: 'x' });
    expect(reply.body.address).toBe(before);
    expect(reply.headers.get('X-Ignored-Parameters')).toBe('address, local_part');
  });

  it.each([
    ['an unknown status', { status: 'OFF' }, 'status must be one of ACTIVE, PAUSED'],
    [
      'an end in the past',
      { expires_at: '2020-01-01T00:00:00Z' },
      'expires_at must be in the future',
    ],
    [
      'an end without a zone',
      { expires_at: '2030-01-01T00:00:00' },
      /^expires_at must be an ISO 8601/,
    ],
    [
      'a negative limit',
      { daily_send_limit: -1 },
      /^daily_send_limit must be a whole number from 0/,
    ],
    ['a limit in pieces', { daily_send_limit: 1.5 }, /^daily_send_limit must be/],
    ['null for a name', { name: null }, /^name must be a string/],
    ['a list that is no list', { allow_from: 'x.test' }, 'allow_from must be an array'],
    [
      'a list with a web address',
      { block_from: ['https://x'] },
      'block_from[0] must be an email address or a domain name',
    ],
    ['nested metadata', { metadata: { a: [1] } }, /^metadata\.a must be text/],
  ])('refuses %s with 400 and changes nothing', async (_case, body, error) => {
    const before = (await call('GET', id)).body as object;
    const reply = await patch({ name: 'half', ...body });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      error: typeof error === 'string' ? error : expect.stringMatching(error),
    });
    expect((await call('GET', id)).body).toEqual(before);
  });
});

describe('pausing and resuming', () => {
  it('answers the inbox with its new status, as often as it is asked', async () => {
    for (const [suffix, status] of [
      ['pause', 'PAUSED'],
      ['pause', 'PAUSED'],
      ['resume', 'ACTIVE'],
      ['resume', 'ACTIVE'],
    ]) {
      const reply = await call('POST', `${id}/${suffix}`);
      expect(reply.body).toMatchObject({ id, status });
    }
  });

  it('leaves reading, changing and deleting a paused inbox possible', async () => {
    await call('POST', `${id}/pause`);
    expect((await call('GET', id)).status).toBe(200);
    expect((await patch({ name: 'x' })).body.status).toBe('PAUSED');
    expect((await call('DELETE', id)).status).toBe(204);
  });
});

describe('DELETE /v1/inboxes/{id}', () => {
  it('answers 204 without a body, and the inbox is in no list', async () => {
    const reply = await call('DELETE', id);
    expect(reply.status).toBe(204);
    expect(reply.body).toBeNull();
    expect((await api.call('GET', '/v1/inboxes', { key })).body.data).toEqual([]);
  });
});

describe('POST /v1/inboxes/{id}/imap-password', () => {
  it('answers a new password each time, with where to use it', async () => {
    const first = await call('POST', `${id}/imap-password`);
    const second = await call('POST', `${id}/imap-password`);
    expect(first.body).toEqual({
      imap_username: expect.stringMatching(/@mail\.test$/),
      imap_password: expect.stringMatching(/^[\w-]{22}$/),
      imap_host: 'imap.test',
      imap_port: 993,
    });
    expect(second.body.imap_password).not.toBe(first.body.imap_password);
  });
});
