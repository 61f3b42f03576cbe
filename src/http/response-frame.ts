import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import { DEFAULT_OAUTH_SCOPES } from '../auth/scopes.js';
import { uncounted } from '../auth/rate-limits.js';
import { translated } from '../db/errors.js';
import { AppError } from '../errors.js';
import type { Log } from '../log.js';
import { addressesOf } from '../oauth/addresses.js';
import { isToolsPath } from './admit.js';
import type { Context, RequestState } from './request-state.js';
import { dataHeaders, type StaticHeaders } from './static-headers.js';

/** One answered request, for metrics. */
export type Observe = (operation: string, status: number, seconds: number) => void;

interface FrameDeps {
  readonly log: Log;
  /** Base address clients use. */
  readonly publicUrl: string;
  readonly observe?: Observe;
  /** Whether the server is about to close: connections are not kept open then. */
  isStopping(): boolean;
}

/**
 * The outermost middleware: request id, headers of every answer, and errors as `{"error"}`.
 * Headers are made with the answer, not with the request: thousands of open waits would keep them in memory.
 */
export function createResponseFrame(deps: FrameDeps): Middleware<RequestState> {
  const headers = dataHeaders();
  return async (ctx, next) => {
    const started = performance.now();
    const failure = await next().then(succeeded, failed);
    const requestId = randomUUID();
    if (failure) answerError(ctx, failure.error, requestId, deps);
    finish(ctx, requestId, headers);
    if (deps.isStopping()) ctx.res.setHeader('Connection', 'close');
    const seconds = (performance.now() - started) / 1_000;
    deps.observe?.(ctx.state.operation ?? 'none', ctx.status, seconds);
    ctx.state.begin?.();
  };
}

const succeeded = () => null;
const failed = (error: unknown) => ({ error });

/** Adds what every answer carries; a page that set a header of its own keeps it. */
function finish({ res, state }: Context, requestId: string, headers: StaticHeaders): void {
  for (const [name, value] of headers) if (!res.hasHeader(name)) res.setHeader(name, value);
  const { limit, remaining, resetAt } = state.allowance ?? uncounted();
  res.setHeader('X-Request-Id', requestId);
  res.setHeader('X-RateLimit-Limit', limit);
  res.setHeader('X-RateLimit-Remaining', remaining);
  res.setHeader('X-RateLimit-Reset', resetAt);
}

/** Only an AppError's message reaches the client. */
function answerError(
  ctx: Context,
  thrown: unknown,
  requestId: string,
  { log, publicUrl }: FrameDeps,
): void {
  const error = translated(thrown);
  const known = error instanceof AppError ? error : new AppError(500, 'Internal error');
  if (known !== error) log.error({ err: error, request_id: requestId }, 'request failed');
  ctx.status = known.status;
  ctx.body = known.toJSON();
  if (known.extra.headers) ctx.set(known.extra.headers);
  if (known.status === 401) ctx.set('WWW-Authenticate', challenge(ctx, publicUrl));
  // RFC 6750 section 3.1: what is missing, and where it is to be had.
  const said = known.extra.headers?.['WWW-Authenticate'];
  if (said) ctx.set('WWW-Authenticate', `${said}, ${metadataOf(ctx, publicUrl)}`);
}

/** Where a client finds out how to authenticate (RFC 9728 section 5.1), and at the tool server what to ask for. */
function challenge(ctx: Context, publicUrl: string): string {
  if (!isToolsPath(ctx.path)) return `Bearer ${metadataOf(ctx, publicUrl)}`;
  const { authorization, 'x-api-key': key } = ctx.req.headers;
  const error = authorization || key ? 'error="invalid_token", ' : '';
  return `Bearer ${error}${metadataOf(ctx, publicUrl)}, scope="${DEFAULT_OAUTH_SCOPES.join(' ')}"`;
}

function metadataOf({ path }: Context, publicUrl: string): string {
  const { restMetadata, toolsMetadata } = addressesOf(publicUrl);
  return `resource_metadata="${isToolsPath(path) ? toolsMetadata : restMetadata}"`;
}
