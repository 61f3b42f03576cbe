import type { OpenRequests } from '../http/http-call.js';
import type { RoutedContext } from '../http/request-state.js';
import type { ToolAnswers } from '../resources/tool-sessions/answers.js';
import type { ToolSession } from '../resources/tool-sessions/service.js';
import { fingerprintOf } from './fingerprint.js';
import type { Heartbeats } from './heartbeats.js';
import type { OpenStreams } from './open-streams.js';
import type { ResumedStreams } from './resumed-streams.js';
import { refusal, RPC_CODES } from './rpc-errors.js';
import { frameOf, STREAM_HEADERS } from './sse.js';
import type { ToolRequest } from './tool-request.js';

/** What streams of sessions need. */
export interface SessionStreamsDeps {
  readonly answers: Pick<ToolAnswers, 'find' | 'remove'>;
  readonly heartbeats: Heartbeats;
  readonly open: OpenStreams;
  readonly resumed: ResumedStreams;
  readonly requests: OpenRequests;
}

const OPENED = ': open\n\n';
const LIST_CHANGED = frameOf('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
const STREAM_ID = /^mca_\w+$/;

/** Streams of sessions: those of answers, those that resume one, and those on which a program listens. */
export class SessionStreams {
  constructor(private readonly deps: SessionStreamsDeps) {}

  /** A GET. @throws AppError 400, 429 */
  async open(request: ToolRequest, session: ToolSession): Promise<void> {
    const streamId = request.header('last-event-id');
    if (streamId !== undefined) return this.resume(request.ctx, session, streamId);
    const { ctx, owner, tools } = request;
    this.deps.open.add(ctx.res, { ownerId: owner.ownerId, session });
    // No second request can come on a connection whose answer does not end.
    ctx.set('Connection', 'close');
    const hasChanged = session.listed !== null && session.listed !== fingerprintOf(tools);
    this.begin(ctx, () => ctx.res.write(hasChanged ? OPENED + LIST_CHANGED : OPENED));
  }

  /** Answers with a stream, once the frame has set its headers. */
  begin(ctx: RoutedContext, write: () => void): void {
    const { res } = ctx;
    ctx.respond = false;
    ctx.status = 200;
    for (const [name, value] of Object.entries(STREAM_HEADERS)) res.setHeader(name, value);
    ctx.state.begin = () => {
      // A connection that breaks is told of by 'close'; its errors say nothing more.
      res.on('error', () => undefined);
      this.deps.heartbeats.add(res);
      write();
    };
  }

  private async resume(ctx: RoutedContext, session: ToolSession, streamId: string): Promise<void> {
    if (!STREAM_ID.test(streamId))
      throw refusal(400, RPC_CODES.refused, 'Last-Event-ID must be the id of an event');
    const kept = await this.deps.answers.find(session, streamId);
    // Nothing is to come: with this status clients stop asking (HTML Living Standard, section 9.2).
    if (kept === null) {
      ctx.status = 204;
      return;
    }
    this.begin(ctx, () => {
      ctx.res.write(OPENED);
      void this.writeLater(ctx, session, streamId);
    });
  }

  private async writeLater(ctx: RoutedContext, session: ToolSession, id: string): Promise<void> {
    const { res } = ctx;
    const { answers, requests, resumed } = this.deps;
    const controller = new AbortController();
    requests.add(controller);
    res.once('close', () => controller.abort());
    try {
      const frames = await resumed.framesOf(session, id, controller.signal);
      if (frames !== null)
        res.once('finish', () => void answers.remove(session, id).catch(nothing));
      res.end(frames ?? '');
    } catch {
      // Storage is away: the client asks again.
      res.destroy();
    } finally {
      requests.delete(controller);
    }
  }
}

const nothing = () => undefined;
