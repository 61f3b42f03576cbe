import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApi, type TestApi } from '../support/start-api.js';
import { allow } from './browser.js';
import { BELIEVING } from './anywhere.js';
import { Program } from './program.js';

describe('A program', () => {
  let api: TestApi;
  let key: string;
  let program: Program;

  beforeAll(async () => {
    api = await startApi(BELIEVING);
    ({ key } = await api.createOrg());
    program = await Program.register(api.baseUrl);
  });
  afterAll(() => api.close());

  const list = (token: string) =>
    api.call('GET', '/v1/inboxes', { headers: { Authorization: `Bearer ${token}` } });

  it('that signs in by browser can use the REST interface', async () => {
    const tokens = await program.signIn(key);
    expect(tokens).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      scope: 'inbox:read inbox:write email:read email:send',
      refresh_token: expect.any(String),
    });
    expect((await list(tokens.access_token)).status).toBe(200);
  });

  it('gets new tokens for its refresh token', async () => {
    const first = await program.signIn(key);
    const second = await program.refreshed(first.refresh_token!);
    expect(second.access_token).not.toBe(first.access_token);
    expect((await list(second.access_token)).status).toBe(200);
  });

  it.each(['/oauth/token', '/oauth/revoke'])(
    'with an id that cannot be kept is refused at %s',
    async (path) => {
      const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: '\0' });
      const response = await fetch(api.baseUrl + path, { method: 'POST', body: form });
      expect(response.status).toBe(400);
    },
  );

  it('is sent back with what is wrong when its state cannot be kept', async () => {
    const { url } = await program.begin({ state: '\0' });
    const response = await fetch(url, { redirect: 'manual' });
    const sentTo = new URL(response.headers.get('Location')!);
    expect(sentTo.searchParams.get('error')).toBe('invalid_request');
  });

  it('is told which server the code is from', async () => {
    const underWay = await program.begin();
    const callback = await allow(underWay.url, key);
    expect(program.parametersOf(callback, underWay).get('iss')).toBe(api.baseUrl);
  });
});
