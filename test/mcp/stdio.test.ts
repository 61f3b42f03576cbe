import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { freePort } from '../support/free-port.js';
import { until } from '../support/mail-api.js';
import { startToolApi, type ToolApi } from './fixture.js';

// Milliseconds: no call of these tests is to be taken for lost, however slow all is.
const SEEK_EVERY = 60_000;
const PROGRAM = 'dist/src/mcp/stdio/main.js';

let port: number;
let tools: ToolApi;
let key: string;

beforeAll(async () => {
  port = await freePort();
  tools = await startToolApi({ port, seekEvery: SEEK_EVERY });
});
beforeEach(async () => {
  ({ key } = await tools.api.createOrg());
});
afterAll(() => tools.close());

const environment = (at = port) => ({
  PATH: process.env['PATH']!,
  LUMBOX_API_KEY: key,
  LUMBOX_API_URL: `http://127.0.0.1:${at}/v1`,
});

async function connected(args: readonly string[] = [], at = port) {
  const client = new Client({ name: 'test', version: '1' });
  const command = { command: process.execPath, args: [PROGRAM, ...args], env: environment(at) };
  await client.connect(new StdioClientTransport(command));
  return client;
}

/** Starts the program as programs do, without a library in between. */
function startProgram(env: Record<string, string> = environment()) {
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const [messages, errors]: [unknown[], string[]] = [[], []];
  createInterface({ input: child.stdout }).on('line', (line) => messages.push(JSON.parse(line)));
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line));
  const write = (line: string) => child.stdin.write(`${line}\n`);
  const send = (message: object) => write(JSON.stringify(message));
  return { child, messages, errors, send, write };
}

const handshake = (protocolVersion: string) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

const textOf = (answer: unknown) => (answer as { content: { text: string }[] }).content[0]!.text;
const sessions = () => tools.api.database.query<{ id: string }>('SELECT id FROM tool_sessions', []);

describe('restante-mcp', () => {
  it('passes on lists, calls and what comes of them', async () => {
    const client = await connected();

    const { tools: listed } = await client.listTools();
    const answer = await client.callTool({ name: 'echo', arguments: { text: 'hello' } });

    expect(client.getInstructions()).toBe('Do as the test says.');
    expect(listed.map(({ name }) => name)).toEqual(['echo', 'work', 'wait', 'forbidden']);
    expect(textOf(answer)).toBe('hello');
    await client.close();
  });

  it('chooses tools', async () => {
    const client = await connected(['--toolsets', 'short', '--read-only']);

    expect((await client.listTools()).tools).toHaveLength(1);
    await client.close();
  });

  it('passes on progress as it comes', async () => {
    const client = await connected();
    const told: unknown[] = [];
    const params = { name: 'work', arguments: { text: 'slow' } };
    const answer = client.callTool(params, undefined, { onprogress: (one) => told.push(one) });
    await until(() => tools.toolbox.running.has('slow'));

    tools.toolbox.running.get('slow')!.progress('still at work');
    await until(() => told.length === 1);
    tools.toolbox.running.get('slow')!.end('done');

    expect(textOf(await answer)).toBe('done');
    await client.close();
  });

  it('passes on that a call is cancelled', async () => {
    const client = await connected();
    const abort = new AbortController();
    const params = { name: 'work', arguments: { text: 'cancelled' } };
    const answer = client.callTool(params, undefined, { signal: abort.signal });
    await until(() => tools.toolbox.running.has('cancelled'));
    const { signal } = tools.toolbox.running.get('cancelled')!;

    abort.abort();

    await expect(answer).rejects.toThrow();
    await until(() => signal.aborted);
    await client.close();
  });

  it('passes on what is asked of a task', async () => {
    const { child, messages, send } = startProgram();
    const prefix = 'io.modelcontextprotocol';
    const _meta = {
      [`${prefix}/protocolVersion`]: '2026-07-28',
      [`${prefix}/clientInfo`]: { name: 'test', version: '1' },
      [`${prefix}/clientCapabilities`]: { extensions: { [`${prefix}/tasks`]: {} } },
    };
    const ask = async (id: number, method: string, params: object) => {
      send({ jsonrpc: '2.0', id, method, params: { ...params, _meta } });
      await until(() => messages.length === id);
      return (messages[id - 1] as { result: { taskId: string } }).result;
    };
    const { taskId } = await ask(1, 'tools/call', { name: 'work', arguments: { text: 'task' } });
    tools.toolbox.running.get('task')!.end('done');

    expect(await ask(2, 'tasks/get', { taskId })).toMatchObject({ taskId });
    child.kill();
  });

  it('answers what is piped into it all at once', async () => {
    const { child, messages, errors, send } = startProgram();
    send(handshake('2025-11-25'));
    send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    send({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    send({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'echo', arguments: {} } });
    child.stdin.end();
    const [code] = (await once(child, 'close')) as [number];

    expect([code, errors]).toEqual([0, []]);
    const answered = messages as { id: number; result?: object }[];
    expect(
      answered
        .filter(({ result }) => result)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([1, 2, 3]);
  });

  it.each([
    ['no JSON', '{"jsonrpc"', -32700],
    ['null', 'null', -32600],
    ['a number', '5', -32600],
    ['a text', '"initialize"', -32600],
    ['an empty batch', '[]', -32600],
    ['neither method nor answer', '{"jsonrpc":"2.0","id":7}', -32600],
    ['null as id', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
    ['no version of JSON-RPC', '{"id":7,"method":"ping"}', -32600],
    ['a batch that initializes', '[{"jsonrpc":"2.0","id":7,"method":"initialize"}]', -32600],
    ['too many messages', `[${Array.from({ length: 101 }, () => '{}').join(',')}]`, -32600],
  ])('says that a line is wrong, and goes on: %s', async (_what, line, code) => {
    const { child, messages, send, write } = startProgram();
    write(line);
    send(handshake('2025-11-25'));
    await until(() => messages.length === 2);

    expect(messages[0]).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } });
    expect(messages[1]).toMatchObject({ id: 1, result: { protocolVersion: '2025-11-25' } });
    child.kill();
  });

  it('answers a batch with a batch, in the version that had them', async () => {
    const { child, messages, write, send } = startProgram();
    send(handshake('2025-03-26'));
    const params = { name: 'echo', arguments: { text: 'hello' } };
    write(
      JSON.stringify([
        { jsonrpc: '2.0', id: 2, method: 'tools/call', params },
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        { jsonrpc: '2.0', id: 3, method: 'ping' },
        { jsonrpc: '2.0', id: 4, method: 'tools/call', params: { ...params, name: 'nothing' } },
        5,
      ]),
    );
    await until(() => messages.length === 2);

    const answered = messages[1] as { id: number | null }[];
    expect(answered).toHaveLength(4);
    expect(answered).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 2, result: { content: [{ type: 'text', text: 'hello' }] } }),
        expect.objectContaining({ id: 3, result: {} }),
        expect.objectContaining({ id: 4, error: expect.objectContaining({ code: -32602 }) }),
        expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32600 }) }),
      ]),
    );
    child.kill();
  });

  it('refuses a batch in a version that has none', async () => {
    const { child, messages, write, send } = startProgram();
    send(handshake('2025-11-25'));
    write('[{"jsonrpc":"2.0","id":2,"method":"ping"}]');
    await until(() => messages.length === 2);

    expect(messages[1]).toMatchObject({ id: null, error: { code: -32600 } });
    child.kill();
  });

  it('says by a line on stderr that there is no key, and ends with 1', async () => {
    const { child, messages, errors } = startProgram({ PATH: process.env['PATH']! });
    const [code] = (await once(child, 'close')) as [number];

    expect([code, messages]).toEqual([1, []]);
    expect(errors).toEqual([
      'restante-mcp: Set LUMBOX_API_KEY (or RESTANTE_API_KEY) to an API key',
    ]);
  });

  it('ends its session when the program does', async () => {
    const client = await connected();
    const before = await sessions();
    await client.close();

    await until(async () => (await sessions()).length < before.length);
  });

  describe('where the server is away', () => {
    let own: number;
    let first: ToolApi;

    const start = () => startToolApi({ beside: tools, port: own, seekEvery: SEEK_EVERY });

    beforeEach(async () => {
      own = await freePort();
      first = await start();
    });
    afterEach(() => first.close());

    it('answers what reads once it is back, and goes on with its session', async () => {
      const client = await connected([], own);
      await client.listTools();
      await first.http.close(0);
      const answer = client.callTool({ name: 'echo', arguments: { text: 'patience' } });
      const second = await start();

      expect(textOf(await answer)).toBe('patience');
      await client.close();
      await second.close();
    });

    it('sends nothing twice that may have been done', async () => {
      const client = await connected([], own);
      const told: unknown[] = [];
      const params = { name: 'work', arguments: { text: 'once' } };
      const answer = client.callTool(params, undefined, { onprogress: (one) => told.push(one) });
      await until(() => first.toolbox.running.has('once'));
      first.toolbox.running.get('once')!.progress('under way');
      await until(() => told.length > 0);
      await first.http.close(0);
      const second = await start();
      first.toolbox.running.get('once')!.end('done, and kept');

      expect(textOf(await answer)).toBe('done, and kept');
      expect(second.toolbox.settled).toEqual([]);
      await client.close();
      await second.close();
    });

    it('begins another session where its own is gone', async () => {
      const client = await connected([], own);
      await first.api.database.query('DELETE FROM tool_sessions', []);

      expect(textOf(await client.callTool({ name: 'echo', arguments: { text: 'new' } }))).toBe(
        'new',
      );
      await client.close();
    });
  });
});
