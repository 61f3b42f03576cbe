import {
  classifyInboundRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
  type RequestId,
} from '@modelcontextprotocol/server';
import type { Caller } from '../auth/caller.js';
import type { ByteBudget } from '../byte-budget.js';
import { translated } from '../db/errors.js';
import { AppError, unauthorized } from '../errors.js';
import { TOOLS_PATH } from '../http/admit.js';
import type { Mount, MountParts } from '../http/app.js';
import { createBodyReader, type BodyReader } from '../http/body.js';
import { HeldBytes } from '../http/held-bytes.js';
import type { JsonThread } from '../http/json-thread.js';
import type { RoutedContext } from '../http/request-state.js';
import type { Listener } from '../live/listener.js';
import type { Executor } from '../operations/execute.js';
import { LIMITS } from '../operations/limits.js';
import type { ToolAnswers } from '../resources/tool-sessions/answers.js';
import type { ToolSessions } from '../resources/tool-sessions/service.js';
import type { ToolTasks } from '../resources/tool-sessions/tasks.js';
import { createOriginCheck, type OriginCheck, type OriginCheckOptions } from './origin-check.js';
import { Heartbeats } from './heartbeats.js';
import { LongCalls } from './long-calls.js';
import { OpenStreams } from './open-streams.js';
import { isPlainCall } from './plain-call.js';
import { RecentAnswers } from './recent-answers.js';
import { ResumedStreams } from './resumed-streams.js';
import { inRpc, RpcRefusal, RPC_CODES } from './rpc-errors.js';
import { RunningCalls } from './running-calls.js';
import type { ServeDeps } from './serve.js';
import { SessionEra } from './session-era.js';
import { SessionStreams } from './session-streams.js';
import { StatelessEra } from './stateless-era.js';
import { ToolRequest, type RequestParts } from './tool-request.js';

/** What serving tools needs. */
export interface McpDeps<Tool> extends Omit<OriginCheckOptions, 'publicUrl'>, ServeDeps<Tool> {
  readonly executor: Pick<Executor<never>, 'count'>;
  readonly sessions: ToolSessions;
  readonly answers: ToolAnswers;
  readonly tasks: ToolTasks;
  readonly listener: Pick<Listener, 'on' | 'onReconnect'>;
  /** Limits the bytes that all bodies hold at once; without it nothing does. */
  readonly budget?: ByteBudget;
  /** Parses large bodies; without it they are parsed on the event loop. */
  readonly jsonThread?: JsonThread;
  /** Milliseconds between comments on open streams, and in which whoever runs a call has to say so. */
  readonly heartbeatEvery?: number;
  readonly seekEvery?: number;
}

/** The tools over HTTP, in both eras of the protocol at one address. */
export const mountMcp =
  <Tool>(deps: McpDeps<Tool>): Mount =>
  (router, parts) => {
    const originCheck = createOriginCheck({ ...deps, publicUrl: parts.publicUrl });
    const front = new ToolFront(deps, parts, originCheck);
    const served = router.register(TOOLS_PATH, ['POST', 'GET', 'DELETE'], (ctx: RoutedContext) =>
      front.handle(ctx),
    );
    // A stream has nothing to be told of in advance; the router adds HEAD to every GET.
    served.methods = served.methods.filter((method) => method !== 'HEAD');
    router.register(TOOLS_PATH, ['OPTIONS'], async (ctx: RoutedContext) =>
      originCheck.preflight(ctx),
    );
  };

class ToolFront<Tool> {
  private readonly sessions: SessionEra<Tool>;
  private readonly stateless: StatelessEra<Tool>;
  private readonly readBody: BodyReader;
  private readonly requestParts: RequestParts<Tool>;

  constructor(
    private readonly deps: McpDeps<Tool>,
    private readonly parts: MountParts,
    private readonly originCheck: OriginCheck,
  ) {
    const { requests, publicUrl } = parts;
    const { toolbox, executor } = deps;
    this.requestParts = { toolbox, executor, requests, publicUrl };
    const open = new OpenStreams(deps);
    const resumed = new ResumedStreams(deps);
    const recent = new RecentAnswers(deps);
    const calls = new RunningCalls(deps);
    const longCalls = new LongCalls(deps);
    const heartbeats = new Heartbeats(deps.heartbeatEvery);
    const stop = new AbortController();
    stop.signal.addEventListener('abort', () => {
      for (const part of [open, heartbeats, recent, calls, longCalls]) part.close();
    });
    requests.add(stop);
    const streams = new SessionStreams({ ...deps, heartbeats, open, resumed, requests });
    this.sessions = new SessionEra({ ...deps, streams, recent, calls });
    this.stateless = new StatelessEra({ ...deps, open, streams, requests, longCalls });
    // What a tool cannot store is told by its result.
    const body = { limit: LIMITS.body_bytes.send, anyText: true };
    this.readBody = createBodyReader(body, deps.jsonThread);
  }

  /** @throws AppError */
  async handle(ctx: RoutedContext): Promise<void> {
    ctx.state.operation = 'mcp';
    let request: ToolRequest<Tool> | null = null;
    try {
      this.originCheck.check(ctx);
      const caller = await this.callerOf(ctx);
      request = new ToolRequest(this.requestParts, ctx, caller);
      await this.serve(request);
    } catch (thrown) {
      const error = translated(thrown);
      throw error instanceof AppError ? inRpc(error, request?.id ?? null) : error;
    }
  }

  /** @throws AppError 401, 429 */
  private async callerOf(ctx: RoutedContext): Promise<Caller> {
    const caller = await this.parts.admission.callerOf(ctx, 'api-key');
    const { principal } = caller;
    if (principal.kind !== 'nobody') return caller;
    await this.parts.admission.countRefused(ctx, caller);
    throw unauthorized(principal.showedSomething ? NOT_VALID : undefined);
  }

  /** Whatever comes of a request, it counts once. */
  private async serve(request: ToolRequest<Tool>): Promise<void> {
    try {
      await this.dispatch(request);
    } finally {
      await request.count();
    }
  }

  private async dispatch(request: ToolRequest<Tool>): Promise<void> {
    const { method } = request.ctx;
    if (method === 'POST') return this.post(request);
    request.checkQuery();
    return method === 'DELETE' ? this.sessions.delete(request) : this.sessions.get(request);
  }

  private async post(request: ToolRequest<Tool>): Promise<void> {
    const held = new HeldBytes(this.deps.budget);
    held.holdFor(request.caller, false);
    try {
      const running = await this.route(request, held);
      // What was read of the body is in use until all has run, whoever still listens.
      void running.finished.then(() => held.release());
    } catch (error) {
      held.release();
      throw error;
    }
  }

  private async route(request: ToolRequest<Tool>, held: HeldBytes): Promise<RunningRequest> {
    const body = await this.readBody(request.ctx, held).catch(asParseError);
    request.id = idOf(body);
    request.checkQuery();
    const route = classify(request, body);
    if (route.kind === 'reject')
      throw new RpcRefusal(route.httpStatus, route.code, route.message, route.data);
    if (route.kind === 'legacy') return (await this.sessions.post(request, body)) ?? OVER;
    await this.stateless.post(request, route);
    return { finished: closeOf(request.ctx).then(() => request.goesOn ?? undefined) };
  }
}

/** What a request has begun. */
interface RunningRequest {
  readonly finished: Promise<void>;
}

const OVER: RunningRequest = { finished: Promise.resolve() };

const closeOf = ({ res }: RoutedContext): Promise<void> =>
  res.closed ? Promise.resolve() : new Promise((resolve) => res.once('close', () => resolve()));

const NOT_VALID = 'The API key is not valid';

/** Which era a message is of. */
function classify(request: ToolRequest, body: unknown) {
  const version = request.header('mcp-protocol-version');
  const isOlder = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version);
  // Nothing in such a call could name the newer one: the SDK need not look.
  if (isOlder && isPlainCall(body)) return { kind: 'legacy' } as const;
  const headers = {
    protocolVersionHeader: version,
    mcpMethodHeader: request.header('mcp-method'),
    mcpNameHeader: request.header('mcp-name'),
  };
  const given = Object.entries(headers).filter(([, value]) => value !== undefined);
  return classifyInboundRequest({ httpMethod: 'POST', body, ...Object.fromEntries(given) });
}

function asParseError(error: unknown): never {
  throw error instanceof AppError && error.status === 400
    ? new RpcRefusal(400, RPC_CODES.parse, error.message)
    : error;
}

/** The id of a request that is alone; null of all else. */
function idOf(body: unknown): RequestId | null {
  const { id, method } = (body ?? {}) as { readonly id?: unknown; readonly method?: unknown };
  if (method === undefined) return null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
