import { Readable } from 'node:stream';
import {
  createMcpHandler,
  type InboundModernRoute,
  type McpHttpHandler,
  type Server,
} from '@modelcontextprotocol/server';
import type { AppError } from '../errors.js';
import type { OpenRequests } from '../http/http-call.js';
import type { Log } from '../log.js';
import { OpenCall } from './open-call.js';
import type { OpenStreams } from './open-streams.js';
import { STREAM_HEADERS } from './sse.js';
import { createToolServer, withTools } from './tool-server.js';
import type { ToolRequest } from './tool-request.js';
import type { Toolbox } from './toolbox.js';

/** What the era without sessions needs. */
export interface StatelessEraDeps<Tool> {
  readonly toolbox: Toolbox<Tool>;
  readonly open: OpenStreams;
  readonly requests: OpenRequests;
  readonly log: Log;
}

/** A request on its way through the SDK. */
interface Served<Tool> {
  readonly request: ToolRequest<Tool>;
  refused: AppError | null;
}

// Streams have limits of their own, by whom they are opened for.
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** The protocol of 2026-07-28: every request stands alone, and closing it is what cancels. */
export class StatelessEra<Tool> {
  private readonly handler: McpHttpHandler;
  private readonly served = new WeakMap<Request, Served<Tool>>();

  constructor(private readonly deps: StatelessEraDeps<Tool>) {
    this.handler = createMcpHandler(({ requestInfo }) => this.serverFor(requestInfo!), {
      legacy: 'reject',
      maxSubscriptions: NO_LIMIT,
      onerror: (err) => deps.log.debug({ err }, 'request of a program refused'),
    });
  }

  /** @throws AppError 429, and what a call refuses */
  async post(request: ToolRequest<Tool>, { message }: InboundModernRoute): Promise<void> {
    const { method } = message;
    const { res } = request.ctx;
    if (method !== 'tools/call') await request.count();
    if (method === 'subscriptions/listen')
      this.deps.open.add(res, { ownerId: request.owner.ownerId, session: null });
    const webRequest = this.webRequest(request);
    const served: Served<Tool> = { request, refused: null };
    this.served.set(webRequest, served);
    const response = await this.handler.fetch(webRequest, { parsedBody: message });
    if (served.refused) throw served.refused;
    await this.send(request, response, method);
  }

  private serverFor(webRequest: Request): Server {
    const served = this.served.get(webRequest)!;
    const { request } = served;
    const { toolbox, log } = this.deps;
    const around = request.around({
      counted: () => undefined,
      refuse: (error) => (served.refused = error),
    });
    return createToolServer({
      ...{ toolbox, log, tools: request.tools },
      open: (_tool, context) => {
        const call = new OpenCall(around, context, true);
        const { res } = request.ctx;
        if (res.closed) call.closed(false);
        else res.once('close', () => call.closed(res.writableFinished));
        return call;
      },
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

  private async send(
    { ctx, tools }: ToolRequest<Tool>,
    response: Response,
    method: string,
  ): Promise<void> {
    const type = response.headers.get('Content-Type') ?? '';
    ctx.status = response.status;
    if (response.body === null) {
      ctx.body = '';
    } else if (type.startsWith('text/event-stream')) {
      ctx.set(STREAM_HEADERS);
      ctx.body = Readable.fromWeb(response.body);
    } else {
      const json = await response.text();
      ctx.body = method === 'tools/list' ? withTools(json, tools) : json;
    }
    if (type !== '') ctx.set('Content-Type', type);
  }
}
