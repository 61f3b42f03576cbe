import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import { uncounted } from '../auth/rate-limits.js';
import { translated } from '../db/errors.js';
import { AppError } from '../errors.js';
import type { Log } from '../log.js';
import { setAllowance } from './gate.js';
import type { Context, RequestState } from './request-state.js';
import { dataHeaders } from './static-headers.js';

/** One answered request, for metrics. */
export type Observe = (operation: string, status: number, seconds: number) => void;

/** What goes round every request. */
export interface FrameDeps {
  readonly log: Log;
  /** Base address clients use. */
  readonly publicUrl: string;
  readonly observe?: Observe;
  /** Whether the server is about to close: connections are not kept open then. */
  isStopping(): boolean;
}

/** The outermost middleware: request id, headers of every answer, and errors as `{"error"}`. */
export function createFrame(deps: FrameDeps): Middleware<RequestState> {
  const headers = dataHeaders();
  return async (ctx, next) => {
    const started = performance.now();
    ctx.state.requestId = randomUUID();
    ctx.res.setHeader('X-Request-Id', ctx.state.requestId);
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    try {
      await next();
    } catch (error) {
      answerError(ctx, error, deps);
    }
    if (!ctx.res.hasHeader('X-RateLimit-Limit')) setAllowance(ctx, uncounted());
    if (deps.isStopping()) ctx.res.setHeader('Connection', 'close');
    deps.observe?.(
      ctx.state.operation ?? 'none',
      ctx.status,
      (performance.now() - started) / 1_000,
    );
  };
}

/** Only an AppError's message reaches the client. */
function answerError(ctx: Context, thrown: unknown, { log, publicUrl }: FrameDeps): void {
  const error = translated(thrown);
  const known = error instanceof AppError ? error : new AppError(500, 'Internal error');
  if (known !== error) log.error({ err: error, request_id: ctx.state.requestId }, 'request failed');
  ctx.status = known.status;
  ctx.body = known.toJSON();
  if (known.extra.headers) ctx.set(known.extra.headers);
  if (known.status === 401) ctx.set('WWW-Authenticate', challenge(publicUrl));
}

/** Where a client finds out how to authenticate (RFC 9728 section 5.1). */
const challenge = (publicUrl: string) =>
  `Bearer resource_metadata="${new URL('/.well-known/oauth-protected-resource', publicUrl).href}"`;
