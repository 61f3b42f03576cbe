import { startHttp, type HttpServer } from '../../src/http/server.js';
import { createLog } from '../../src/log.js';
import { mountMcp, type McpDeps } from '../../src/mcp/mount.js';
import { ToolAnswers } from '../../src/resources/tool-sessions/answers.js';
import { ToolSessions } from '../../src/resources/tool-sessions/service.js';
import { ToolTasks } from '../../src/resources/tool-sessions/tasks.js';
import { startApi, type TestApi } from '../support/start-api.js';
import { createToolbox, type TestTool, type TestToolbox } from './two-tools.js';

/** Tools of the test on a server of their own. */
export interface ToolApi {
  readonly url: string;
  readonly api: TestApi;
  readonly toolbox: TestToolbox;
  readonly http: HttpServer;
  close(): Promise<void>;
}

/** Starts one; `beside` another it shares the database of that, as a second process would. */
export async function startToolApi(
  given: { readonly beside?: ToolApi; readonly port?: number } & Partial<McpDeps<TestTool>> = {},
): Promise<ToolApi> {
  const { beside, port = 0, ...deps } = given;
  const api = await startApi(beside ? { beside: beside.api } : {});
  const { database, vault, listener, httpOptions } = api;
  const { executor } = httpOptions;
  const toolbox = createToolbox(executor);
  const mount = mountMcp<TestTool>({
    toolbox,
    executor,
    sessions: new ToolSessions(database),
    answers: new ToolAnswers({ database, vault }),
    tasks: new ToolTasks({ database, vault }),
    listener,
    listensOn: '127.0.0.1',
    allowedOrigins: ['https://app.example'],
    log: createLog('silent'),
    ...deps,
  });
  const http = await startHttp({ ...httpOptions, port, mounts: [mount] });
  return {
    url: `${http.publicUrl}/mcp`,
    ...{ api, toolbox, http },
    async close() {
      await http.close(1_000);
      await api.close();
    },
  };
}

/** A message as a program sends it, and what it gets. */
export interface Posted {
  readonly status: number;
  readonly headers: Headers;
  /** Of a stream the messages on it, in order. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of any shape
  readonly messages: any[];
  readonly ids: readonly string[];
}

/** What a test sends beside a message. */
export interface Sender {
  readonly url: string;
  readonly key: string;
  readonly session?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const VERSION = '2025-11-25';

export const headersOf = ({ key, session, headers }: Sender): Record<string, string> => ({
  Authorization: `Bearer ${key}`,
  Accept: 'application/json, text/event-stream',
  'Content-Type': 'application/json',
  ...(session !== undefined && { 'Mcp-Session-Id': session, 'MCP-Protocol-Version': VERSION }),
  ...headers,
});

/** Sends one POST; a string goes as it is. */
export async function post(sender: Sender, body: unknown): Promise<Posted> {
  const response = await fetch(sender.url, {
    method: 'POST',
    headers: headersOf(sender),
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(sender.signal && { signal: sender.signal }),
  });
  return read(response);
}

/** All of an answer. */
export async function read(response: Response): Promise<Posted> {
  const text = await response.text();
  const { status, headers } = response;
  if (!headers.get('Content-Type')?.startsWith('text/event-stream'))
    return { status, headers, messages: text === '' ? [] : [JSON.parse(text)], ids: [] };
  // Split, not matched: V8's expressions run out of stack on a line of 35 MiB.
  const lines = (name: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${name}: `))
      .map((line) => line.slice(name.length + 2))
      .filter((value) => value !== '');
  return {
    status,
    headers,
    messages: lines('data').map((line) => JSON.parse(line) as unknown),
    ids: lines('id'),
  };
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: VERSION,
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
};

/** Opens a session. */
export async function initialize(
  sender: Sender,
  protocolVersion = VERSION,
): Promise<Sender & { readonly session: string }> {
  const params = { ...INITIALIZE.params, protocolVersion };
  const { headers } = await post(sender, { ...INITIALIZE, params });
  return { ...sender, session: headers.get('Mcp-Session-Id')! };
}

/** A call of a tool. */
export const call = (id: number | string, name: string, text = '') => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: { text } },
});
