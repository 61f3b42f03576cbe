import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApi, type TestApi } from '../support/start-api.js';

const NOT_JSON_NAME = { name: 'a\u0000b' };

describe('/v1/orgs', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi({ config: { trustedProxies: ['127.0.0.1'] } });
  });
  afterAll(() => api.close());

  const signUp = (body: unknown, from: string) =>
    api.call('POST', '/v1/orgs', { body, headers: { 'X-Forwarded-For': from } });

  it('POST answers 201 with a key that works at once', async () => {
    const reply = await signUp({ name: 'Acme', source: 'a friend' }, '192.0.2.1');
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^org_[0-9a-z]{20}$/),
      name: 'Acme',
      api_key: expect.stringMatching(/^ak_/),
      message: expect.stringContaining('only once'),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const me = await api.call('GET', '/v1/orgs/me', { key: reply.body.api_key });
    expect(me.body.id).toBe(reply.body.id);
  });

  it.each([
    ['no name', {}, 'name is required'],
    ['an empty name', { name: '  ' }, 'name must not be empty'],
    ['a name that is no text', { name: { first: 'A' } }, 'name must be a string'],
    ['a name with NUL', NOT_JSON_NAME, 'name must not hold NUL characters or unpaired surrogates'],
    [
      'a long source',
      { name: 'A', source: 'x'.repeat(65) },
      'source must have at most 64 characters',
    ],
  ])('POST refuses %s with 400', async (_case, body, error) => {
    const reply = await signUp(body, '192.0.2.2');
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ error });
  });

  it('GET me answers the counts of what the organization has', async () => {
    const { orgId, key } = await api.createOrg();
    const inboxId = await api.createInboxRow(orgId);
    await api.call('POST', `/v1/inboxes/${inboxId}/api-keys`, { key, body: { name: 'bound' } });
    const { status, body } = await api.call('GET', '/v1/orgs/me', { key });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: orgId, plan: 'selfhost', settings: {} });
    expect(body).toMatchObject({ inbox_count: 1, domain_count: 0, api_key_count: 2 });
  });

  it('PATCH me changes the name and the settings that are named, and nothing else', async () => {
    const { key } = await api.createOrg();
    const settings = { wait_timeout_status: 408 };
    await api.call('PATCH', '/v1/orgs/me', { key, body: { settings } });
    const renamed = await api.call('PATCH', '/v1/orgs/me', { key, body: { name: 'New' } });
    expect(renamed.status).toBe(200);
    expect(renamed.body).toMatchObject({ name: 'New', settings });
  });

  it.each([
    ['another status', { settings: { wait_timeout_status: 500 } }],
    ['a status as text', { settings: { wait_timeout_status: '408' } }],
  ])('PATCH me refuses %s with 400', async (_case, body) => {
    const { key } = await api.createOrg();
    const reply = await api.call('PATCH', '/v1/orgs/me', { key, body });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ error: 'settings.wait_timeout_status must be one of 204, 408' });
  });

  it.each([
    ['GET', {}],
    ['PATCH', { body: { name: 'New' } }],
  ])('%s me answers 401 without a key', async (method, sent) => {
    const reply = await api.call(method, '/v1/orgs/me', sent);
    expect(reply.status).toBe(401);
  });

  it('PATCH me answers 403 to a key without org:manage; GET me needs no scope', async () => {
    const { key } = await api.createOrg();
    const scoped = await api.call('POST', '/v1/orgs/me/api-keys', {
      key,
      body: { name: 'reader', scopes: ['emails:read'] },
    });
    const sent = { key: scoped.body.api_key, body: { name: 'New' } };
    const refused = await api.call('PATCH', '/v1/orgs/me', sent);
    expect(refused.status).toBe(403);
    expect(refused.body).toEqual({ error: 'This key lacks the scope org:manage' });
    const read = await api.call('GET', '/v1/orgs/me', { key: scoped.body.api_key });
    expect(read.status).toBe(200);
  });
});

describe('where sign-up is closed', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi({ settings: { signup: 'closed' } });
  });
  afterAll(() => api.close());

  it('POST /v1/orgs answers 403 and makes nothing; the operator still can', async () => {
    const refused = await api.call('POST', '/v1/orgs', { body: { name: 'Acme' } });
    expect(refused.status).toBe(403);
    expect(refused.body).toEqual({
      error: 'Sign-up is closed here: ask the operator for an organization',
    });
    const counted = await api.database.query('SELECT count(*)::int AS orgs FROM orgs');
    expect(counted).toEqual([{ orgs: 0 }]);

    const { apiKey } = await api.services.orgs.createNamed('Acme');
    const me = await api.call('GET', '/v1/orgs/me', { key: apiKey });
    expect([me.status, me.body.name]).toEqual([200, 'Acme']);
  });
});
