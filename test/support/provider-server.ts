import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A request as it came. */
export interface ProviderCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body as JSON; null when it is none. */
  readonly json: Readonly<Record<string, unknown>> | null;
}

/** What is answered. */
export interface ProviderReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is written as JSON. */
  readonly body?: string | object;
  /** Instead of an answer. `half`: status and half a body, then the end of the connection. */
  readonly then?: 'stall' | 'cut' | 'half';
  /** Cuts as soon as the header of the request came, before its body; not by a function. */
  readonly early?: boolean;
}

/** Chooses an answer; `turn` counts requests from 1. */
export type ProviderScript = (call: ProviderCall, turn: number) => ProviderReply;

/** APIs of mail providers on the loopback interface. */
export interface ProviderServer {
  /** The base address of an API; a path tells several apart. */
  readonly url: string;
  readonly port: number;
  readonly calls: readonly ProviderCall[];
  /** Connections so far. */
  readonly connections: number;
  script(script: ProviderScript | ProviderReply): void;
  forget(): void;
  close(): Promise<void>;
}

/** How each provider says yes, with `id`. */
export const providerYes = (id: string): Readonly<Record<string, ProviderReply>> => ({
  SES: { body: { MessageId: id } },
  SENDGRID: { status: 202, headers: { 'x-message-id': id }, body: '' },
  POSTMARK: { body: { ErrorCode: 0, Message: 'OK', MessageID: id } },
  RESEND: { body: { id } },
});

/** Starts a server that answers as its script says; first it takes everything, as Resend would. */
export async function startProviderServer(certificate: {
  readonly cert: string;
  readonly key: string;
}): Promise<ProviderServer> {
  const calls: ProviderCall[] = [];
  let connections = 0;
  let turn = 0;
  let isEarly = false;
  let script: ProviderScript = () => ({ body: { id: 'taken' } });

  const server = createServer(certificate, (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const chunks: Buffer[] = [];
    const call = () => {
      const body = Buffer.concat(chunks).toString();
      return { method, path, headers, body, json: jsonOf(body) };
    };
    if (isEarly) return void request.socket.destroy();
    request.on('error', () => {}); // A client that hangs up is seen by its absence.
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const made = call();
      calls.push(made);
      reply(response, script(made, ++turn));
    });
  });
  server.on('connection', () => connections++);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    port,
    calls,
    get connections() {
      return connections;
    },
    script(next) {
      turn = 0;
      isEarly = typeof next !== 'function' && next.early === true;
      script = typeof next === 'function' ? next : () => next;
    },
    forget: () => void calls.splice(0),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function reply(response: ServerResponse, answer: ProviderReply): void {
  const { status = 200, headers = {}, body = '', then } = answer;
  if (then === 'stall') return;
  if (then === 'cut') return void response.socket?.destroy();
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? 'text/plain' : 'application/json';
  const length = Buffer.byteLength(text);
  response.writeHead(status, { 'content-type': type, 'content-length': length, ...headers });
  if (then !== 'half') return void response.end(text);
  response.write(text.slice(0, text.length / 2), () => response.socket?.destroySoon());
}

function jsonOf(body: string): ProviderCall['json'] {
  try {
    return JSON.parse(body) as ProviderCall['json'];
  } catch {
    return null;
  }
}
