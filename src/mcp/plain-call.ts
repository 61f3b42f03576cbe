import type {
  JSONRPCRequest,
  Notification,
  ProgressToken,
  ProtocolError,
} from '@modelcontextprotocol/server';
import type { HttpExchange } from './exchange.js';
import type { ToolCallContext } from './open-call.js';
import { beginCall, type CallOptions } from './tool-server.js';

/** A call of a tool as nearly all are: there is nothing about it that the SDK would have to look at. */
export interface PlainCall extends JSONRPCRequest {
  readonly params: {
    readonly name: string;
    readonly arguments?: Record<string, unknown>;
    readonly _meta?: { readonly progressToken?: ProgressToken };
  };
}

/** Carries out such a call, as a server instance of the SDK would that is made for it. */
export function servePlainCall<Tool>(
  options: CallOptions<Tool>,
  exchange: HttpExchange,
  { id, params }: PlainCall,
): void {
  const controller = new AbortController();
  const { signal } = controller;
  exchange.onclose = () => controller.abort();
  // It has asked for nothing that could be answered: what it is told is that it was cancelled.
  exchange.onmessage = (message) => {
    if ('method' in message) controller.abort();
  };
  const notify = (told: Notification) => exchange.send({ jsonrpc: '2.0', ...told });
  const { _meta } = params;
  const answer = async () => {
    const outcome = await outcomeOf(options, params, {
      mcpReq: { ...(_meta && { _meta }), signal, notify },
    });
    if (!signal.aborted) await exchange.send({ jsonrpc: '2.0', id, ...outcome });
  };
  answer().catch((err: unknown) => options.log.error({ err }, 'answer of a tool not sent'));
}

async function outcomeOf<Tool>(
  options: CallOptions<Tool>,
  params: PlainCall['params'],
  context: ToolCallContext,
) {
  try {
    return { result: await beginCall(options, params, context).carryOut() };
  } catch (error) {
    const { code, message } = error as ProtocolError;
    return { error: { code, message } };
  }
}

/** Whether a message is such a call: that it is right, and has nothing but what those have. */
export const isPlainCall = (message: unknown): message is PlainCall =>
  hasOnly(message, ['jsonrpc', 'id', 'method', 'params']) &&
  message['jsonrpc'] === '2.0' &&
  message['method'] === 'tools/call' &&
  isId(message['id']) &&
  isPlain(message['params']);

const isPlain = (params: unknown): boolean =>
  hasOnly(params, ['name', 'arguments', '_meta']) &&
  typeof params['name'] === 'string' &&
  (params['arguments'] === undefined || isObject(params['arguments'])) &&
  (params['_meta'] === undefined || isPlainMeta(params['_meta']));

const isPlainMeta = (meta: unknown): boolean =>
  hasOnly(meta, ['progressToken']) &&
  (meta['progressToken'] === undefined || isId(meta['progressToken']));

const isId = (value: unknown) => typeof value === 'string' || Number.isSafeInteger(value);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasOnly = (
  value: unknown,
  names: readonly string[],
): value is Readonly<Record<string, unknown>> =>
  isObject(value) && Object.keys(value).every((name) => names.includes(name));
