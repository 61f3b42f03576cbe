import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../support/mail-api.js';
import { post, startToolApi, type Sender, type ToolApi } from './fixture.js';
import { openStream } from './open-stream.js';

let tools: ToolApi;
let sender: Sender;

const VERSION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

beforeAll(async () => {
  tools = await startToolApi();
});
beforeEach(async () => {
  const { key } = await tools.api.createOrg();
  sender = { url: tools.url, key };
});
afterAll(() => tools.close());

/** A request of the era, with the headers that say the same. */
function asked(
  method: string,
  params: { name?: string; [other: string]: unknown } = {},
  more = {},
) {
  const headers = {
    'MCP-Protocol-Version': VERSION,
    'Mcp-Method': method,
    ...(params.name !== undefined && { 'Mcp-Name': params.name }),
    ...more,
  };
  const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } };
  return [{ ...sender, headers }, message] as const;
}
const called = (name: string, text = '', more = {}) =>
  asked('tools/call', { name, arguments: { text } }, more);

describe('the era without sessions', () => {
  it('tells what it is', async () => {
    const { messages, headers } = await post(...asked('server/discover'));

    expect(messages[0].result).toMatchObject({
      supportedVersions: [VERSION],
      capabilities: { tools: { listChanged: true } },
      instructions: 'Do as the test says.',
    });
    expect(headers.get('Mcp-Session-Id')).toBeNull();
  });

  it.each([
    ['', {}],
    [' also where their names are spelled otherwise', { 'Mcp-Name': '=?base64?ZWNobw==?=' }],
  ])('lists its tools and calls them%s', async (_how, more) => {
    const listed = await post(...asked('tools/list', {}, { 'Mcp-Method': ' tools/list' }));
    const answer = await post(...called('echo', 'hello', more));

    expect(listed.messages[0].result.tools).toHaveLength(4);
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/);
    expect(answer.messages[0].result).toMatchObject({
      resultType: 'complete',
      content: [{ type: 'text', text: 'hello' }],
    });
    await until(() => tools.toolbox.settled.some(([text]) => text === 'hello'));
    expect(tools.toolbox.settled).toContainEqual(['hello', true]);
  });

  it('cancels a call, whatever it is, when its connection is closed', async () => {
    const abort = new AbortController();
    const [from, message] = called('work', 'closed');
    const answer = post({ ...from, signal: abort.signal }, message).catch(() => 'closed');
    await until(() => tools.toolbox.running.has('closed'));
    const { signal, end } = tools.toolbox.running.get('closed')!;

    abort.abort();
    await until(() => signal.aborted);
    end('too late');

    expect(await answer).toBe('closed');
    await until(() => tools.toolbox.settled.some(([text]) => text === 'closed'));
    expect(tools.toolbox.settled).toContainEqual(['closed', false]);
  });

  it('answers by a stream once there is progress', async () => {
    const [from, message] = called('work', 'slow');
    const params = { ...message.params, _meta: { ...META, progressToken: 'p' } };
    const opening = openStream(from, { ...message, params });
    await until(() => tools.toolbox.running.has('slow'));
    tools.toolbox.running.get('slow')!.progress('still at work');
    const stream = await opening;
    await until(() => stream.messages().length === 1);
    tools.toolbox.running.get('slow')!.end('done');
    await until(() => stream.isOver());

    expect(stream.messages()).toMatchObject([
      {
        method: 'notifications/progress',
        params: { progressToken: 'p', message: 'still at work' },
      },
      { id: 1, result: { content: [{ text: 'done' }] } },
    ]);
  });

  it('lets programs listen until their key is revoked', async () => {
    const listening = asked('subscriptions/listen', { notifications: { toolsListChanged: true } });
    const stream = await openStream(...listening);
    await until(() => stream.messages().length === 1);
    const keys = await tools.api.database.query<{ id: string }>('SELECT id FROM api_keys', []);
    for (const { id } of keys)
      await tools.api.database.query(`SELECT pg_notify('key_revoked', $1)`, [id]);
    await until(() => stream.isOver());

    expect(stream.messages()[0].method).toBe('notifications/subscriptions/acknowledged');
  });

  it.each([
    ['no tool of that name', () => called('nothing'), [200, -32602]],
    [
      'another method in the headers',
      () => called('echo', '', { 'Mcp-Method': 'tools/list' }),
      [400, -32020],
    ],
    [
      'another name in the headers',
      () => called('echo', '', { 'Mcp-Name': 'wait' }),
      [400, -32020],
    ],
    ['no name in the headers', () => called('echo', '', { 'Mcp-Name': '' }), [400, -32020]],
    [
      'another version in the headers',
      () => called('echo', '', { 'MCP-Protocol-Version': '2025-11-25' }),
      [400, -32020],
    ],
    ['a method that there is not', () => asked('prompts/list'), [404, -32601]],
    ['a handshake', () => asked('initialize'), [404, -32601]],
    ['more rights', () => called('forbidden'), [403, -32000]],
  ] as const)('refuses %s', async (_case, request, expected) => {
    const { status, messages, headers } = await post(...request());

    expect([status, messages[0].error.code]).toEqual(expected);
    expect(headers.get('X-RateLimit-Limit')).toEqual(expect.any(String));
  });

  it('counts each request once', async () => {
    const { key } = await tools.api.createOrg('free');
    sender = { url: tools.url, key };
    const left = async (request: ReturnType<typeof asked>) =>
      Number((await post(...request)).headers.get('X-RateLimit-Remaining'));

    const remaining = [
      await left(asked('server/discover')),
      await left(asked('tools/list')),
      await left(called('echo')),
      await left(called('echo', '', { 'Mcp-Name': 'wait' })),
      await left(called('nothing')),
    ];

    expect(remaining).toEqual([59, 58, 57, 56, 55]);
  });
});
