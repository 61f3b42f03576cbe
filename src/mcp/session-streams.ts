import type { RequestId } from '@modelcontextprotocol/server';
import type { OpenRequests } from '../http/http-call.js';
import type { RoutedContext } from '../http/request-state.js';
import type { ToolAnswers } from '../resources/tool-sessions/answers.js';
import type { ToolSession } from '../resources/tool-sessions/service.js';
import { fingerprintOf } from './fingerprint.js';
import type { Heartbeats } from './heartbeats.js';
import type { OpenStreams } from './open-streams.js';
import { textOf } from './pieces.js';
import type { ResumedStreams } from './resumed-streams.js';
import { RpcRefusal, RPC_CODES } from './rpc-errors.js';
import { formatEvent, readEventId, STREAM_HEADERS } from './sse.js';
import type { ToolRequest } from './tool-request.js';

interface SessionStreamsDeps {
  readonly answers: Pick<ToolAnswers, 'find'>;
  readonly heartbeats: Heartbeats;
  readonly open: OpenStreams;
  readonly resumed: ResumedStreams;
  readonly requests: OpenRequests;
}

const OPENED = ': open\n\n';
const LIST_CHANGED = textOf(
  formatEvent(['{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}']),
);

/** Streams of sessions: those of answers, those that resume one, and those on which a program listens. */
export class SessionStreams {
  constructor(private readonly deps: SessionStreamsDeps) {}

  /** A GET. @throws AppError 400, 429 */
  async open(request: ToolRequest, session: ToolSession): Promise<void> {
    const streamId = request.header('last-event-id');
    if (streamId !== undefined) return this.resume(request.ctx, session, streamId);
    const { ctx, tools } = request;
    this.deps.open.add(ctx.res, { ...request.audience, session });
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

  private async resume(ctx: RoutedContext, session: ToolSession, eventId: string): Promise<void> {
    const event = readEventId(eventId);
    if (!event)
      throw new RpcRefusal(400, RPC_CODES.refused, 'Last-Event-ID must be the id of an event');
    // Nothing is to come: with this status clients stop asking (HTML Living Standard, section 9.2).
    if ((await this.deps.answers.find(session, event.streamId)) === null) {
      ctx.status = 204;
      return;
    }
    this.begin(ctx, () => {
      ctx.res.write(OPENED);
      void this.writeLater(ctx, session, event);
    });
  }

  private async writeLater(
    { res }: RoutedContext,
    session: ToolSession,
    { streamId, requestId }: { readonly streamId: string; readonly requestId: RequestId },
  ): Promise<void> {
    const { requests, resumed } = this.deps;
    const controller = new AbortController();
    requests.add(controller);
    res.once('close', () => controller.abort());
    try {
      const what = await resumed.await(session, streamId, controller.signal);
      if (what === 'lost') res.end(controller.signal.aborted ? '' : lostAnswer(requestId));
      else res.end(what === 'cancelled' ? '' : what.frames);
    } catch {
      // Storage is away: the client asks again.
      res.destroy();
    } finally {
      requests.delete(controller);
    }
  }
}

const LOST =
  'The process that ran this call is gone, and its answer with it: whether it was carried out is not known. ' +
  'Look, or call again with the same idempotency_key.';

/** A result, for clients take an error for no end of the stream. */
const lostAnswer = (id: RequestId) =>
  textOf(
    formatEvent([
      JSON.stringify({
        ...{ jsonrpc: '2.0', id },
        result: { isError: true, content: [{ type: 'text', text: LOST }] },
      }),
    ]),
  );
