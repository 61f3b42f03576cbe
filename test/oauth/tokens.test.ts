import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogue } from '../../src/catalogue.js';
import type { KEY_SCOPES } from '../../src/auth/scopes.js';
import { OAUTH_SCOPES, oauthNameOf } from '../../src/auth/scopes.js';
import { needsKey } from '../../src/operations/access.js';
import { idsOf } from '../support/mail-api.js';
import { startApi, type TestApi } from '../support/start-api.js';
import { BELIEVING } from './anywhere.js';
import { Program } from './program.js';

const KEYS = '/v1/orgs/me/api-keys';
const OPERATIONS = catalogue.filter(({ access, http }) => http && needsKey(access));

describe('A token', () => {
  let api: TestApi;
  let key: string;
  let orgId: string;
  let program: Program;

  beforeAll(async () => {
    api = await startApi(BELIEVING);
    ({ key, orgId } = await api.createOrg());
    program = await Program.register(api.baseUrl);
  });
  afterAll(() => api.close());

  const call = (token: string, method: string, path: string, body?: unknown) =>
    api.call(method, path, {
      headers: { Authorization: `Bearer ${token}` },
      ...(body !== undefined && { body }),
    });
  const makeKey = async (fields: object) => {
    const body = { name: 'behind', ...fields };
    return (await api.call<{ api_key: string; id: string }>('POST', KEYS, { key, body })).body;
  };
  const signIn = async (scope?: string, by = key) =>
    (await program.signIn(by, scope === undefined ? {} : { scope })).access_token;

  describe('reaches what its scopes allow, and nothing else:', () => {
    const tokens = new Map<string, string>();

    beforeAll(async () => {
      for (const scope of OAUTH_SCOPES) tokens.set(scope, await signIn(scope));
      tokens.set('all', await signIn(OAUTH_SCOPES.join(' ')));
    });

    const ask = async (token: string, { http, answers }: (typeof OPERATIONS)[number]) => {
      const path = http!.path.replace(/:\w+/g, 'none');
      // It is open for as long as somebody reads it: an unknown inbox ends it.
      if (answers === 'events') return call(token, 'GET', `${path}?inbox_id=none`);
      const body = ['POST', 'PUT', 'PATCH'].includes(http!.method) ? {} : undefined;
      return call(token, http!.method, path, body);
    };

    it.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
      '%s',
      async (_name, operation) => {
        const access = operation.access as (typeof KEY_SCOPES)[number] | 'any-key';
        const needed = access === 'any-key' ? null : oauthNameOf(access);
        for (const scope of OAUTH_SCOPES) {
          const reply = await ask(tokens.get(scope)!, operation);
          if (scope === needed) {
            expect([scope, reply.status === 403 || reply.status === 401]).toEqual([scope, false]);
          } else {
            expect([scope, reply.status]).toEqual([scope, 403]);
            const error = needed ? `lacks the scope ${needed}:` : 'use an API key';
            expect(reply.body.error).toContain(error);
            const challenge = reply.headers.get('WWW-Authenticate');
            expect(challenge).toEqual(
              needed === null ? null : expect.stringContaining(`scope="${scope} ${needed}"`),
            );
          }
        }
        const reply = await ask(tokens.get('all')!, operation);
        expect(reply.status === 403).toBe(needed === null);
      },
    );
  });

  it('names the metadata with a scope that could be granted (RFC 6750)', async () => {
    const reply = await call(await signIn('inbox:read'), 'POST', '/v1/inboxes', { name: 'a' });
    expect(reply.headers.get('WWW-Authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="inbox:read inbox:write", ' +
        `resource_metadata="${api.baseUrl}/.well-known/oauth-protected-resource"`,
    );
  });

  it('without a scope asked for has all but domain:manage', async () => {
    const { scope } = await program.signIn(key);
    expect(scope).toBe('inbox:read inbox:write email:read email:send');
  });

  it.each([
    ['unknown ones', 'claudeai offline_access', 'inbox:read inbox:write email:read email:send'],
    ['unknown ones beside known ones', 'openid email:read profile', 'email:read'],
    ['everything', OAUTH_SCOPES.join(' '), OAUTH_SCOPES.join(' ')],
  ])('asked for with %s has those that there are', async (_case, asked, granted) => {
    expect((await program.signIn(key, { scope: asked })).scope).toBe(granted);
  });

  describe('is never more than the key behind it:', () => {
    it('its scopes are cut', async () => {
      const weak = await makeKey({ scopes: ['inboxes:read', 'ai:manage'] });
      const { scope, access_token: token } = await program.signIn(weak.api_key);
      expect(scope).toBe('inbox:read');
      expect((await call(token, 'GET', '/v1/inboxes')).status).toBe(200);
      const refused = await call(token, 'POST', '/v1/inboxes', { name: 'a' });
      expect(refused.status).toBe(403);
      expect(refused.body.error).toMatch(/^The API key behind this token lacks .* inbox:write;/);
      expect(refused.headers.get('WWW-Authenticate')).toBeNull();
    });

    it('its inboxes are cut', async () => {
      const [own, other] = [await api.createInboxRow(orgId), await api.createInboxRow(orgId)];
      const bound = await makeKey({ allowed_inbox_ids: [own] });
      const token = await signIn(undefined, bound.api_key);
      expect(idsOf(await call(token, 'GET', '/v1/inboxes'))).toEqual([own]);
      expect((await call(token, 'GET', `/v1/inboxes/${other}`)).status).toBe(403);
    });

    it('its requests count as the key’s', async () => {
      const free = await api.createOrg('free');
      const token = await signIn(undefined, free.key);
      const other = await signIn(undefined, free.key);
      await call(token, 'GET', '/v1/inboxes');
      await call(other, 'GET', '/v1/inboxes');
      const reply = await api.call('GET', '/v1/inboxes', { key: free.key });
      expect(reply.headers.get('X-RateLimit-Limit')).toBe('60');
      expect(reply.headers.get('X-RateLimit-Remaining')).toBe('57');
    });

    it('it ends with the key, and so does what it could be refreshed to', async () => {
      const made = await makeKey({});
      const tokens = await program.signIn(made.api_key);
      expect((await call(tokens.access_token, 'GET', '/v1/inboxes')).status).toBe(200);
      await api.call('DELETE', `${KEYS}/${made.id}`, { key });
      expect((await call(tokens.access_token, 'GET', '/v1/inboxes')).status).toBe(401);
      const answer = await program.refresh(tokens.refresh_token!);
      expect(await answer.json()).toMatchObject({ error: 'invalid_grant' });
    });

    it('it ends with the inbox that the key was for', async () => {
      const { id } = (await api.call('POST', '/v1/inboxes', { key, body: { name: 'gone' } })).body;
      const bound = await makeKey({ allowed_inbox_ids: [id] });
      const token = await signIn(undefined, bound.api_key);
      expect((await call(token, 'GET', '/v1/inboxes')).status).toBe(200);
      await api.call('DELETE', `/v1/inboxes/${id}`, { key });
      const after = await call(token, 'GET', `/v1/inboxes/${id}`);
      expect([401, 403, 404]).toContain(after.status);
    });
  });

  it('expires after an hour', async () => {
    const tokens = await program.signIn(key);
    expect(tokens.expires_in).toBe(3_600);
    await api.database.query(`UPDATE oauth_tokens SET expires_at = now() WHERE is_access`);
    const reply = await call(tokens.access_token, 'GET', '/v1/inboxes');
    expect(reply.status).toBe(401);
    expect(reply.body).toEqual({ error: 'The API key or token is not valid' });
  });

  it.each([
    ['refresh token', ({ refresh_token: token }: { refresh_token?: string }) => token!],
    ['changed token', ({ access_token: token }: { access_token: string }) => `${token.slice(1)}A`],
  ])('is no %s', async (_case, other) => {
    const shown = other(await program.signIn(key));
    expect((await call(shown, 'GET', '/v1/inboxes')).status).toBe(401);
  });

  it('can be revoked by its program alone, with all that came of its grant', async () => {
    const tokens = await program.signIn(key);
    const other = await Program.register(api.baseUrl);
    expect((await other.revoke(tokens.access_token)).status).toBe(200);
    expect((await call(tokens.access_token, 'GET', '/v1/inboxes')).status).toBe(200);
    expect((await program.revoke(tokens.refresh_token!)).status).toBe(200);
    expect((await call(tokens.access_token, 'GET', '/v1/inboxes')).status).toBe(401);
    expect((await program.refresh(tokens.refresh_token!)).status).toBe(400);
  });

  describe('for a resource (RFC 8707)', () => {
    const forResource = async (resource: string) =>
      (await program.signIn(key, { resource })).access_token;
    /** The tool server counts who is known under the plan of the organization, and everybody else by address. */
    const isKnownToTools = async (token: string, path = '/mcp') => {
      const reply = await call(token, 'POST', path, { jsonrpc: '2.0' });
      return reply.headers.get('X-RateLimit-Limit') === '100000';
    };

    it.each([
      ['the public address', ''],
      ['the public address with a slash', '/'],
    ])('that is %s works there only', async (_case, path) => {
      const token = await forResource(api.baseUrl + path);
      expect((await call(token, 'GET', '/v1/inboxes')).status).toBe(200);
      expect(await isKnownToTools(token)).toBe(false);
    });

    it.each([
      ['the tool server', '/mcp'],
      ['the tool server with a slash', '/mcp/'],
    ])('that is %s works there only', async (_case, path) => {
      const token = await forResource(api.baseUrl + path);
      expect((await call(token, 'GET', '/v1/inboxes')).status).toBe(401);
      expect(await isKnownToTools(token)).toBe(true);
      expect(await isKnownToTools(token, '/mcp/')).toBe(true);
    });

    it('works in both places where none is named', async () => {
      const token = await signIn();
      expect((await call(token, 'GET', '/v1/inboxes')).status).toBe(200);
      expect(await isKnownToTools(token)).toBe(true);
    });

    it.each(['https://elsewhere.example', '/mcp', 'not an address', 'PUBLIC?', 'PUBLIC/mcp#a'])(
      '%s is invalid_target',
      async (named) => {
        const resource = named.replace('PUBLIC', api.baseUrl);
        const { url } = await program.begin({ resource });
        const response = await fetch(url, { redirect: 'manual' });
        const { searchParams } = new URL(response.headers.get('Location')!);
        expect(searchParams.get('error')).toBe('invalid_target');
        expect(searchParams.get('iss')).toBe(api.baseUrl);
      },
    );
  });
});
