import {
  McpServer,
  PerRequestHTTPServerTransport,
  type JSONRPCMessage,
  type MessageClassification,
  type Server,
} from '@modelcontextprotocol/server';
import { sendJson } from '../http/answer.js';
import type { Log } from '../log.js';
import type { HttpExchange } from './exchange.js';
import type { LongCalls } from './long-calls.js';
import { jsonOf } from './prepared-content.js';
import { OpenCall, type ToolCallContext, type CallEnvironment } from './open-call.js';
import type { TextPieces } from './pieces.js';
import { isPlainCall, servePlainCall } from './plain-call.js';
import type { SessionStreams } from './session-streams.js';
import { createToolServer, withTools, type ToolServerOptions } from './tool-server.js';
import type { ToolRequest } from './tool-request.js';
import type { Toolbox } from './toolbox.js';

/** What every request is served with. */
export interface ServeDeps<Tool> {
  readonly toolbox: Toolbox<Tool>;
  readonly log: Log;
  /** Makes the server instance of a request; the tools alone unless given. */
  readonly makeServer?: (options: ToolServerOptions<Tool>) => Server | McpServer;
  /** Calls that go on without their request, where the era has them. */
  readonly longCalls?: LongCalls;
}

/** Who is told what becomes of the calls of a request. */
export interface CallWatch extends Pick<CallEnvironment, 'counted' | 'refuse'> {
  begins(call: OpenCall<ToolCallContext>): void;
  /** Whether nobody can have the answer of a call once its connection is lost. */
  endsWithConnection(): boolean;
}

/** The server instance of one request. */
export function serverFor<Tool>(
  deps: ServeDeps<Tool>,
  request: ToolRequest<Tool>,
  watch: CallWatch,
): Server | McpServer {
  const { makeServer = createToolServer, longCalls } = deps;
  const server = makeServer(optionsOf(deps, request, watch));
  longCalls?.addTo(server instanceof McpServer ? server.server : server, request.owner);
  return server;
}

function optionsOf<Tool>(
  { toolbox, log, longCalls }: ServeDeps<Tool>,
  request: ToolRequest<Tool>,
  watch: CallWatch,
): ToolServerOptions<Tool> {
  const around = request.environmentOf(watch);
  const { owner, tools } = request;
  return {
    ...{ toolbox, log, tools },
    open(tool, context) {
      const ends = watch.endsWithConnection() || toolbox.endsWithConnection(tool);
      const call = new OpenCall(around, context, ends);
      watch.begins(call);
      return call;
    },
    answer(call, work) {
      if (!longCalls) return work(call.context);
      const goesOn = (over: Promise<void>) => void (request.goesOn = over);
      return longCalls.answer({ owner, call, work, goesOn });
    },
  };
}

/**
 * Hands messages to a server instance that is made for them; those of the newer era are classified. In sessions the
 * calls that most programs send need none: making it, and what it checks again, costs more than many a tool.
 */
export async function serveExchange<Tool>(
  deps: ServeDeps<Tool>,
  request: ToolRequest<Tool>,
  exchange: HttpExchange,
  { messages: given, classification }: ServedMessages,
): Promise<void> {
  const messages = given.map(withoutNull);
  const watch: CallWatch = {
    counted: () => classification ?? exchange.carriesOut(),
    refuse: (error) => exchange.refuse(error),
    begins: (call) => exchange.add(call),
    endsWithConnection: () => classification !== undefined,
  };
  const [only, ...others] = messages;
  if (!deps.makeServer && !classification && others.length === 0 && isPlainCall(only)) {
    servePlainCall(optionsOf(deps, request, watch), exchange, only);
    return;
  }
  const server = serverFor(deps, request, watch);
  await server.connect(
    classification ? new ClassifiedExchange(exchange, classification) : exchange,
  );
  for (const message of messages) exchange.onmessage?.(message);
}

/** Null in place of arguments is none: some programs send it, and the SDK refuses it. */
function withoutNull(message: JSONRPCMessage): JSONRPCMessage {
  if (!('method' in message) || message.method !== 'tools/call') return message;
  const { arguments: args, ...params } = message.params ?? {};
  return args === null ? { ...message, params } : message;
}

interface ServedMessages {
  readonly messages: readonly JSONRPCMessage[];
  readonly classification?: MessageClassification;
}

/** The same exchange as a transport by which a server instance knows the era that it serves. */
class ClassifiedExchange extends PerRequestHTTPServerTransport {
  constructor(
    private readonly exchange: HttpExchange,
    classification: MessageClassification,
  ) {
    super({ classification });
    exchange.onmessage = (message) => this.onmessage?.(message, { classification });
    exchange.onclose = () => this.onclose?.();
  }

  override send(message: JSONRPCMessage): Promise<void> {
    return this.exchange.send(message);
  }
}

/** Answers a request with what came of its exchange. @throws AppError what it was refused with */
export async function sendAnswer(
  { ctx }: ToolRequest,
  exchange: HttpExchange,
  streams: Pick<SessionStreams, 'begin'>,
): Promise<void> {
  const how = await exchange.opened;
  if (how === 'stream') streams.begin(ctx, () => exchange.begin());
  else if (exchange.json === null) accepted({ ctx });
  else sendJson(ctx, { status: exchange.status, headers: {} }, exchange.json);
}

/** What stands in the answers of a request. */
export const bytesFor =
  ({ tools }: ToolRequest) =>
  (message: JSONRPCMessage, method: string | undefined): TextPieces =>
    method === 'tools/list' ? withTools(JSON.stringify(message), tools) : jsonOf(message);

/** Whether a client takes answers of a type. */
export const reads = (request: Pick<ToolRequest, 'header'>, type: string): boolean =>
  request.header('accept')?.includes(type) ?? false;

/** 202: there is nothing to be said. */
export function accepted({ ctx }: Pick<ToolRequest, 'ctx'>): void {
  ctx.status = 202;
  ctx.body = '';
}
