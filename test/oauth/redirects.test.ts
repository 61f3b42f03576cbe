import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApi, type TestApi } from '../support/start-api.js';
import { anywhere, BELIEVING } from './anywhere.js';
import { Program, REDIRECT } from './program.js';

describe('Registration', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi(BELIEVING);
  });
  afterAll(() => api.close());

  const register = (body: unknown) =>
    api.call('POST', '/oauth/register', { body, headers: anywhere() });

  it.each([
    'http://example.com/callback',
    'http://127.1/callback',
    'http://127.0.0.2/callback',
    'http://0.0.0.0/callback',
    'http://2130706433/callback',
    'http://0x7f.0.0.1/callback',
    'http://[::ffff:127.0.0.1]/callback',
    'http://localhost.example.com/callback',
    'http://localhost@example.com/callback',
    'http://127.0.0.1:80@example.com/callback',
    'http://127.0.0.1\\@example.com/callback',
    'http://user@127.0.0.1/callback',
    'http://127.0.0.1:port/callback',
    'HTTP://127.0.0.1/callback',
    'https://user:password@example.com/callback',
    'https://example.com/callback#fragment',
    'https://example.com\\@evil.example/',
    'https://exa mple.com/',
    'https://example.com/\u202e',
    'https:///callback',
    'https:example.com',
    '//example.com/callback',
    '/callback',
    'javascript:alert(1)',
    'data:text/html,hello',
    'file:///etc/passwd',
    'vscode://somebody/else',
    'cursor://anysphere.cursor-mcp/oauth/callback/',
    'cursor://anysphere.cursor-mcp/oauth/callback?x=1',
    '',
    7,
    null,
  ])('refuses %j as a redirect address', async (uri) => {
    const reply = await register({ redirect_uris: [REDIRECT, uri] });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      error: 'invalid_redirect_uri',
      error_description: expect.stringMatching(/^redirect_uris\[1\] must/),
    });
  });

  describe('of an address lets a sign-in use', () => {
    const allowed = async (registered: string, asked: string) => {
      const program = await Program.register(api.baseUrl, { redirect_uris: [registered] });
      const { url } = await program.begin({}, asked);
      const { status, headers } = await fetch(url, { redirect: 'manual', headers: anywhere() });
      if (status === 303) return true;
      // Nobody is sent to an address that is not the program's.
      expect([status, headers.get('Location')]).toEqual([400, null]);
      expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8');
      return false;
    };

    it.each([
      ['http://127.0.0.1/callback', 'http://127.0.0.1:49152/callback'],
      ['http://127.0.0.1:8080/callback', 'http://127.0.0.1:8081/callback'],
      ['http://127.0.0.1:8080/callback', 'http://127.0.0.1/callback'],
      ['http://localhost/', 'http://localhost:1/'],
      ['http://[::1]:3/a?b=c', 'http://[::1]:4/a?b=c'],
      ['https://example.com/a', 'https://example.com/a'],
    ])('%s: %s', async (registered, asked) => {
      expect(await allowed(registered, asked)).toBe(true);
    });

    it.each([
      ['http://127.0.0.1/callback', 'http://localhost/callback'],
      ['http://127.0.0.1/callback', 'http://127.1/callback'],
      ['http://127.0.0.1/callback', 'http://127.0.0.1/callback/'],
      ['http://127.0.0.1/callback', 'http://127.0.0.1/callback?x=1'],
      ['http://127.0.0.1/callback', 'http://127.0.0.1/Callback'],
      ['http://127.0.0.1/callback', 'http://127.0.0.1/%63allback'],
      ['http://127.0.0.1/callback', 'http://127.0.0.1/a/../callback'],
      ['http://127.0.0.1/callback', 'http://user@127.0.0.1/callback'],
      ['http://127.0.0.1/callback', 'http://127.0.0.1:1@example.com/callback'],
      ['http://127.0.0.1/callback', 'http://127.0.0.1:123456/callback'],
      ['http://127.0.0.1/callback', 'http://127.0.0.1:/callback'],
      ['http://127.0.0.1/callback', 'https://127.0.0.1/callback'],
      ['http://localhost/', 'http://localhost'],
      ['https://example.com/a', 'https://example.com:443/a'],
      ['https://example.com/a', 'https://example.com:8443/a'],
      ['https://example.com/a', 'https://EXAMPLE.com/a'],
      ['https://example.com/a', 'https://example.com./a'],
      ['https://example.com/a', 'https://example.com/a?'],
      ['https://example.com/a', 'https://example.com/a#'],
      ['https://example.com/a', 'https://example.com/a/'],
      ['https://example.com/a', 'https://www.example.com/a'],
      ['https://example.com/a', 'https://example.com/a/../../b'],
      ['https://example.com/a', 'http://example.com/a'],
      ['https://example.com/a', 'cursor://anysphere.cursor-mcp/oauth/callback'],
      ['https://example.com/a', ' https://example.com/a'],
      ['https://example.com/a', 'https://example.com/a\n'],
    ])('%s, not %j', async (registered, asked) => {
      expect(await allowed(registered, asked)).toBe(false);
    });
  });
});
