import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BODY_BYTES } from '../../src/oauth/too-large.js';
import { startApi, type TestApi } from '../support/start-api.js';
import { anywhere, BELIEVING } from './anywhere.js';
import { REDIRECT } from './program.js';

const REGISTER = '/oauth/register';

describe('Registration', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi(BELIEVING);
  });
  afterAll(() => api.close());

  const register = (body: unknown) =>
    api.call<{ readonly error?: string }>('POST', REGISTER, { body, headers: anywhere() });

  it.each([
    ['a list', [], 'invalid_request'],
    ['redirect addresses as text', { redirect_uris: REDIRECT }, 'invalid_redirect_uri'],
    ['none', {}, 'invalid_client_metadata'],
    [
      'too many',
      { redirect_uris: Array.from({ length: 51 }, (_, n) => `${REDIRECT}?${n}`) },
      'invalid_redirect_uri',
    ],
    [
      'a flow that is not there',
      { redirect_uris: [REDIRECT], grant_types: ['password'] },
      'invalid_client_metadata',
    ],
    [
      'a method that is not there',
      { redirect_uris: [REDIRECT], token_endpoint_auth_method: 'private_key_jwt' },
      'invalid_client_metadata',
    ],
    [
      'client_credentials without an API key',
      { grant_types: ['client_credentials'] },
      'invalid_client_metadata',
    ],
  ])('refuses %s', async (_case, body, error) => {
    const reply = await register(body);
    expect([reply.status, reply.body]).toEqual([400, expect.objectContaining({ error })]);
  });

  const ADDRESS_NEEDED = expect.stringContaining('at least one address is needed in redirect_uris');
  const METHODS =
    'token_endpoint_auth_method must be one of none, client_secret_basic, client_secret_post';
  it.each([
    ['addresses that are missing', { client_name: 'x' }, ADDRESS_NEEDED],
    ['addresses of which there is none', { redirect_uris: [] }, ADDRESS_NEEDED],
    [
      'addresses that are missing for a flow',
      { redirect_uris: [], grant_types: ['authorization_code'] },
      ADDRESS_NEEDED,
    ],
    [
      'flows it cannot have',
      { grant_types: ['client_credentials'] },
      expect.stringMatching(/^grant_types must hold/),
    ],
    [
      'a method that is not there',
      { redirect_uris: [REDIRECT], token_endpoint_auth_method: 'private_key_jwt' },
      METHODS,
    ],
    [
      'a method that is not there, with a key for it',
      {
        redirect_uris: [REDIRECT],
        token_endpoint_auth_method: 'private_key_jwt',
        jwks: { keys: [] },
      },
      METHODS,
    ],
  ])('says what is wrong: %s', async (_case, body, error_description) => {
    const reply = await register(body);
    expect([reply.status, reply.body]).toEqual([
      400,
      { error: 'invalid_client_metadata', error_description },
    ]);
  });

  it.each([REGISTER, '/oauth/token', '/oauth/revoke'])(
    '(%s) takes 56 KiB, and says so of more',
    async (path) => {
      const isJson = path === REGISTER;
      const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
      const [before, after] = isJson ? ['{"client_name":"', '"}'] : ['token=', ''];
      const post = async (bytes: number, accept: string) => {
        const filling = 'a'.repeat(bytes - before.length - after.length);
        const response = await fetch(api.baseUrl + path, {
          method: 'POST',
          headers: { ...anywhere(), 'Content-Type': type, Accept: accept },
          body: before + filling + after,
        });
        return { status: response.status, ...((await response.json()) as object) };
      };
      for (const accept of ['*/*', 'text/html']) {
        expect((await post(BODY_BYTES, accept)).status).not.toBe(413);
        expect(await post(BODY_BYTES + 1, accept)).toEqual({
          status: 413,
          error: 'invalid_request',
          error_description: 'the body may have at most 57344 bytes',
        });
      }
    },
  );

  it('refuses what is not JSON', async () => {
    const reply = await api.call('POST', REGISTER, { body: '{', headers: anywhere() });
    expect([reply.status, reply.body.error]).toEqual([400, 'invalid_request']);
  });

  it.each(['a\u0000b', 'a\ud800b'])('refuses %j, which cannot be kept', async (client_name) => {
    const reply = await register({ redirect_uris: [REDIRECT], client_name });
    expect([reply.status, reply.body.error]).toEqual([400, 'invalid_request']);
  });
});
