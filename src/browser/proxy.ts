import { createHash, randomBytes, timingSafeEqual, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectTarget } from '../egress/connect.js';
import type { OpenTunnel, ShownCertificate } from '../egress/tunnel.js';
import { EgressError } from '../egress/failure.js';

/** A session's way out. */
export interface WayOut {
  /** Address of the proxy. */
  readonly server: string;
  readonly username: string;
  readonly password: string;
  /** Hosts that the operator opened, as far as the session went there. */
  readonly opened: ReadonlySet<string>;
  /** Takes what was refused since it was asked last. */
  takeBlocked(): readonly BlockedTarget[];
  /** Ends all connections. */
  close(): void;
}

/** Where a page wanted to go, and why it did not get there. */
export interface BlockedTarget {
  readonly target: string;
  readonly reason: string;
  /** Whether it will never get there. */
  readonly isForbidden: boolean;
}

interface ProxyAccount {
  readonly password: Buffer;
  readonly onBytes: (bytes: number) => void;
  readonly opened: Set<string>;
  readonly blocked: BlockedTarget[];
  readonly streams: Set<Duplex>;
}

// More are not told.
const MAX_BLOCKED = 20;
const MAX_CONNECTIONS = 100;
const TARGET = /^(?:\[([0-9a-f:.]+)\]|([^:[\]/]+)):(\d{1,5})$/i;
const ASK = 'Proxy-Authenticate: Basic realm="session"';

/** The only way out of browsers: an HTTP proxy on loopback that knows sessions by passwords. */
export class BrowserProxy {
  private readonly accounts = new Map<string, ProxyAccount>();

  private constructor(
    private readonly server: Server,
    private readonly openTunnel: OpenTunnel,
    private readonly shown: ShownCertificate,
  ) {
    server.on('request', (request, response) => this.toHttps(request, response));
    server.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      socket.on('error', () => socket.destroy());
      void this.connect(request, socket, head);
    });
  }

  /** Listens on a free port of loopback. */
  static async start(openTunnel: OpenTunnel, shown: ShownCertificate): Promise<BrowserProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new BrowserProxy(server, openTunnel, shown);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** What Chromium knows the shown certificate by. */
  get shownKey(): string {
    const { publicKey } = new X509Certificate(this.shown.cert);
    const key = publicKey.export({ type: 'spki', format: 'der' });
    return createHash('sha256').update(key).digest('base64');
  }

  /** A way out for a session; `onBytes` is told of what comes and goes. */
  open(onBytes: (bytes: number) => void): WayOut {
    const username = randomBytes(9).toString('base64url');
    const password = randomBytes(24).toString('base64url');
    const account: ProxyAccount = {
      ...{ password: Buffer.from(password), onBytes },
      ...{ opened: new Set(), blocked: [], streams: new Set() },
    };
    this.accounts.set(username, account);
    return {
      ...{ server: `http://127.0.0.1:${this.port}`, username, password },
      opened: account.opened,
      takeBlocked: () => account.blocked.splice(0),
      close: () => {
        this.accounts.delete(username);
        for (const stream of account.streams) stream.destroy();
      },
    };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    for (const { streams } of this.accounts.values())
      for (const stream of streams) stream.destroy();
    this.server.close();
  }

  /** What comes without TLS is sent to where it has some. */
  private toHttps({ headers, url = '' }: IncomingMessage, response: ServerResponse): void {
    if (!this.accountOf(headers['proxy-authorization'])) {
      response.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="session"' }).end();
      return;
    }
    const isHttp = URL.canParse(url) && new URL(url).protocol === 'http:';
    if (!isHttp) return void response.writeHead(400).end();
    response.writeHead(307, { Location: url.replace(/^http:/i, 'https:') }).end();
  }

  private async connect({ headers, url = '' }: IncomingMessage, client: Socket, head: Buffer) {
    const account = this.accountOf(headers['proxy-authorization']);
    if (!account) return refuse(client, `407 Proxy Authentication Required\r\n${ASK}`);
    const target = readTarget(url);
    if (!target) return refuse(client, '400 Bad Request');
    if (account.streams.size > 2 * MAX_CONNECTIONS) return refuse(client, '503 Busy');
    account.streams.add(client);
    client.once('close', () => account.streams.delete(client));
    try {
      const tunnel = await this.openTunnel(target, this.shown);
      if (client.destroyed) return void tunnel.far.destroy();
      if (tunnel.isOpened) account.opened.add(target.host);
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (head.length > 0) client.unshift(head);
      this.join(account, tunnel.near(client), tunnel.far);
    } catch (error) {
      noteBlocked(account, url, error);
      refuse(client, '403 Forbidden');
    }
  }

  private join({ streams, onBytes }: ProxyAccount, near: Duplex, far: Duplex): void {
    streams.add(far);
    const end = () => {
      streams.delete(far);
      near.destroy();
      far.destroy();
    };
    for (const stream of [near, far]) {
      stream.on('error', end).on('close', end);
      stream.on('data', (bytes: Buffer) => onBytes(bytes.length));
    }
    near.pipe(far).pipe(near);
  }

  private accountOf(given: string | undefined): ProxyAccount | null {
    const [, encoded = ''] = /^Basic ([\w+/=]+)$/i.exec(given ?? '') ?? [];
    const [username = '', password = ''] = Buffer.from(encoded, 'base64').toString().split(':');
    const account = this.accounts.get(username);
    const shown = Buffer.from(password);
    if (account?.password.length !== shown.length) return null;
    return timingSafeEqual(account.password, shown) ? account : null;
  }
}

/** Null for what is no host and port. */
function readTarget(text: string): ConnectTarget | null {
  const [, literal, name = literal, port] = TARGET.exec(text) ?? [];
  return name === undefined ? null : { host: name.toLowerCase(), port: Number(port) };
}

function refuse(client: Socket, why: string): void {
  client.end(`HTTP/1.1 ${why}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
}

function noteBlocked({ blocked }: ProxyAccount, target: string, error: unknown): void {
  if (blocked.length >= MAX_BLOCKED) return;
  const { message, reason } =
    error instanceof EgressError ? error : { message: 'the connection failed', reason: null };
  blocked.push({ target, reason: message, isForbidden: reason === 'forbidden' });
}
