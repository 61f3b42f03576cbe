import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApi, type TestApi } from '../support/start-api.js';
import { Program } from './program.js';

const WELL_KNOWN = '/.well-known';
const SCOPES = ['inbox:read', 'inbox:write', 'email:read', 'email:send', 'domain:manage'];

describe('The documents that lead to a sign-in', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const read = (path: string) => api.call('GET', path);

  it('tell of the REST interface and of the tool server as resources (RFC 9728)', async () => {
    for (const [path, resource] of [
      [`${WELL_KNOWN}/oauth-protected-resource`, api.baseUrl],
      [`${WELL_KNOWN}/oauth-protected-resource/mcp`, `${api.baseUrl}/mcp`],
    ] as const) {
      const { status, body } = await read(path);
      expect([status, body]).toEqual([
        200,
        {
          resource,
          resource_name: expect.any(String),
          authorization_servers: [api.baseUrl],
          scopes_supported: SCOPES,
          bearer_methods_supported: ['header'],
          resource_documentation: `${api.baseUrl}/docs`,
        },
      ]);
    }
  });

  it('tell what the authorization server can do, and no more (RFC 8414)', async () => {
    const { body } = await read(`${WELL_KNOWN}/oauth-authorization-server`);
    const methods = ['none', 'client_secret_basic', 'client_secret_post'];
    expect(body).toEqual({
      issuer: api.baseUrl,
      authorization_endpoint: `${api.baseUrl}/oauth/authorize`,
      token_endpoint: `${api.baseUrl}/oauth/token`,
      registration_endpoint: `${api.baseUrl}/oauth/register`,
      revocation_endpoint: `${api.baseUrl}/oauth/revoke`,
      scopes_supported: SCOPES,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      token_endpoint_auth_methods_supported: methods,
      revocation_endpoint_auth_methods_supported: methods,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      protected_resources: [api.baseUrl, `${api.baseUrl}/mcp`],
      service_documentation: `${api.baseUrl}/docs`,
    });
  });

  it('list the interfaces (RFC 9727) with documents that are there', async () => {
    const { headers, body } = await api.call<string>('GET', `${WELL_KNOWN}/api-catalog`);
    expect(headers.get('Content-Type')).toMatch(/^application\/linkset\+json; profile=/);
    const links = body.match(/"href":"[^"]+"/g)!.map((link) => link.slice(8, -1));
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect((await fetch(link)).status).toBe(200);
  });

  it('describe the tool server to programs', async () => {
    const { body } = await read(`${WELL_KNOWN}/mcp/server-card.json`);
    expect(body.remotes).toEqual([{ type: 'streamable-http', url: `${api.baseUrl}/mcp` }]);
    expect(body.authentication.resource_metadata).toBe(
      `${api.baseUrl}${WELL_KNOWN}/oauth-protected-resource/mcp`,
    );
  });

  it('tell a model where to go, with links that work', async () => {
    const { headers, body } = await api.call<string>('GET', '/llms.txt');
    expect(headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    const links = [...body.matchAll(/\]\((http[^)]+)\)/g)].map(([, link]) => link!);
    expect(links.length).toBeGreaterThan(4);
    for (const link of links) expect((await fetch(link)).status).toBe(200);
  });

  it('have the public address everywhere, whatever host was asked for', async () => {
    const config = { publicUrl: 'https://mail.example/' };
    const behind = await startApi({ beside: api, config });
    const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' };
    for (const path of ['oauth-authorization-server', 'oauth-protected-resource/mcp']) {
      const reply = await behind.call('GET', `${WELL_KNOWN}/${path}`, { headers });
      const text = JSON.stringify(reply.body);
      expect(text).toContain('https://mail.example/');
      expect(text).not.toMatch(/evil|127\.0\.0\.1|mail\.example\/\//);
    }
    const { headers: answered } = await behind.call('GET', '/v1/inboxes');
    expect(answered.get('WWW-Authenticate')).toBe(
      `Bearer resource_metadata="https://mail.example${WELL_KNOWN}/oauth-protected-resource"`,
    );
    await behind.close();
  });

  describe('401', () => {
    const challengeAt = async (path: string, headers = {}) =>
      (await api.call('GET', path, { headers })).headers.get('WWW-Authenticate');

    it('of the REST interface names its metadata', async () => {
      expect(await challengeAt('/v1/inboxes')).toBe(
        `Bearer resource_metadata="${api.baseUrl}${WELL_KNOWN}/oauth-protected-resource"`,
      );
    });
  });

  describe('are read by scripts of any origin, like', () => {
    const origin = { Origin: 'https://program.example' };
    const open = [
      ['GET', `${WELL_KNOWN}/oauth-protected-resource`],
      ['GET', `${WELL_KNOWN}/oauth-protected-resource/mcp`],
      ['GET', `${WELL_KNOWN}/oauth-authorization-server`],
      ['POST', '/oauth/token'],
      ['POST', '/oauth/register'],
      ['POST', '/oauth/revoke'],
    ] as const;

    it.each(open)('%s %s, also where it fails', async (method, path) => {
      const reply = await api.call(method, path, { headers: origin });
      expect(reply.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(reply.headers.has('Access-Control-Allow-Credentials')).toBe(false);
    });

    it.each(open)('the question before %s %s', async (method, path) => {
      const headers = {
        ...origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'content-type,mcp-protocol-version',
      };
      const reply = await api.call('OPTIONS', path, { headers });
      expect(reply.status).toBe(204);
      expect(reply.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(reply.headers.get('Access-Control-Allow-Methods')).toBe(method);
      expect(reply.headers.get('Access-Control-Allow-Headers')).toContain('Content-Type');
    });

    it('but not the pages', async () => {
      const program = await Program.register(api.baseUrl);
      const { url } = await program.begin();
      const response = await fetch(url, { redirect: 'manual', headers: origin });
      expect(response.headers.has('Access-Control-Allow-Origin')).toBe(false);
      const asked = await api.call('OPTIONS', '/oauth/authorize', { headers: origin });
      expect(asked.headers.has('Access-Control-Allow-Origin')).toBe(false);
    });
  });

  describe('the token endpoint', () => {
    const ask = (form: Record<string, string>, headers = {}) =>
      fetch(`${api.baseUrl}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers,
      });

    it.each([
      ['nothing', {}, 'invalid_request'],
      [
        'an unknown program',
        { client_id: 'client_x', grant_type: 'refresh_token' },
        'invalid_client',
      ],
      ['another grant', { client_id: 'CLIENT', grant_type: 'password' }, 'unsupported_grant_type'],
      ['no code', { client_id: 'CLIENT', grant_type: 'authorization_code' }, 'invalid_request'],
      [
        'a wrong code',
        { client_id: 'CLIENT', grant_type: 'authorization_code', code: 'x', redirect_uri: 'x' },
        'invalid_grant',
      ],
      [
        'a wrong refresh token',
        { client_id: 'CLIENT', grant_type: 'refresh_token', refresh_token: 'x' },
        'invalid_grant',
      ],
    ])('answers %s as RFC 6749 says, and counts it', async (_case, form, error) => {
      const { client } = await Program.register(api.baseUrl);
      const filled = Object.fromEntries(
        Object.entries(form).map(([name, value]) => [
          name,
          value === 'CLIENT' ? client.client_id : value,
        ]),
      );
      const response = await ask(filled, { Accept: 'text/html' });
      expect([400, 401]).toContain(response.status);
      expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(response.headers.get('X-RateLimit-Limit')).toBe('120');
      expect(await response.json()).toMatchObject({ error });
    });

    it('does not take JSON', async () => {
      const reply = await api.call('POST', '/oauth/token', { body: {} });
      expect([reply.status, reply.body.error]).toEqual([400, 'invalid_request']);
    });

    it('does not read what is too long', async () => {
      const response = await ask({ grant_type: 'x'.repeat(60 * 1024) });
      expect(response.status).toBe(413);
    });

    it('counts what succeeds for nobody', async () => {
      const { key } = await api.createOrg();
      const program = await Program.register(api.baseUrl);
      const { refresh_token: token } = await program.signIn(key);
      const response = await program.refresh(token!);
      expect(response.headers.get('X-RateLimit-Limit')).toBe('100000');
    });

    it('answers 429 once an address has tried too much', async () => {
      const limited = await startApi({ config: { trustedProxies: ['127.0.0.1'] } });
      const form = { client_id: 'client_x', grant_type: 'refresh_token' };
      const from = async (address: string) =>
        fetch(`${limited.baseUrl}/oauth/token`, {
          method: 'POST',
          body: new URLSearchParams(form),
          headers: { 'X-Forwarded-For': address },
        });
      const answers = await Promise.all(Array.from({ length: 125 }, () => from('192.0.2.7')));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(120);
      const refused = answers.find(({ status }) => status === 429)!;
      expect(await refused.json()).toMatchObject({ error: 'temporarily_unavailable' });
      expect(refused.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect((await from('192.0.2.8')).status).toBe(401);
      await limited.close();
    });
  });

  it('have nothing of OpenID Connect beside them', async () => {
    for (const path of [
      `${WELL_KNOWN}/openid-configuration`,
      `${WELL_KNOWN}/jwks.json`,
      '/jwks',
      '/me',
      '/session/end',
      '/token/introspection',
      '/request',
      '/device/auth',
    ])
      expect([path, (await read(path)).status]).toEqual([path, 404]);
  });
});
