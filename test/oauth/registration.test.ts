import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from 'oauth4webapi';
import { startApi, type TestApi } from '../support/start-api.js';
import { anywhere, BELIEVING } from './anywhere.js';
import { PROGRAMS } from './programs.js';
import { discover, Program, REDIRECT } from './program.js';

const REGISTER = '/oauth/register';

/** What a registration is answered with, or why it is refused. */
interface Registered extends Client {
  readonly client_secret?: string;
  readonly error?: string;
}

describe('Registration', () => {
  let api: TestApi;
  let key: string;

  beforeAll(async () => {
    api = await startApi(BELIEVING);
    ({ key } = await api.createOrg());
  });
  afterAll(() => api.close());

  const register = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    api.call<Registered>('POST', REGISTER, { body, headers: { ...anywhere(), ...headers } });
  const withKey = {
    get 'X-API-Key'() {
      return key;
    },
  };

  describe.each(PROGRAMS)('of $program', ({ metadata, redirects }) => {
    it('is taken, and each of its addresses leads through a sign-in', async () => {
      const reply = await register(metadata);
      expect(reply.status).toBe(201);
      expect(reply.body.grant_types).toEqual(['authorization_code', 'refresh_token']);
      expect(reply.body.redirect_uris).toEqual(metadata['redirect_uris']);
      const server = await discover(api.baseUrl);
      const program = Program.known(server, reply.body, reply.body.client_secret);
      for (const redirect of redirects) {
        const tokens = await program.signIn(key, {}, redirect);
        expect(tokens.refresh_token).toEqual(expect.any(String));
      }
    });
  });

  it('without grant_types gets code and refresh, and no token to manage it', async () => {
    const reply = await register({ redirect_uris: [REDIRECT] });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      client_id: expect.stringMatching(/^client_\w{20}$/),
      client_id_issued_at: expect.any(Number),
      client_secret: expect.any(String),
      client_secret_expires_at: 0,
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
      application_type: 'web',
    });
    const { client_id: id } = reply.body;
    expect((await api.call('GET', `${REGISTER}/${id}`)).status).toBe(404);
  });

  it('keeps the hash of a secret alone, and takes the secret by either method', async () => {
    const { body } = await register({ redirect_uris: [REDIRECT] });
    const rows = await api.database.query<{ text: string }>(
      'SELECT c::text AS text FROM oauth_clients c WHERE id = $1',
      [body.client_id],
    );
    expect(rows[0]!.text).not.toContain(body.client_secret);
    const program = Program.known(await discover(api.baseUrl), body, body.client_secret);
    const tokens = await program.signIn(key);
    const form = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token!,
      client_id: body.client_id,
      client_secret: body.client_secret!,
    });
    const post = (parameters: URLSearchParams) =>
      fetch(`${api.baseUrl}/oauth/token`, {
        method: 'POST',
        body: parameters,
        headers: anywhere(),
      });
    expect((await post(form)).status).toBe(200);
    form.set('client_secret', `${body.client_secret}x`);
    const refused = await post(form);
    expect([refused.status, await refused.json()]).toEqual([
      401,
      expect.objectContaining({ error: 'invalid_client' }),
    ]);
  });

  it('with a key that is not valid is refused', async () => {
    const reply = await register({ redirect_uris: [REDIRECT] }, { 'X-API-Key': 'ak_wrong' });
    expect(reply.status).toBe(401);
  });

  describe('with an API key', () => {
    it('lets a program ask for itself, without a secret where it has none', async () => {
      const metadata = { redirect_uris: undefined, contacts: ['a@example.com'] };
      const program = await Program.register(api.baseUrl, metadata, withKey);
      expect(program.client['grant_types']).toEqual(['client_credentials']);
      const answer = await program.forItself({ scope: 'inbox:read email:read' });
      expect(answer.status).toBe(200);
      const tokens = (await answer.json()) as { access_token: string };
      expect(tokens).toEqual({
        access_token: expect.any(String),
        expires_in: 3_600,
        scope: 'inbox:read email:read',
        token_type: 'Bearer',
      });
      const headers = { Authorization: `Bearer ${tokens.access_token}` };
      expect((await api.call('GET', '/v1/inboxes', { headers })).status).toBe(200);
      expect((await api.call('POST', '/v1/inboxes', { headers, body: {} })).status).toBe(403);
    });

    it('lets people sign in as well where it has addresses', async () => {
      const program = await Program.register(api.baseUrl, {}, withKey);
      expect(program.client['grant_types']).toEqual([
        'authorization_code',
        'refresh_token',
        'client_credentials',
      ]);
      expect((await program.forItself()).status).toBe(200);
      expect((await program.signIn(key)).scope).toContain('inbox:read');
    });

    it('asks for its secret where it has one', async () => {
      const metadata = { token_endpoint_auth_method: 'client_secret_basic' };
      const program = await Program.register(api.baseUrl, metadata, withKey);
      expect((await program.forItself()).status).toBe(200);
      const without = Program.known(program.server, program.client);
      const answer = await without.forItself();
      expect([answer.status, await answer.json()]).toEqual([
        401,
        expect.objectContaining({ error: 'invalid_client' }),
      ]);
    });

    it('ends with the key', async () => {
      const made = await api.call('POST', '/v1/orgs/me/api-keys', { key, body: { name: 'made' } });
      const headers = { 'X-API-Key': made.body.api_key as string };
      const program = await Program.register(api.baseUrl, {}, headers);
      const tokens = (await (await program.forItself()).json()) as { access_token: string };
      await api.call('DELETE', `/v1/orgs/me/api-keys/${made.body.id}`, { key });
      const bearer = { Authorization: `Bearer ${tokens.access_token}` };
      expect((await api.call('GET', '/v1/inboxes', { headers: bearer })).status).toBe(401);
      const answer = await program.forItself();
      expect([answer.status, await answer.json()]).toEqual([
        400,
        expect.objectContaining({ error: 'unauthorized_client' }),
      ]);
    });
  });

  it('without one cannot ask for itself', async () => {
    const metadata = { grant_types: ['authorization_code', 'client_credentials'] };
    const program = await Program.register(api.baseUrl, metadata);
    expect(program.client['grant_types']).toEqual(['authorization_code']);
    const refused = await program.forItself();
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: 'unauthorized_client' },
    ]);
  });

  it('is limited for each address', async () => {
    const config = { ...BELIEVING.config, oauth: { OAUTH_REGISTRATIONS_PER_HOUR: 2 } };
    const limited = await startApi({ beside: api, config });
    const from = (address: string) =>
      limited.call('POST', REGISTER, {
        body: { redirect_uris: [REDIRECT] },
        headers: { 'X-Forwarded-For': address },
      });
    expect((await from('192.0.2.1')).status).toBe(201);
    expect((await from('192.0.2.1')).status).toBe(201);
    const refused = await from('192.0.2.1');
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      error: 'temporarily_unavailable',
      error_description: 'An address may register 2 programs an hour',
      retry_after_seconds: expect.any(Number),
    });
    expect((await from('192.0.2.2')).status).toBe(201);
    await limited.close();
  });

  it('is forgotten after ninety days, unless it was used', async () => {
    const used = await Program.register(api.baseUrl);
    const unused = await Program.register(api.baseUrl);
    await used.signIn(key);
    await api.database.query(`UPDATE oauth_clients SET created_at = now() - interval '91 days'`);
    await api.background.retention.purgeChunk(1_000);
    const there = await api.database.query<{ id: string }>('SELECT id FROM oauth_clients');
    const ids = there.map(({ id }) => id);
    expect(ids).toContain(used.client.client_id);
    expect(ids).not.toContain(unused.client.client_id);
    const { url } = await unused.begin();
    const response = await fetch(url, { redirect: 'manual', headers: anywhere() });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('client is invalid');
  });
});
