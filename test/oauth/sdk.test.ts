import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as later from '@modelcontextprotocol/client';
import * as earlier from '@modelcontextprotocol/sdk/client/auth.js';
import { startApi, type TestApi } from '../support/start-api.js';
import { BELIEVING } from './anywhere.js';
import { allow } from './browser.js';
import { Memory } from './memory.js';

interface Options {
  readonly serverUrl: string;
  readonly authorizationCode?: string;
  readonly iss?: string;
  readonly scope?: string;
}

const PACKAGES: readonly [string, (memory: Memory, options: Options) => Promise<string>][] = [
  ['@modelcontextprotocol/sdk', (memory, options) => earlier.auth(memory, options)],
  ['@modelcontextprotocol/client', (memory, options) => later.auth(memory, options)],
];

describe.each(PACKAGES)('The OAuth client of %s', (_name, auth) => {
  let api: TestApi;
  let key: string;

  beforeAll(async () => {
    api = await startApi(BELIEVING);
    ({ key } = await api.createOrg());
  });
  afterAll(() => api.close());

  const isKnownToTools = async (token: string | undefined) => {
    const headers = { Authorization: `Bearer ${token}` };
    const reply = await api.call('POST', '/mcp', { headers, body: { jsonrpc: '2.0' } });
    return reply.headers.get('X-RateLimit-Limit') === '100000';
  };
  const signIn = async (memory: Memory, scope?: string) => {
    const options = { serverUrl: `${api.baseUrl}/mcp`, ...(scope !== undefined && { scope }) };
    expect(await auth(memory, options)).toBe('REDIRECT');
    const { searchParams } = await allow(memory.redirected!, key);
    const authorizationCode = searchParams.get('code')!;
    const iss = searchParams.get('iss')!;
    expect(await auth(memory, { ...options, authorizationCode, iss })).toBe('AUTHORIZED');
  };

  it('finds its way from the address of the tools alone, and signs in', async () => {
    const memory = new Memory();
    await signIn(memory);
    expect(memory.redirected!.searchParams.get('resource')).toBe(`${api.baseUrl}/mcp`);
    expect(await isKnownToTools(memory.accessToken)).toBe(true);
  });

  it('refreshes', async () => {
    const memory = new Memory();
    await signIn(memory);
    const before = memory.accessToken;
    expect(await auth(memory, { serverUrl: `${api.baseUrl}/mcp` })).toBe('AUTHORIZED');
    expect(memory.accessToken).not.toBe(before);
    expect(await isKnownToTools(memory.accessToken)).toBe(true);
  });

  it('asks for the scopes it is told to', async () => {
    const memory = new Memory();
    await signIn(memory, 'inbox:read');
    expect((memory.tokens() as { scope: string }).scope).toBe('inbox:read');
  });

  it('signs in again where the grant has ended', async () => {
    const memory = new Memory();
    await signIn(memory);
    await api.database.query('DELETE FROM oauth_grants');
    expect(await isKnownToTools(memory.accessToken)).toBe(false);
    await signIn(memory);
    expect(await isKnownToTools(memory.accessToken)).toBe(true);
  });
});
