import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startEverything } from './conformance/fixture.js';
import { WITH_HEADER } from './conformance/tools.js';
import { post, type Sender, type ToolApi } from './fixture.js';

let tools: ToolApi;
let sender: Sender;

beforeAll(async () => {
  tools = await startEverything();
  sender = { url: tools.url, key: (await tools.api.createOrg()).key };
});
afterAll(() => tools.close());

const VERSION = '2026-07-28';

/** A call in the era without sessions, by a program that can do nothing. */
function called(name: string, args: object = {}, more = {}) {
  const headers = {
    ...{ 'MCP-Protocol-Version': VERSION, 'Mcp-Method': 'tools/call', 'Mcp-Name': name },
    ...more,
  };
  const meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name, arguments: args, _meta: meta };
  return post({ ...sender, headers }, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
}

it.each([
  ['the version without sessions', 'test_input_required_result_elicitation', 'auto' as const],
  ['versions with sessions', 'test_elicitation', 'legacy' as const],
])('a tool may ask the program something, in %s', async (_era, name, mode) => {
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
  );
  client.setRequestHandler('elicitation/create', () => ({
    action: 'accept' as const,
    content: { name: 'Alice', response: 'Alice' },
  }));
  const requestInit = { headers: { Authorization: `Bearer ${sender.key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(sender.url), { requestInit }));

  const { content } = await client.callTool({ name, arguments: { message: 'Who?' } });
  await client.close();

  expect(JSON.stringify(content)).toContain('Alice');
});

it('a program that cannot do what a tool needs is told so by the status as well', async () => {
  const { status, messages } = await called('test_missing_capability');

  expect(status).toBe(400);
  expect(messages[0].error).toMatchObject({
    code: -32021,
    data: { requiredCapabilities: { sampling: {} } },
  });
});

it.each([
  ['says the same', { 'Mcp-Param-Region': 'eu' }, 200],
  ['says something else', { 'Mcp-Param-Region': 'us' }, 400],
  ['is missing', {}, 400],
])('an argument whose header %s', async (_what, headers, expected) => {
  const { status, messages } = await called(WITH_HEADER, { region: 'eu' }, headers);

  expect(status).toBe(expected);
  expect(messages[0].error?.code).toBe(expected === 400 ? -32020 : undefined);
});
