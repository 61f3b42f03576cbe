import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as later from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { startApi, type TestApi } from '../support/start-api.js';
import { BELIEVING } from './anywhere.js';
import { allow } from './browser.js';
import { Memory } from './memory.js';

/** A program of either package: its client and its transport. */
interface Connection {
  connect(): Promise<void>;
  /** With the query of the address the browser came back to. */
  finish(callback: URLSearchParams): Promise<void>;
  tools(): Promise<readonly string[]>;
  call(name: string, args: object): Promise<{ isError?: boolean | undefined }>;
  close(): Promise<void>;
}

const NAME = { name: 'test', version: '1' };

const PACKAGES: readonly [string, boolean, (url: URL, memory: Memory) => Connection][] = [
  [
    '@modelcontextprotocol/sdk',
    false,
    (url, authProvider) => {
      const client = new Client(NAME);
      const transport = new StreamableHTTPClientTransport(url, { authProvider });
      return {
        connect: () => client.connect(transport),
        finish: (callback) => transport.finishAuth(callback.get('code')!),
        tools: async () => (await client.listTools()).tools.map(({ name }) => name),
        call: async (name, args) =>
          (await client.callTool({ name, arguments: { ...args } })) as { isError?: boolean },
        close: () => client.close(),
      };
    },
  ],
  [
    '@modelcontextprotocol/client',
    true,
    (url, authProvider) => {
      const client = new later.Client(NAME);
      const transport = new later.StreamableHTTPClientTransport(url, { authProvider });
      return {
        connect: () => client.connect(transport),
        finish: (callback) => transport.finishAuth(callback),
        tools: async () => (await client.listTools()).tools.map(({ name }) => name),
        call: (name, args) => client.callTool({ name, arguments: { ...args } }),
        close: () => client.close(),
      };
    },
  ],
];

describe.each(PACKAGES)('A program of %s', (_name, stepsUp, open) => {
  let api: TestApi;
  let key: string;
  let memory: Memory;

  beforeAll(async () => {
    api = await startApi(BELIEVING);
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    ({ key } = await api.createOrg());
    memory = new Memory();
  });

  const connection = (path = '/mcp') => open(new URL(path, api.baseUrl), memory);
  /** Tries, signs in by browser where it is told to, and tries again. */
  const signedIn = async (path?: string) => {
    const first = connection(path);
    await expect(first.connect()).rejects.toThrow(/unauthorized/i);
    await first.finish((await allow(memory.redirected!, key)).searchParams);
    const second = connection(path);
    await second.connect();
    return second;
  };

  it.each(['/mcp', '/mcp/'])('that is told %s alone signs in and uses the tools', async (path) => {
    const program = await signedIn(path);
    expect(memory.redirected!.searchParams.get('scope')).toBe(
      'inbox:read inbox:write email:read email:send',
    );
    expect((await program.tools()).length).toBeGreaterThan(40);
    const made = await program.call('create_inbox', { name: 'agent' });
    expect(made.isError).toBeFalsy();
    const { data } = (await api.call('GET', '/v1/inboxes', { key })).body;
    expect(data).toHaveLength(1);
    await program.close();
  });

  it('goes on when its token has expired, in the same session', async () => {
    const program = await signedIn();
    const before = memory.accessToken;
    await api.database.query(`UPDATE oauth_tokens SET expires_at = now() WHERE is_access`);
    expect((await program.call('list_inboxes', {})).isError).toBeFalsy();
    expect(memory.accessToken).not.toBe(before);
    await program.close();
  });

  it('is told what no token may do by the tool alone', async () => {
    const program = await signedIn();
    const refused = await program.call('list_webhooks', {});
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused)).toContain('use an API key with the scope webhooks:manage');
    await program.close();
  });

  it('is sent to the browser for a scope it did not ask for', async () => {
    const first = connection();
    await expect(first.connect()).rejects.toThrow(/unauthorized/i);
    memory.redirected!.searchParams.set('scope', 'inbox:read');
    await first.finish((await allow(memory.redirected!, key)).searchParams);
    const program = connection();
    await program.connect();
    memory.redirected = undefined;
    const refused = program.call('create_inbox', { name: 'agent' });
    // The older package refreshes instead, which widens nothing (RFC 6749 section 6), and gives up.
    await expect(refused).rejects.toThrow(stepsUp ? /unauthorized/i : /403/);
    const asked = (memory.redirected as URL | undefined)?.searchParams.get('scope');
    expect(asked).toBe(stepsUp ? 'inbox:read inbox:write' : undefined);
    await program.close();
  });

  it('is signed out when its grant ends', async () => {
    const program = await signedIn();
    const { data } = (await api.call('GET', '/v1/oauth/grants', { key })).body;
    await api.call('DELETE', `/v1/oauth/grants/${data[0].id}`, { key });
    await expect(program.call('list_inboxes', {})).rejects.toThrow(/unauthorized/i);
    await program.close();
  });
});
