import { post, type Posted, type Sender, type ToolApi } from './fixture.js';

const VERSION = '2026-07-28';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
/** The extension by which calls become tasks. */
const TASKS = 'io.modelcontextprotocol/tasks';

/** What a request of the version without sessions says. */
export interface Params {
  readonly taskId?: string;
  readonly name?: string;
  readonly [other: string]: unknown;
}

/** Whom a program asks, and what it knows. */
export interface From {
  readonly tools: Pick<ToolApi, 'url'>;
  readonly key: string;
  /** Tasks unless given. */
  readonly extensions?: Params;
  readonly signal?: AbortSignal;
}

/** As much of an answer as tests look into; a wrong guess fails them. */
export interface Answer {
  readonly result: {
    readonly taskId: string;
    readonly status: string;
    readonly result?: unknown;
    readonly inputRequests?: Readonly<Record<string, unknown>>;
  };
  readonly error: { readonly code: number };
}

/** Sends a request as a program does that knows tasks. */
export function ask(method: string, params: Params, from: From): Promise<Posted> {
  const { tools, key, extensions = { [TASKS]: {} }, signal } = from;
  const headers = {
    'MCP-Protocol-Version': VERSION,
    'Mcp-Method': method,
    'Mcp-Name': params.taskId ?? params.name ?? '',
  };
  const sender: Sender = { url: tools.url, key, headers, ...(signal && { signal }) };
  const meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    [CAPABILITIES]: { elicitation: {}, extensions },
  };
  return post(sender, { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } });
}

/** The answer to such a request. */
export const first = ({ messages }: Posted) => messages[0] as Answer;
