import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { startApi, type TestApi } from '../support/start-api.js';

const KEYS = '/v1/orgs/me/api-keys';

interface Key {
  readonly id: string;
  readonly api_key: string;
  readonly key_prefix: string;
}

interface KeyPage {
  readonly data: readonly Key[];
  readonly cursor: string | null;
  readonly has_more: boolean;
}

describe('API keys', () => {
  let api: TestApi;
  let orgId: string;
  let key: string;
  let inboxId: string;
  let foreignInboxId: string;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    ({ orgId, key } = await api.createOrg());
    inboxId = await api.createInboxRow(orgId);
    foreignInboxId = await api.createInboxRow((await api.createOrg()).orgId);
  });

  const create = (body: object, by = key) =>
    api.call<Key & { error?: string }>('POST', KEYS, { key: by, body });
  const makeKey = async (body: object): Promise<Key> =>
    (await create({ name: 'made', ...body })).body;
  const list = (by = key, path = KEYS) => api.call<KeyPage>('GET', path, { key: by });

  describe(`POST ${KEYS}`, () => {
    it('answers 201 with the key, which is shown only here', async () => {
      const reply = await create({ name: 'ci' });
      expect(reply.status).toBe(201);
      expect(reply.body).toEqual({
        id: expect.stringMatching(/^key_/),
        api_key: expect.stringMatching(/^ak_/),
        key_prefix: reply.body.api_key.slice(0, 11),
        name: 'ci',
        scopes: [],
        allowed_inbox_ids: [],
        allowed_namespaces: [],
        created_at: expect.any(String),
      });
      const listed = await api.call('GET', KEYS, { key });
      expect(JSON.stringify(listed.body)).not.toContain(reply.body.api_key);
    });

    it('takes scopes by either name and an allow-list of inboxes', async () => {
      const reply = await create({
        name: 'agent',
        scopes: ['inbox:read', 'inboxes:read', 'email:send'],
        allowed_inbox_ids: [inboxId],
      });
      expect(reply.status).toBe(201);
      expect(reply.body).toMatchObject({
        scopes: ['inboxes:read', 'emails:send'],
        allowed_inbox_ids: [inboxId],
      });
    });

    it.each([
      ['no name', {}, 'name is required'],
      [
        'an unknown scope',
        { name: 'a', scopes: ['all'] },
        /^scopes\[0\] must be one of inboxes:read/,
      ],
      ['no scope at all', { name: 'a', scopes: [] }, /^scopes must not be empty/],
      ['scopes as text', { name: 'a', scopes: 'emails:read' }, 'scopes must be an array'],
      [
        'no inbox at all',
        { name: 'a', allowed_inbox_ids: [] },
        /^allowed_inbox_ids must not be empty/,
      ],
      [
        'an inbox that is no text',
        { name: 'a', allowed_inbox_ids: [1] },
        'allowed_inbox_ids[0] must be a string',
      ],
    ])('refuses %s with 400', async (_case, body, error) => {
      const reply = await create(body);
      expect(reply.status).toBe(400);
      expect(reply.body.error).toEqual(
        typeof error === 'string' ? error : expect.stringMatching(error),
      );
    });

    it('answers 401 without a key', async () => {
      const reply = await api.call('POST', KEYS, { body: { name: 'a' } });
      expect(reply.status).toBe(401);
    });

    it('answers 403 for an inbox of another organization and 404 for none', async () => {
      const foreign = await create({ name: 'a', allowed_inbox_ids: [foreignInboxId] });
      expect(foreign.status).toBe(403);
      expect(foreign.body).toEqual({ error: 'Inbox belongs to another organization' });
      const none = await create({ name: 'a', allowed_inbox_ids: ['inb_none'] });
      expect(none.status).toBe(404);
    });
  });

  describe('no key makes a stronger one', () => {
    it.each([
      ['without scopes', {}],
      ['with a scope it lacks', { scopes: ['emails:send'] }],
    ])('a scoped key cannot make one %s', async (_case, grant) => {
      const { api_key: scoped } = await makeKey({ scopes: ['org:manage', 'emails:read'] });
      const reply = await create({ name: 'a', ...grant }, scoped);
      expect(reply.status).toBe(403);
    });

    it('a scoped key makes one with some of its scopes', async () => {
      const { api_key: scoped } = await makeKey({ scopes: ['org:manage', 'emails:read'] });
      const reply = await create({ name: 'a', scopes: ['email:read'] }, scoped);
      expect(reply.status).toBe(201);
    });

    it('a key without org:manage makes none', async () => {
      const { api_key: scoped } = await makeKey({ scopes: ['emails:read'] });
      const reply = await create({ name: 'a', scopes: ['emails:read'] }, scoped);
      expect(reply.status).toBe(403);
    });

    it('a bound key makes only keys bound to some of its inboxes', async () => {
      const other = await api.createInboxRow(orgId);
      const { api_key: bound } = await makeKey({ allowed_inbox_ids: [inboxId] });
      const statuses = [{}, { allowed_inbox_ids: [other] }, { allowed_inbox_ids: [inboxId] }].map(
        async (grant) => (await create({ name: 'a', ...grant }, bound)).status,
      );
      expect(await Promise.all(statuses)).toEqual([403, 403, 201]);
    });
  });

  describe(`GET ${KEYS}`, () => {
    it('pages through every key once, newest first', async () => {
      const made = [];
      for (const name of ['a', 'b', 'c', 'd']) made.unshift((await makeKey({ name })).id);
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
        const { body } = await list(key, `${KEYS}?limit=2${query}`);
        seen.push(...body.data.map(({ id }) => id));
        cursor = body.cursor;
        expect(body.has_more).toBe(cursor !== null);
      }
      expect(seen.slice(0, 4)).toEqual(made);
      expect(seen).toHaveLength(5);
    });

    it.each(['x', 'AAAA'])('refuses the cursor %s with 400', async (cursor) => {
      const reply = await api.call('GET', `${KEYS}?cursor=${cursor}`, { key });
      expect(reply.status).toBe(400);
    });

    it('refuses a cursor of another organization with 400', async () => {
      await makeKey({});
      const { body } = await list(key, `${KEYS}?limit=1`);
      const other = await api.createOrg();
      const reply = await api.call('GET', `${KEYS}?cursor=${body.cursor}`, { key: other.key });
      expect(reply.status).toBe(400);
    });

    it('shows a bound key only keys that reach no further', async () => {
      const { api_key: bound, id } = await makeKey({ allowed_inbox_ids: [inboxId] });
      const { body } = await list(bound);
      expect(body.data.map((row) => row.id)).toEqual([id]);
    });

    it('answers 401 without a key and 403 without org:manage', async () => {
      const { api_key: scoped } = await makeKey({ scopes: ['emails:read'] });
      expect((await api.call('GET', KEYS)).status).toBe(401);
      expect((await api.call('GET', KEYS, { key: scoped })).status).toBe(403);
    });
  });

  describe(`DELETE ${KEYS}/{key_id}`, () => {
    it('revokes at once, tells open waits, and is 404 the second time', async () => {
      const revoked: string[] = [];
      const listener = new pg.Client(api.url);
      await listener.connect();
      listener.on('notification', ({ payload }) => void revoked.push(payload ?? ''));
      await listener.query('LISTEN key_revoked');
      const made = await makeKey({});

      const reply = await api.call('DELETE', `${KEYS}/${made.id}`, { key });
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual({ id: made.id, deleted: true });
      expect((await api.call('GET', '/v1/orgs/me', { key: made.api_key })).status).toBe(401);
      expect((await api.call('DELETE', `${KEYS}/${made.id}`, { key })).status).toBe(404);
      // What was told before this answer has come by then.
      await listener.query('SELECT 1');
      expect(revoked).toEqual([made.id]);
      await listener.end();
    });

    it('answers 401, 403 and 404', async () => {
      const other = await api.createOrg();
      const theirs = await list(other.key);
      const path = `${KEYS}/${theirs.body.data[0]!.id}`;
      expect((await api.call('DELETE', path)).status).toBe(401);
      expect((await api.call('DELETE', path, { key })).status).toBe(403);
      expect((await api.call('DELETE', `${KEYS}/key_none`, { key })).status).toBe(404);
    });

    it('answers 403 to a bound key that would revoke one that reaches further', async () => {
      const { api_key: bound } = await makeKey({ allowed_inbox_ids: [inboxId] });
      const { id } = await makeKey({});
      expect((await api.call('DELETE', `${KEYS}/${id}`, { key: bound })).status).toBe(403);
    });
  });

  describe('/v1/inboxes/{id}/api-keys', () => {
    const path = (id: string) => `/v1/inboxes/${id}/api-keys`;

    it('makes a key of that one inbox, lists it and revokes it', async () => {
      await makeKey({});
      const made = await api.call('POST', path(inboxId), { key, body: { name: 'one' } });
      expect(made.status).toBe(201);
      expect(made.body.allowed_inbox_ids).toEqual([inboxId]);

      const listed = await list(key, path(inboxId));
      expect(listed.body.data.map(({ id }) => id)).toEqual([made.body.id]);

      const revoked = await api.call('DELETE', `${path(inboxId)}/${made.body.id}`, { key });
      expect(revoked.body).toEqual({ id: made.body.id, deleted: true });
    });

    it('does not revoke a key of the organization through an inbox', async () => {
      const { id } = await makeKey({});
      const reply = await api.call('DELETE', `${path(inboxId)}/${id}`, { key });
      expect(reply.status).toBe(404);
    });

    it.each(['POST', 'GET'])('%s answers 400, 401, 403 and 404', async (method) => {
      const body = method === 'POST' ? { name: 'one' } : undefined;
      const sent = body && { body };
      const wrong = method === 'POST' ? { key, body: { name: 1 } } : { key };
      const query = method === 'POST' ? '' : '?limit=0';
      const { api_key: bound } = await makeKey({
        allowed_inbox_ids: [await api.createInboxRow(orgId)],
      });
      const statuses = [
        api.call(method, `${path(inboxId)}${query}`, wrong),
        api.call(method, path(inboxId), sent),
        api.call(method, path(foreignInboxId), { key, ...sent }),
        api.call(method, path(inboxId), { key: bound, ...sent }),
        api.call(method, path('inb_none'), { key, ...sent }),
      ].map(async (reply) => (await reply).status);
      expect(await Promise.all(statuses)).toEqual([400, 401, 403, 403, 404]);
    });
  });
});
