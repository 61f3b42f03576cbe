import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { uncounted } from '../auth/rate-limits.js';
import { createHttpApp, type HttpDeps } from './app.js';
import { baseUrlOf } from './base-url.js';
import { OpenRequests } from './http-call.js';
import { UPLOAD_DEADLINE_MS } from './speed-watch.js';
import { LIMITS } from '../operations/limits.js';

/** Where to listen, and what to serve. */
export interface HttpOptions<Services> extends Omit<HttpDeps<Services>, 'publicUrl'> {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Default: the address listened on. */
  readonly publicUrl?: string;
}

/** A listening REST front end. */
export interface HttpServer {
  readonly port: number;
  readonly publicUrl: string;
  /** No new connections, waits answered as time-outs, running requests finished; at most `deadline` milliseconds. */
  close(deadline: number): Promise<void>;
}

// Milliseconds to send a whole request: later than bodies are given up, so that these are answered by
// their route. Waiting for the answer does not count.
const REQUEST_TIMEOUT = UPLOAD_DEADLINE_MS + 10_000;
// Longer than the idle time-out of usual load balancers, so that they close first.
const KEEP_ALIVE_MS = 65_000;

/** Listens. @throws Error when the port is taken. */
export async function startHttp<Services>(options: HttpOptions<Services>): Promise<HttpServer> {
  const server = createServer({
    maxHeaderSize: LIMITS.header_bytes,
    // Node would answer without a body.
    requireHostHeader: false,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  server.on('clientError', refuseUnreadable);
  server.listen(options.port, options.host);
  await once(server, 'listening');

  const { port } = server.address() as AddressInfo;
  const publicUrl = options.publicUrl ?? baseUrlOf(options.host, port);
  const requests = new OpenRequests();
  const handle = createHttpApp({ ...options, publicUrl }, requests).callback();
  server.on('request', (req, res) => {
    if (req.httpVersion === '1.1' && req.headers.host === undefined)
      refuse(res, 400, 'The request must have a Host header');
    else void handle(req, res);
  });
  server.on('checkExpectation', (_, res) =>
    refuse(res, 417, 'Expect must be 100-continue, or left out'),
  );
  return {
    port,
    publicUrl,
    async close(deadline) {
      await close(server, requests, deadline);
      await options.jsonThread?.close();
    },
  };
}

async function close(server: Server, requests: OpenRequests, deadline: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  requests.stop();
  const timer = setTimeout(() => server.closeAllConnections(), deadline);
  await closed;
  clearTimeout(timer);
}

// Milliseconds until a connection is cut whose client was told that it is over.
const LINGER_MS = 5_000;

const UNREADABLE: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, `The headers must have at most ${LIMITS.header_bytes} bytes`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
};

/** Answers what is not HTTP, in the form of every other error. */
function refuseUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, message] = UNREADABLE[error.code ?? ''] ?? [400, 'This is not an HTTP request'];
  const { headers, body } = refusal(message);
  // A client that keeps its side open would keep the request, and what it holds, as well.
  const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(cut));
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ].join('\r\n'),
  );
}

/** The same for what is HTTP, and not to be served. */
function refuse(res: ServerResponse, status: number, message: string): void {
  const { headers, body } = refusal(message);
  res.writeHead(status, headers).end(body);
}

function refusal(message: string) {
  const body = JSON.stringify({ error: message });
  const { limit, remaining, resetAt } = uncounted();
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': randomUUID(),
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': remaining,
    'X-RateLimit-Reset': resetAt,
    Connection: 'close',
  };
  return { headers, body };
}
