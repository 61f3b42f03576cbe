import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server';
import type { RoutedContext } from '../http/request-state.js';
import { RpcRefusal, RPC_CODES } from './rpc-errors.js';

/** Where the tools are served, and whose pages may use them. */
export interface OriginCheckOptions {
  /** Base address clients use. */
  readonly publicUrl: string;
  /** The address that the server listens on. */
  readonly listensOn: string;
  /** Origins of pages that may use the tools, such as `https://app.example`. */
  readonly allowedOrigins: readonly string[];
}

/** Lets requests in by where they were sent to and which page sent them. */
export interface OriginCheck {
  /** Sets what a browser must know to show the answer to its page. @throws AppError 403 */
  check(ctx: RoutedContext): void;
  /** Answers what a browser asks before it sends a request. @throws AppError 403 */
  preflight(ctx: RoutedContext): void;
}

const LOOPBACK = localhostAllowedHostnames();
// An address that listens on every interface listens on loopback as well.
const EVERYWHERE = ['0.0.0.0', '[::]'];
const A_DAY = '86400';
const EXPOSED = [
  'Mcp-Session-Id',
  'Mcp-Protocol-Version',
  'WWW-Authenticate',
  'Retry-After',
  'X-Request-Id',
  'X-Ignored-Parameters',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
].join(', ');

/** A page of another origin could otherwise reach a server on its reader's machine (DNS rebinding). */
export function createOriginCheck({
  publicUrl,
  listensOn,
  allowedOrigins,
}: OriginCheckOptions): OriginCheck {
  const listening = listensOn.includes(':') ? `[${listensOn}]` : listensOn;
  const isLocal = [...LOOPBACK, ...EVERYWHERE].includes(listening);
  const origins = new Set([publicUrl, ...allowedOrigins].map((url) => new URL(url).origin));
  const hosts = [...origins].map((origin) => new URL(origin).hostname).concat(listening);
  if (isLocal) hosts.push(...LOOPBACK);

  const isAllowed = (origin: string) =>
    origins.has(origin) || (isLocal && LOOPBACK.includes(hostnameOf(origin)));
  const check = (ctx: RoutedContext) => {
    if (!validateHostHeader(ctx.req.headers.host, hosts).ok)
      throw new RpcRefusal(403, RPC_CODES.refused, 'This Host is not served here: see PUBLIC_URL');
    ctx.vary('Origin');
    const { origin } = ctx.req.headers;
    if (origin === undefined) return;
    if (!isAllowed(origin))
      throw new RpcRefusal(403, RPC_CODES.refused, 'This Origin may not: see MCP_ALLOWED_ORIGINS');
    ctx.set('Access-Control-Allow-Origin', origin);
    ctx.set('Access-Control-Expose-Headers', EXPOSED);
  };
  return {
    check,
    preflight(ctx) {
      check(ctx);
      ctx.set('Access-Control-Allow-Methods', 'POST, GET, DELETE');
      ctx.set('Access-Control-Allow-Headers', ctx.get('Access-Control-Request-Headers'));
      ctx.set('Access-Control-Max-Age', A_DAY);
      ctx.set('Allow', 'POST, GET, DELETE, OPTIONS');
      ctx.status = 204;
    },
  };
}

function hostnameOf(origin: string): string {
  try {
    const { protocol, hostname } = new URL(origin);
    return protocol === 'http:' || protocol === 'https:' ? hostname : '';
  } catch {
    return '';
  }
}
