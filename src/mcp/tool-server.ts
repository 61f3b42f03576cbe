import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { CallToolResult, Result, ServerContext } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { translated } from '../db/errors.js';
import { AppError } from '../errors.js';
import type { Log } from '../log.js';
import type { OpenCall } from './open-call.js';
import type { ServedTools, Toolbox } from './toolbox.js';

/** What one request is served with. */
export interface ToolServerOptions<Tool> {
  readonly toolbox: Toolbox<Tool>;
  readonly tools: ServedTools<Tool>;
  readonly log: Log;
  open(tool: Tool, context: ServerContext): OpenCall;
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
    const tool = options.tools.find(params.name);
    if (!tool)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    const [args, call] = [params.arguments ?? {}, options.open(tool, context)];
    return options.answer(call, () => run(options, tool, { args, call }));
  });
  return server;
}

/** An answer of such an instance with the tools in it: their JSON is made once, not for each answer. */
export const withTools = (json: string, { listJson }: ServedTools<unknown>): string =>
  json.replace(NO_TOOLS, () => `"tools":${listJson}`);

async function run<Tool>(
  { toolbox, log }: ToolServerOptions<Tool>,
  tool: Tool,
  { args, call }: { readonly args: unknown; readonly call: OpenCall },
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
