import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import type { Certificate } from '../certificate.js';
import { ConnectionCounter } from '../connection-counter.js';
import type { Log } from '../log.js';
import { Connection, type Host, type ImapMetrics } from './connection.js';
import { SliceBudget } from './fetch/slices.js';
import { IMAP_LIMITS, type ImapLimits } from './limits.js';
import { Places } from './places.js';
import type { MailStorage } from './session.js';

interface ImapDeps {
  readonly storage: MailStorage;
  readonly host: string;
  /** 0 = a free port. */
  readonly port: number;
  readonly certificate: Certificate;
  readonly log: Log;
  /** The service's limits unless given. */
  readonly limits?: Partial<ImapLimits> | undefined;
  readonly metrics?: ImapMetrics | undefined;
}

/** A listening IMAP server. */
export interface RunningImap {
  readonly port: number;
  /** New connections get another certificate. @throws Error when the pair does not fit */
  useCertificate(certificate: Certificate): void;
  /** Takes no more connections, lets commands under way be answered, and ends what is left after `deadlineMs`. */
  close(deadlineMs: number): Promise<void>;
}

/** Listens for mail programs, over TLS only. @throws Error when it cannot listen. */
export async function startImap(deps: ImapDeps): Promise<RunningImap> {
  const server = new ImapServer(deps);
  return { port: await server.listen(deps.host, deps.port), ...server.doors };
}

class ImapServer implements Host {
  readonly storage: MailStorage;
  readonly limits: ImapLimits;
  readonly log: Log;
  readonly metrics: ImapMetrics | undefined;
  readonly slices = new SliceBudget();
  readonly #server: Server;
  readonly #sockets: ConnectionCounter;
  readonly #places: Places;
  readonly #raw = new Set<Socket>();
  readonly #open = new Set<Connection>();
  #sweep: NodeJS.Timeout | undefined;

  constructor({ storage, certificate, log, limits, metrics }: ImapDeps) {
    this.storage = storage;
    this.log = log;
    this.metrics = metrics;
    this.limits = { ...IMAP_LIMITS, ...limits };
    this.#sockets = new ConnectionCounter(this.limits);
    this.#places = new Places(this.limits.connectionsPerInbox);
    this.#server = createServer({
      ...certificate,
      minVersion: 'TLSv1.2',
      handshakeTimeout: this.limits.handshakeMs,
      noDelay: true,
      // Who has said everything may still want to hear the answers.
      allowHalfOpen: true,
    });
  }

  readonly now = () => performance.now();
  readonly takePlace = (address: string) => this.#places.take(address);

  get doors(): Omit<RunningImap, 'port'> {
    return {
      useCertificate: (certificate) =>
        this.#server.setSecureContext({ ...certificate, minVersion: 'TLSv1.2' }),
      close: (deadlineMs) => this.#close(deadlineMs),
    };
  }

  async listen(host: string, port: number): Promise<number> {
    this.#server.on('connection', (socket: Socket) => this.#admit(socket));
    this.#server.on('secureConnection', (socket) => this.#serve(socket));
    this.#server.on('tlsClientError', (error, socket) => {
      this.log.debug({ err: error }, 'IMAP: no TLS');
      // A handshake that took too long is told, and goes on.
      socket.destroy();
    });
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    this.#sweep = setInterval(() => this.#endLate(), this.limits.sweepMs).unref();
    return (this.#server.address() as AddressInfo).port;
  }

  /** Before the handshake, which costs more than all that a stranger may do afterwards. */
  #admit(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    if (!this.#sockets.open(address)) {
      socket.destroy();
      return;
    }
    this.#raw.add(socket);
    socket.on('close', () => {
      this.#raw.delete(socket);
      this.#sockets.close(address);
    });
  }

  #serve(socket: TLSSocket): void {
    const connection = new Connection(socket, this);
    this.#open.add(connection);
    this.metrics?.imapSessions(this.#open.size);
    socket.on('close', () => {
      this.#open.delete(connection);
      this.metrics?.imapSessions(this.#open.size);
    });
    void connection.serve();
  }

  #endLate(): void {
    const now = this.now();
    for (const connection of this.#open) connection.sweep(now);
  }

  async #close(deadlineMs: number): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const connection of this.#open) connection.stop();
    const timer = setTimeout(() => this.#raw.forEach((socket) => socket.destroy()), deadlineMs);
    await closed;
    clearTimeout(timer);
    clearInterval(this.#sweep);
  }
}
