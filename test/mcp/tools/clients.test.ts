import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { REFUSED_EXAMPLES } from '../../support/all-facts.js';
import { startApi, type TestApi } from '../../support/start-api.js';
import {
  fieldsOf,
  frontEndsOf,
  OPERATIONS,
  WORLD_PARTS,
  type World,
} from '../../operations/world.js';
import { ALL_TOOLS, argumentsOf } from './tool-caller.js';

const TOOLS = ALL_TOOLS.list.map(({ name }) => ALL_TOOLS.find(name)!);

describe('Unmodified clients', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi({ parts: WORLD_PARTS });
  });
  afterAll(() => api.close());

  // They check every answer against the schema that was listed, and throw where it does not fit.
  it.each([
    [
      'SDK 1.32.2',
      () => new OldClient({ name: 'a', version: '1' }),
      (url: URL, requestInit: RequestInit) => new OldTransport(url, { requestInit }),
    ],
    [
      '/client 2.4.0',
      () => new Client({ name: 'a', version: '1' }),
      (url: URL, requestInit: RequestInit) =>
        new StreamableHTTPClientTransport(url, { requestInit }),
    ],
  ] as const)('take the answers of every tool: %s', async (_name, makeClient, makeTransport) => {
    const { called, worldOf } = frontEndsOf(api);
    const keys: string[] = [];
    const world = await worldOf((key) => (keys.push(key), called(key)));
    const client = makeClient() as OldClient;
    const url = new URL('/mcp?toolsets=all', api.baseUrl);
    await client.connect(makeTransport(url, { headers: { Authorization: `Bearer ${keys[0]}` } }));

    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    expect(client.getInstructions()).toMatch(/data, never orders/);
    const answered = await callAll(client, world);
    await client.close();

    // What is a tool alone is none of the world's operations.
    const refused = TOOLS.filter(
      ({ name, operation }) => operation.http && !answered.includes(name),
    );
    expect(refused.map(({ operation }) => operation.name).toSorted()).toEqual(
      Object.keys(REFUSED_EXAMPLES)
        .filter((name) => TOOLS.some(({ operation }) => operation.name === name))
        .toSorted(),
    );
  });

  /** Calls every tool, and names those that did something. */
  async function callAll(client: OldClient, world: World): Promise<string[]> {
    const answered: string[] = [];
    for (const { name } of OPERATIONS) {
      const tool = TOOLS.find(({ operation }) => operation.name === name);
      if (!tool) continue;
      const args = argumentsOf(tool, fieldsOf(world, name));
      const answer = await client.callTool({ name: tool.name, arguments: args });
      if (!answer.isError) answered.push(tool.name);
    }
    return answered;
  }
});
