import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApi, type TestApi } from '../support/start-api.js';
import { anywhere, BELIEVING } from './anywhere.js';
import { Program } from './program.js';

const DEFAULT = 'inbox:read inbox:write email:read email:send';
const THERE = 'inbox:read, inbox:write, email:read, email:send, domain:manage';

interface Answer {
  readonly access_token: string;
  readonly scope?: string;
  readonly error?: string;
  readonly error_description?: string;
}

interface Grants {
  readonly data: readonly { readonly client_id: string; readonly scopes: readonly string[] }[];
}

describe('A program that asks for itself', () => {
  let api: TestApi;
  let key: string;

  beforeAll(async () => {
    api = await startApi(BELIEVING);
  });
  beforeEach(async () => {
    ({ key } = await api.createOrg());
  });
  afterAll(() => api.close());

  const register = (metadata: object = {}) =>
    Program.register(api.baseUrl, { redirect_uris: undefined, ...metadata }, { 'X-API-Key': key });
  const ask = async (program: Program, scope?: string) => {
    const answer = await program.forItself(scope === undefined ? {} : { scope });
    return { status: answer.status, ...((await answer.json()) as Answer) };
  };
  const reads = async (token: string, path = '/v1/inboxes') =>
    (await api.call('GET', path, { headers: { Authorization: `Bearer ${token}` } })).status;

  describe('gets', () => {
    it.each([
      ['what it asks for', 'email:read', 'email:read'],
      [
        'what it asks for as keys spell it',
        'emails:read domains:manage',
        'email:read domain:manage',
      ],
      ['what is known of it', 'inboxes:read inbox:raed emails:write', 'inbox:read'],
      ['the usual where it does not say', undefined, DEFAULT],
      ['the usual where it says nothing', '', DEFAULT],
    ])('%s', async (_case, scope, granted) => {
      const answer = await ask(await register(), scope);
      expect([answer.status, answer.scope]).toEqual([200, granted]);
    });

    it('what it registered with where it does not say', async () => {
      const program = await register({ scope: 'emails:read email:send offline_access' });
      expect(program.client['scope']).toBe('email:read email:send');
      expect((await ask(program)).scope).toBe('email:read email:send');
      expect((await ask(program, 'domain:manage')).scope).toBe('domain:manage');
    });
  });

  describe('is refused', () => {
    const REFUSED = {
      status: 400,
      error: 'invalid_scope',
      error_description: `none of the scopes asked for is known: there are ${THERE}`,
    };

    it.each(['inbox:raed', 'emails:write', 'openid offline_access', 'INBOX:READ'])(
      'where all it asks for is %s',
      async (scope) => {
        expect(await ask(await register(), scope)).toMatchObject(REFUSED);
      },
    );

    it('where it registered with nothing that is known, and people may sign in as well', async () => {
      const program = await register({
        redirect_uris: ['http://127.0.0.1:7777/callback'],
        scope: 'openid',
      });
      expect(await ask(program)).toMatchObject(REFUSED);
      expect((await ask(program, 'email:read')).scope).toBe('email:read');
      expect((await program.signIn(key, { scope: 'openid' })).scope).toBe(DEFAULT);
    });

    it.each(['inbox:raed', ['email:read']])('registering with %j alone', async (scope) => {
      const headers = { ...anywhere(), 'X-API-Key': key };
      const { status, body } = await api.call<Answer>('POST', '/oauth/register', {
        body: { scope },
        headers,
      });
      expect([status, body]).toEqual([
        400,
        {
          error: 'invalid_client_metadata',
          error_description: `scope has none that is known: there are ${THERE}`,
        },
      ]);
    });
  });

  it('has a grant that says what all its tokens may do', async () => {
    const program = await register();
    const scopes = async () => {
      const { body } = await api.call<Grants>('GET', '/v1/oauth/grants', { key });
      return body.data.map((grant) => grant.scopes);
    };
    const { access_token: first } = await ask(program, 'inbox:read email:read');
    await ask(program, 'domain:manage');
    await ask(program, 'domain:manage');
    expect(await reads(first)).toBe(200);
    expect(await scopes()).toEqual([['inbox:read', 'email:read', 'domain:manage']]);
    await api.database.query(
      `UPDATE oauth_tokens SET expires_at = now() WHERE scope = 'inbox:read email:read'`,
    );
    expect(await scopes()).toEqual([['domain:manage']]);
  });

  it('ends all its tokens when it revokes one, and nobody else’s', async () => {
    const [program, other] = [await register(), await register()];
    const tokens = [(await ask(program)).access_token, (await ask(program)).access_token];
    const { access_token: foreign } = await ask(other);
    await other.revoke(tokens[0]!);
    expect(await reads(tokens[0]!)).toBe(200);
    expect((await program.revoke(tokens[0]!)).status).toBe(200);
    for (const token of tokens) expect(await reads(token)).toBe(401);
    expect(await reads(foreign)).toBe(200);
    const { body } = await api.call<Grants>('GET', '/v1/oauth/grants', { key });
    expect(body.data).toEqual([expect.objectContaining({ client_id: other.client.client_id })]);
    expect(await reads((await ask(program)).access_token)).toBe(200);
  });
});
