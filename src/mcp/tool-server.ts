import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type {
  CallToolRequest,
  CallToolResult,
  Result,
  ServerContext,
} from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { translated } from '../db/errors.js';
import { AppError } from '../errors.js';
import type { Log } from '../log.js';
import type { ToolCallContext, OpenCall } from './open-call.js';
import { piecesOf, type TextPieces } from './pieces.js';
import type { ServedTools, Toolbox } from './toolbox.js';

/** What one request is served with. */
export interface ToolServerOptions<Tool> {
  readonly toolbox: Toolbox<Tool>;
  readonly tools: ServedTools<Tool>;
  readonly log: Log;
  open<Context extends ToolCallContext>(tool: Tool, context: Context): OpenCall<Context>;
  /** Answers a call with what comes of it, or before that, where its program knows how. */
  answer<Answer extends Result>(
    call: OpenCall,
    work: (context: ServerContext) => Promise<Answer>,
  ): Promise<Answer | CallToolResult>;
}

/** The version of the era without sessions. */
export const NEWER_VERSION = '2026-07-28';

/** All that are spoken. */
export const VERSIONS = [...SUPPORTED_PROTOCOL_VERSIONS, NEWER_VERSION];
const IDENTITY = { name: 'restante', title: 'Restante', version: '1.0.0' };
// An instance that has none makes one, which costs more than all the rest of it.
const VALIDATOR = new AjvJsonSchemaValidator();
const NO_TOOLS = '"tools":[]';

/** A server instance for one request: it knows how to answer, and nothing of before. */
export function createToolServer<Tool>(options: ToolServerOptions<Tool>): Server {
  const server = new Server(IDENTITY, {
    capabilities: { tools: { listChanged: true } },
    instructions: options.toolbox.instructions,
    jsonSchemaValidator: VALIDATOR,
    supportedProtocolVersions: VERSIONS,
  });
  // `withTools` puts them in.
  server.setRequestHandler('tools/list', () => ({ tools: [] }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const { call, carryOut } = beginCall(options, params, context);
    return options.answer(call, carryOut);
  });
  return server;
}

/** What calls are begun with. */
export type CallOptions<Tool> = Omit<ToolServerOptions<Tool>, 'answer'>;

/** A call that has begun, and what carries it out. */
interface BegunCall<Context extends ToolCallContext> {
  readonly call: OpenCall<Context>;
  /** @throws ProtocolError */
  readonly carryOut: () => Promise<CallToolResult>;
}

/** Begins a call of the tool that is named. @throws ProtocolError where there is none */
export function beginCall<Tool, Context extends ToolCallContext>(
  options: CallOptions<Tool>,
  { name, arguments: args = {} }: CallToolRequest['params'],
  context: Context,
): BegunCall<Context> {
  const tool = options.tools.find(name);
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
  const call = options.open(tool, context);
  return { call, carryOut: () => run(options, tool, { args, call }) };
}

/** An answer of such an instance with the tools in it: their JSON is made once, not for each answer. */
export function withTools(json: string, { listJson }: ServedTools<unknown>): TextPieces {
  const [before, after] = json.split(NO_TOOLS, 2);
  return after === undefined ? [json] : piecesOf(`${before}"tools":`, listJson, after);
}

async function run<Tool>(
  { toolbox, log }: CallOptions<Tool>,
  tool: Tool,
  { args, call }: { readonly args: unknown; readonly call: OpenCall<ToolCallContext> },
): Promise<CallToolResult> {
  try {
    return await toolbox.call(tool, args, call);
  } catch (thrown) {
    const error = translated(thrown);
    if (error instanceof AppError) call.refuse(error);
    else log.error({ err: error }, 'tool failed');
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
  } finally {
    call.ended();
  }
}
