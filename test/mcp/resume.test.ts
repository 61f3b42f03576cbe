import { createServer, connect, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { until } from '../support/mail-api.js';
import { startToolApi, type ToolApi } from './fixture.js';

let tools: ToolApi;
let way: Server;
let url: URL;
const sockets = new Set<Socket>();

/** Cuts every connection to the server; new ones can be made. */
function cut(): void {
  for (const socket of sockets) socket.destroy();
}

beforeAll(async () => {
  // No call is to be taken for lost, however slow all is.
  tools = await startToolApi({ seekEvery: 60_000 });
  way = createServer((socket) => {
    const onward = connect(Number(new URL(tools.url).port), '127.0.0.1');
    for (const end of [socket, onward]) {
      sockets.add(end);
      end.on('error', () => undefined).once('close', () => sockets.delete(end));
    }
    socket.pipe(onward).pipe(socket);
    socket.once('close', () => onward.destroy());
    onward.once('close', () => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(way, 'listening');
  url = new URL(`http://127.0.0.1:${(way.address() as AddressInfo).port}/mcp`);
});
afterAll(async () => {
  cut();
  way.close();
  await tools.close();
});

const options = (key: string) => ({ requestInit: { headers: { Authorization: `Bearer ${key}` } } });

interface Calling {
  readonly client: Client | OldClient;
  call(text: string, onresumptiontoken: (token: string) => void): Promise<object>;
}

const CLIENTS: Record<string, (key: string) => Promise<Calling>> = {
  async 'SDK 1.32.2'(key) {
    const client = new OldClient({ name: 'a', version: '1' });
    await client.connect(new OldTransport(url, options(key)));
    return {
      client,
      call: (text, onresumptiontoken) =>
        client.callTool({ name: 'work', arguments: { text } }, undefined, { onresumptiontoken }),
    };
  },
  async '/client 2.4.0'(key) {
    const client = new Client({ name: 'a', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(url, options(key)));
    return {
      client,
      call: (text, onresumptiontoken) =>
        client.callTool({ name: 'work', arguments: { text } }, { onresumptiontoken }),
    };
  },
};

describe.each(Object.entries(CLIENTS))('the client of %s', (name, connected) => {
  it.each([
    [
      'before it was answered',
      async (end: () => void) => {
        cut();
        await until(() => sockets.size === 0);
        end();
      },
    ],
    [
      'in the moment in which it is answered',
      async (end: () => void) => {
        cut();
        end();
      },
    ],
  ])('gets the answer of a call whose connection was lost %s', async (when, lose) => {
    const { key } = await tools.api.createOrg();
    const { client, call } = await connected(key);
    const text = `${name}, ${when}`;
    let token: string | undefined;
    const answer = call(text, (given) => (token = given));
    await until(() => token !== undefined);
    const running = tools.toolbox.running.get(text)!;

    await lose(() => running.end('in the end'));

    expect(await answer).toMatchObject({ content: [{ type: 'text', text: 'in the end' }] });
    await client.close();
  });
});
