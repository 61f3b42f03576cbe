import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { operation } from '../../src/operations/operation.js';
import { createAuthenticator } from '../../src/auth/authenticate.js';
import { INBOUND_SECRET, startApi, type TestApi } from '../support/start-api.js';

const ADDRESS = '192.0.2.1';

describe('authentication', () => {
  let api: TestApi;
  let orgId: string;
  let key: string;

  beforeAll(async () => {
    api = await startApi();
    ({ orgId, key } = await api.createOrg('pro'));
  });
  afterAll(() => api.close());

  const identify = (headers: Record<string, string>) =>
    createAuthenticator(api.database).identify(headers, ADDRESS);

  it.each([
    ['X-API-Key', (k: string) => ({ 'x-api-key': k })],
    ['Bearer', (k: string) => ({ authorization: `Bearer ${k}` })],
    ['bearer in any case', (k: string) => ({ authorization: `bEARER  ${k}` })],
    ['X-API-Key before Bearer', (k: string) => ({ 'x-api-key': k, authorization: 'Bearer no' })],
    [
      'Bearer beside an empty X-API-Key',
      (k: string) => ({ 'x-api-key': '', authorization: `Bearer ${k}` }),
    ],
  ])('takes a key by %s', async (_case, headers) => {
    expect(await identify(headers(key))).toEqual({
      orgId,
      principal: { kind: 'key', id: expect.stringMatching(/^key_/) },
      plan: 'pro',
      scopes: null,
      allowedInboxIds: null,
      allowedNamespaces: null,
      settings: {},
      address: ADDRESS,
    });
  });

  it.each([
    ['nothing', () => ({})],
    ['an unknown key', () => ({ 'x-api-key': `ak_${'0'.repeat(48)}` })],
    ['something that is no key', () => ({ 'x-api-key': 'secret' })],
    ['a key cut short', (k: string) => ({ 'x-api-key': k.slice(0, -1) })],
    ['a key in capitals', (k: string) => ({ 'x-api-key': k.toUpperCase() })],
    ['the hash of a key', () => ({ 'x-api-key': `\\x${'0'.repeat(64)}` })],
    ['another scheme', (k: string) => ({ authorization: `Basic ${k}` })],
    ['a key without its scheme', (k: string) => ({ authorization: k })],
  ])('does not take %s', async (_case, headers) => {
    expect(await identify(headers(key))).toBeNull();
  });

  it('looks up fifty requests at once in a few statements, each with its own answer', async () => {
    const orgs = await Promise.all(Array.from({ length: 5 }, () => api.createOrg()));
    let statements = 0;
    const authenticator = createAuthenticator({
      query: (text, values) => {
        statements++;
        return api.database.query(text, values);
      },
    });
    const callers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        authenticator.identify({ 'x-api-key': orgs[index % 5]!.key }, ADDRESS),
      ),
    );
    expect(callers.map((caller) => caller?.orgId)).toEqual(
      callers.map((_, index) => orgs[index % 5]!.orgId),
    );
    expect(statements).toBe(1);
  });

  it('stores no key, only its hash', async () => {
    const rows = await api.database.query<{ text: string }>(
      'SELECT api_keys::text AS text FROM api_keys',
    );
    for (const { text } of rows) expect(text).not.toContain(key.slice(12));
  });

  describe('over HTTP', () => {
    let closed: TestApi;

    const deliver = operation({
      name: 'deliver',
      summary: 'Take in what the mail server has.',
      access: 'inbound-secret',
      input: z.object({}),
      output: z.object({ keyId: z.null(), address: z.string() }),
      http: { method: 'POST', path: '/v1/inbound' },
      run: async ({ caller }) => ({ keyId: null, address: caller.address }),
    });

    beforeAll(async () => {
      closed = await startApi({ beside: api, config: { catalogue: [deliver] } });
    });
    afterAll(() => closed.close());

    const deliverWith = (headers: Record<string, string>) =>
      closed.call('POST', '/v1/inbound', { headers });

    it('the mail server shows its secret and is not counted', async () => {
      const reply = await deliverWith({ Authorization: `Bearer ${INBOUND_SECRET}` });
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual({ keyId: null, address: '127.0.0.1' });
      expect(reply.headers.get('X-RateLimit-Limit')).toBe('100000');
    });

    it.each([
      ['nothing', () => ({})],
      ['a wrong secret', () => ({ Authorization: 'Bearer a-wrong-secret' })],
      ['the secret as a key', () => ({ 'X-API-Key': INBOUND_SECRET })],
      ['an API key', () => ({ Authorization: `Bearer ${key}` })],
    ])('%s in place of the secret is 401 and counted', async (_case, headers) => {
      const reply = await deliverWith(headers());
      expect(reply.status).toBe(401);
      expect(reply.headers.get('X-RateLimit-Limit')).toBe('120');
    });

    const CHALLENGE =
      /^Bearer resource_metadata="http:\/\/127\.0\.0\.1:\d+\/\.well-known\/oauth-protected-resource"$/;

    it.each([
      ['no key', {}, /^An API key is needed/],
      ['a wrong key', { 'X-API-Key': 'ak_wrong' }, /^The API key or token is not valid$/],
    ])('%s is 401 with the address of the metadata', async (_case, headers, error) => {
      const reply = await api.call('GET', '/v1/orgs/me', { headers });
      expect(reply.status).toBe(401);
      expect(reply.body).toEqual({ error: expect.stringMatching(error) });
      expect(reply.headers.get('WWW-Authenticate')).toMatch(CHALLENGE);
    });
  });
});
