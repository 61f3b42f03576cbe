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

  it('is told which server the code is from', async () => {
    const underWay = await program.begin();
    const callback = await allow(underWay.url, key);
    expect(program.parametersOf(callback, underWay).get('iss')).toBe(api.baseUrl);
  });
});
