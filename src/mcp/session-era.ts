import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/server';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { sendJson } from '../http/answer.js';
import { newId } from '../ids.js';
import type { ToolAnswers } from '../resources/tool-sessions/answers.js';
import type { ToolSession, ToolSessions } from '../resources/tool-sessions/service.js';
import { HttpExchange, type ExchangeOptions, type ExchangeResult } from './exchange.js';
import { fingerprintOf } from './fingerprint.js';
import { textOf } from './pieces.js';
import { RpcRefusal, RPC_CODES } from './rpc-errors.js';
import type { RecentAnswers } from './recent-answers.js';
import type { RunningCalls } from './running-calls.js';
import { accepted, bytesFor, reads, sendAnswer, serveExchange, type ServeDeps } from './serve.js';
import type { SessionStreams } from './session-streams.js';
import type { ToolRequest } from './tool-request.js';

interface SessionEraDeps<Tool> extends ServeDeps<Tool> {
  readonly sessions: ToolSessions;
  readonly answers: Pick<ToolAnswers, 'keep'>;
  readonly calls: RunningCalls;
  readonly recent: Pick<RecentAnswers, 'add'>;
  readonly streams: SessionStreams;
}

// As the transport of the SDK has it.
const MAX_BATCH = 100;
const LAST_WITH_BATCHES = '2025-03-26';
// Clients of older versions take an event without data for a broken message.
const RESUMABLE_FROM = '2025-11-25';

/** The protocol up to 2025-11-25: sessions that are rows, so that any process serves any request. */
export class SessionEra<Tool> {
  constructor(private readonly deps: SessionEraDeps<Tool>) {}

  /** Answers when all that it does has run. @throws AppError 400, 404, 429 */
  async post(request: ToolRequest<Tool>, body: unknown): Promise<HttpExchange | null> {
    const messages = (Array.isArray(body) ? body : [body]) as readonly JSONRPCMessage[];
    if (messages.length > MAX_BATCH)
      throw new RpcRefusal(
        400,
        RPC_CODES.invalidRequest,
        `At most ${MAX_BATCH} messages go in a batch`,
      );
    const requests = messages.filter(isRequest);
    // A call counts when it is carried out.
    if (requests.length === 0 || !requests.every(isCall)) await request.count();
    if (requests.some(({ method }) => method === 'initialize'))
      return this.initialize(request, messages);
    const session = await this.sessionOf(request);
    if (Array.isArray(body) && session.protocolVersion > LAST_WITH_BATCHES)
      throw new RpcRefusal(400, RPC_CODES.invalidRequest, 'This version has no batches');
    for (const message of messages) await this.hear(session, message);
    if (requests.length > 0) return this.answer(request, session, { messages, requests });
    accepted(request);
    return null;
  }

  /** @throws AppError 400, 404, 406, 429 */
  async get(request: ToolRequest<Tool>): Promise<void> {
    await request.count();
    if (!reads(request, 'text/event-stream'))
      throw new RpcRefusal(406, RPC_CODES.refused, 'A stream needs Accept: text/event-stream');
    const session = await this.sessionOf(request);
    await this.deps.streams.open(request, session);
  }

  /** @throws AppError 400, 404, 429 */
  async delete(request: ToolRequest<Tool>): Promise<void> {
    await request.count();
    const session = await this.sessionOf(request);
    await this.deps.sessions.end(request.owner, session.id);
    request.ctx.status = 204;
  }

  private async initialize(
    request: ToolRequest<Tool>,
    messages: readonly JSONRPCMessage[],
  ): Promise<HttpExchange> {
    const [first] = messages;
    if (!first || !isRequest(first) || messages.length > 1)
      throw new RpcRefusal(400, RPC_CODES.invalidRequest, 'initialize must be alone');
    let version: unknown;
    const bytesOf = (message: JSONRPCMessage) => {
      if ('result' in message) version = message.result['protocolVersion'];
      return [JSON.stringify(message)];
    };
    const plain = { requests: [first], mayStream: false, streamId: null };
    const exchange = new HttpExchange({ ...plain, res: request.ctx.res, bytesOf });
    await serveExchange(this.deps, request, exchange, { messages });
    await exchange.opened;
    if (typeof version === 'string') {
      const { id } = await this.deps.sessions.begin(request.owner, version);
      request.ctx.set('Mcp-Session-Id', id);
    }
    sendJson(request.ctx, { status: 200, headers: {} }, exchange.json);
    return exchange;
  }

  private async answer(
    request: ToolRequest<Tool>,
    session: ToolSession,
    { messages, requests }: Asked,
  ): Promise<HttpExchange> {
    const exchange = new HttpExchange(this.optionsOf(request, session, requests));
    for (const one of requests) {
      if (isCall(one)) this.deps.calls.add(session, one.id, exchange);
      if (one.method === 'tools/list') await this.told(request, session);
    }
    await serveExchange(this.deps, request, exchange, { messages });
    await sendAnswer(request, exchange, this.deps.streams);
    return exchange;
  }

  private optionsOf(
    request: ToolRequest<Tool>,
    session: ToolSession,
    requests: readonly JSONRPCRequest[],
  ): ExchangeOptions {
    const version = request.header('mcp-protocol-version') ?? session.protocolVersion;
    return {
      res: request.ctx.res,
      requests,
      mayStream: reads(request, 'text/event-stream'),
      streamId: version >= RESUMABLE_FROM && requests.length === 1 ? newId('mca') : null,
      endsWithConnection: requests.every((one) => this.endsWithConnection(request, one)),
      bytesOf: bytesFor(request),
      left: (streamId, left) => void this.keep(session, streamId, left),
    };
  }

  private endsWithConnection({ tools }: ToolRequest<Tool>, { params }: JSONRPCRequest): boolean {
    const tool = tools.find(String(params?.['name']));
    return tool !== undefined && this.deps.toolbox.endsWithConnection(tool);
  }

  private async sessionOf(request: ToolRequest<Tool>): Promise<ToolSession> {
    const version = request.header('mcp-protocol-version');
    if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version))
      throw new RpcRefusal(
        400,
        RPC_CODES.refused,
        `MCP-Protocol-Version must be one of ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}`,
      );
    const id = request.header('mcp-session-id');
    if (id === undefined)
      throw new RpcRefusal(
        400,
        RPC_CODES.refused,
        'Mcp-Session-Id is needed: send initialize first',
      );
    const session = await this.deps.sessions.find(request.owner, id);
    if (!session)
      throw new RpcRefusal(
        404,
        RPC_CODES.sessionNotFound,
        'Session not found: send initialize again',
      );
    return session;
  }

  /** So that a stream which is opened later can say that the tools have changed since. */
  private async told({ tools }: ToolRequest<Tool>, session: ToolSession): Promise<void> {
    const listed = fingerprintOf(tools);
    if (session.listed !== listed) await this.deps.sessions.setListed(session, listed);
  }

  /** What is about calls that run already. */
  private async hear(session: ToolSession, message: JSONRPCMessage): Promise<void> {
    if (!('method' in message)) return this.deps.calls.hear(session.id, message);
    if (message.method !== 'notifications/cancelled') return;
    const id: unknown = message.params?.['requestId'];
    if (typeof id === 'string' || typeof id === 'number') await this.deps.calls.cancel(session, id);
  }

  private async keep(
    session: ToolSession,
    id: string,
    { frame, written }: ExchangeResult,
  ): Promise<void> {
    if (frame !== null && written) return this.deps.recent.add(session, id, frame);
    try {
      await this.deps.answers.keep(session, id, frame && textOf(frame));
    } catch (err) {
      this.deps.log.warn({ err }, 'an answer of a tool could not be kept');
    }
  }
}

interface Asked {
  readonly messages: readonly JSONRPCMessage[];
  readonly requests: readonly JSONRPCRequest[];
}

const isRequest = (message: JSONRPCMessage): message is JSONRPCRequest =>
  'method' in message && 'id' in message;

const isCall = ({ method }: JSONRPCRequest) => method === 'tools/call';
