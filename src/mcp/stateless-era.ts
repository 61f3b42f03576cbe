import { Readable } from 'node:stream';
import {
  createMcpHandler,
  type InboundModernRoute,
  type McpHttpHandler,
  type McpServer,
  type Server,
} from '@modelcontextprotocol/server';
import type { AppError } from '../errors.js';
import type { OpenRequests } from '../http/http-call.js';
import { HttpExchange } from './exchange.js';
import type { OpenStreams } from './open-streams.js';
import { inOne } from './pieces.js';
import { bytesFor, reads, sendAnswer, serveExchange, serverFor, type ServeDeps } from './serve.js';
import type { SessionStreams } from './session-streams.js';
import { STREAM_HEADERS } from './sse.js';
import { NEWER_VERSION, withTools } from './tool-server.js';
import type { ToolRequest } from './tool-request.js';

interface StatelessEraDeps<Tool> extends ServeDeps<Tool> {
  readonly open: OpenStreams;
  readonly streams: SessionStreams;
  readonly requests: OpenRequests;
}

/** A request on its way through the handler of the SDK. */
interface PendingRequest<Tool> {
  readonly request: ToolRequest<Tool>;
  refused: AppError | null;
}

type RequestRoute = Extract<InboundModernRoute, { messageKind: 'request' }>;

// Streams have limits of their own, by whom they are opened for.
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** The protocol of 2026-07-28: every request stands alone, and closing it is what cancels. */
export class StatelessEra<Tool> {
  private readonly handler: McpHttpHandler;
  private readonly handedOver = new WeakMap<Request, PendingRequest<Tool>>();

  constructor(private readonly deps: StatelessEraDeps<Tool>) {
    this.handler = createMcpHandler(({ requestInfo }) => this.serverOf(requestInfo!), {
      legacy: 'reject',
      maxSubscriptions: NO_LIMIT,
      onerror: (err) => deps.log.debug({ err }, 'request of a program refused'),
    });
  }

  /** @throws AppError 429, and what a call is refused with */
  async post(request: ToolRequest<Tool>, route: InboundModernRoute): Promise<void> {
    if (route.message.method !== 'tools/call') await request.count();
    await (isPlain(request, route) ? this.answer(request, route) : this.handOver(request, route));
  }

  /** Most requests: those of which nothing is to be checked any more. */
  private async answer(
    request: ToolRequest<Tool>,
    { message, classification }: RequestRoute,
  ): Promise<void> {
    const exchange = new HttpExchange({
      ...{ res: request.ctx.res, requests: [message], streamId: null, closingCancels: true },
      mayStream: reads(request, 'text/event-stream'),
      bytesOf: bytesFor(request),
    });
    await serveExchange(this.deps, request, exchange, { messages: [message], classification });
    await sendAnswer(request, exchange, this.deps.streams);
  }

  /** All others: what is wrong with them, subscriptions and what a program asks of servers, the SDK knows. */
  private async handOver(
    request: ToolRequest<Tool>,
    { message }: InboundModernRoute,
  ): Promise<void> {
    if (message.method === 'subscriptions/listen')
      this.deps.open.add(request.ctx.res, { ...request.audience, session: null });
    const webRequest = this.webRequest(request);
    const entry: PendingRequest<Tool> = { request, refused: null };
    this.handedOver.set(webRequest, entry);
    const response = await this.handler.fetch(webRequest, { parsedBody: message });
    if (entry.refused) throw entry.refused;
    await send(request, response, message.method);
  }

  private serverOf(webRequest: Request): Server | McpServer {
    const entry = this.handedOver.get(webRequest)!;
    const { res } = entry.request.ctx;
    return serverFor(this.deps, entry.request, {
      counted: () => undefined,
      refuse: (error) => (entry.refused = error),
      begins: (call) => res.once('close', () => call.closed(res.writableFinished)),
      endsWithConnection: () => true,
    });
  }

  /** The request as the SDK takes it; its body was read already. */
  private webRequest({ ctx: { req, res } }: ToolRequest<Tool>): Request {
    const controller = new AbortController();
    const { requests } = this.deps;
    requests.add(controller);
    res.once('close', () => {
      requests.delete(controller);
      controller.abort();
    });
    const headers = Object.entries(req.headers).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    return new Request('http://mcp/', { method: 'POST', headers, signal: controller.signal });
  }
}

/** Whether the headers say what the message says, so that the SDK would find nothing wrong with it. */
function isPlain(request: ToolRequest, route: InboundModernRoute): route is RequestRoute {
  const { message, classification } = route;
  const { method, params } = message;
  return (
    route.messageKind === 'request' &&
    (method === 'tools/list' || (method === 'tools/call' && isNamed(request, params?.['name']))) &&
    request.header('mcp-method') === method &&
    request.header('mcp-protocol-version') === NEWER_VERSION &&
    classification.revision === NEWER_VERSION
  );
}

/** Whether the header names the tool that is called, and there is such a one. */
const isNamed = (request: ToolRequest, name: unknown): boolean =>
  typeof name === 'string' &&
  request.header('mcp-name') === name &&
  request.tools.find(name) !== undefined;

async function send(
  { ctx, tools }: ToolRequest,
  response: Response,
  method: string,
): Promise<void> {
  const type = response.headers.get('Content-Type');
  ctx.status = response.status;
  if (response.body === null) {
    ctx.body = '';
    return;
  }
  if (type?.startsWith('text/event-stream')) {
    ctx.set(STREAM_HEADERS);
    ctx.body = Readable.fromWeb(response.body);
    return;
  }
  const json = await response.text();
  ctx.body = method === 'tools/list' ? inOne(withTools(json, tools)) : json;
  if (type !== null) ctx.set('Content-Type', type);
}
