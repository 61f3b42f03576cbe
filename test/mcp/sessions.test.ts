import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Server } from '@modelcontextprotocol/server';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { call, initialize, post, startToolApi, type Sender, type ToolApi } from './fixture.js';

let tools: ToolApi;
let key: string;
let sender: Sender;

beforeAll(async () => {
  tools = await startToolApi();
});
beforeEach(async () => {
  ({ key } = await tools.api.createOrg());
  sender = { url: tools.url, key };
});
afterAll(() => tools.close());

const NAME = { type: 'object' as const, properties: { name: { type: 'string' as const } } };

function createAskingServer(): Server {
  const server = new Server({ name: 'asks', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/call', async (_request, { mcpReq }) => {
    const params = { message: 'Who?', requestedSchema: NAME };
    const { content } = await mcpReq.send({ method: 'elicitation/create', params });
    return { content: [{ type: 'text', text: String(content?.['name']) }] };
  });
  return server;
}

const requestInit = () => ({ headers: { Authorization: `Bearer ${key}` } });

describe('a server that asks programs', () => {
  it('hears what they answer to the call that asked', async () => {
    const asking = await startToolApi({ beside: tools, makeServer: createAskingServer });
    const client = new OldClient(
      { name: 'a', version: '1' },
      { capabilities: { elicitation: {} } },
    );
    client.setRequestHandler(ElicitRequestSchema, async () => ({
      ...{ action: 'accept' as const, content: { name: 'Kim' } },
    }));
    const transport = new OldTransport(new URL(asking.url), { requestInit: requestInit() });
    await client.connect(transport);

    const answer = await client.callTool({ name: 'ask' });

    expect(answer.content).toEqual([{ type: 'text', text: 'Kim' }]);
    await client.close();
    await asking.close();
  });
});

describe('a session', () => {
  it('is opened, lists its tools and calls them', async () => {
    const session = await initialize(sender);

    const listed = await post(session, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const called = await post(session, call(2, 'echo', 'hello'));

    expect(listed.messages[0].result.tools).toContainEqual(
      expect.objectContaining({ name: 'echo' }),
    );
    expect(called.ids).toEqual([expect.stringMatching(/^mca_/)]);
    expect(called.messages).toEqual([
      { jsonrpc: '2.0', id: 2, result: { content: [{ type: 'text', text: 'hello' }] } },
    ]);
  });

  it.each([
    [
      'SDK 1.32.2',
      () => new OldClient({ name: 'a', version: '1' }),
      () => new OldTransport(new URL(tools.url), { requestInit: requestInit() }),
    ],
    [
      '/client 2.4.0',
      () => new Client({ name: 'a', version: '1' }),
      () => new StreamableHTTPClientTransport(new URL(tools.url), { requestInit: requestInit() }),
    ],
  ] as const)('serves the client of %s', async (_name, makeClient, makeTransport) => {
    const client = makeClient() as OldClient;
    await client.connect(makeTransport());

    const { tools: listed } = await client.listTools();
    const answer = await client.callTool({ name: 'echo', arguments: { text: 'hi' } });

    expect(client.getInstructions()).toBe('Do as the test says.');
    expect(listed.length).toBe(4);
    expect(answer.content).toEqual([{ type: 'text', text: 'hi' }]);
    await client.close();
  });
});
