import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server';
import type { SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js';
import type { ByteBudget } from '../byte-budget.js';
import type { Certificate } from '../certificate.js';
import { ConnectionCounter } from '../connection-counter.js';
import type { Log } from '../log.js';
import type { Acceptance } from '../store/mail/delivery.js';
import { Refusal, replyOf, type RefusalName, type SmtpReply } from './answers.js';
import { InboundSession, type SmtpHost } from './connection.js';
import type { MessageData } from './data.js';
import type { PeerRates } from './peer-rates.js';
import { SMTP_LIMITS, type SmtpLimits } from './limits.js';
import { Deadlines } from './session-limits.js';
import { Transactions, type SmtpMetrics } from './transaction.js';

/** Where the server listens and what it calls itself. */
export interface SmtpConfig {
  readonly host: string;
  /** 0 = a free port. */
  readonly port: number;
  /** The service's own mail domain. */
  readonly serverName: string;
  /** With it STARTTLS is offered, without it never: smtp-server's built-in key is public. */
  readonly certificate?: Certificate | undefined;
}

interface SmtpDeps {
  readonly acceptance: Acceptance;
  readonly config: SmtpConfig;
  readonly log: Log;
  /** What messages may hold at once. */
  readonly budget: ByteBudget;
  /** How fast peers may fill inboxes. */
  readonly rates: PeerRates;
  /** The service's limits unless given. */
  readonly limits?: Partial<SmtpLimits> | undefined;
  readonly metrics?: SmtpMetrics | undefined;
}

/** A listening SMTP server. */
export interface RunningSmtp {
  readonly port: number;
  /** STARTTLS shows another certificate from now on; for servers that began with one. */
  useCertificate(certificate: Certificate): void;
  /**
   * Takes no more connections, tells idle sessions 421, lets messages under way be answered, and ends
   * what is left after `deadlineMs`.
   */
  close(deadlineMs: number): Promise<void>;
}

/** Listens for mail from anywhere to the inboxes `acceptance` knows. @throws Error when it cannot listen. */
export async function startSmtp(deps: SmtpDeps): Promise<RunningSmtp> {
  const server = new SmtpServer(deps);
  server.listen(deps.config.port, deps.config.host);
  await once(server.server, 'listening');
  server.watch();
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    useCertificate: (certificate) => server.updateSecureContext({ ...certificate }),
    close: (deadlineMs) => server.stop(deadlineMs),
  };
}

class SmtpServer extends SMTPServer implements SmtpHost {
  readonly limits: SmtpLimits;
  readonly now = () => performance.now();
  readonly #counter: ConnectionCounter;
  readonly #deadlines: Deadlines;
  readonly #transactions: Transactions;
  readonly #metrics: SmtpMetrics | undefined;
  // Every socket that is not closed yet, and the address it counts for.
  readonly #open = new Map<InboundSession, string>();
  #sweep: NodeJS.Timeout | undefined;

  constructor(deps: SmtpDeps) {
    const { config, log, limits: changed, metrics } = deps;
    const limits = { ...SMTP_LIMITS, ...changed };
    super(optionsFor(config, limits));
    this.limits = limits;
    this.#counter = new ConnectionCounter(limits);
    this.#deadlines = new Deadlines(limits.storageMs, this.now);
    this.#transactions = new Transactions({
      ...deps,
      serverName: config.serverName,
      limits,
      deadlines: this.#deadlines,
    });
    this.#metrics = metrics;
    // Peers that vanish and failed TLS handshakes: nothing to do, but not nothing to know.
    this.on('error', (error) => log.debug({ err: error }, 'SMTP: connection failed'));
  }

  /** Starts to look after what takes too long. */
  watch(): void {
    this.#sweep = setInterval(() => {
      this.#deadlines.sweep();
      for (const connection of this.#open.keys()) connection.endWhenLate(this.now());
    }, this.limits.sweepMs).unref();
  }

  override connect(socket: Socket, options?: SMTPConnectionOptions | null): void {
    // It hung up before its turn came; its 'close' is over and would not free a place.
    if (socket.destroyed) return;
    const address = socket.remoteAddress ?? '';
    if (this._closeTimeout) return turnAway(socket, 'stopping');
    if (!this.#counter.open(address)) return turnAway(socket, 'tooManyConnections');
    const connection = new InboundSession(this, socket, options);
    this.#open.set(connection, address);
    this.#metrics?.sessions(this.#open.size);
    this.connections.add(connection);
    connection.on('error', (error: Error) => this._onError(error));
    connection.init();
  }

  override onConnect(_session: SMTPServerSession, callback: () => void): void {
    callback();
  }

  override onMailFrom(
    address: SMTPServerAddress,
    session: SMTPServerSession,
    callback: (error?: Error | null) => void,
  ): void {
    const refusal = this.#transactions.senderRefusal(address, session);
    callback(refusal && new Refusal(refusal));
  }

  override onRcptTo(
    address: SMTPServerAddress,
    session: SMTPServerSession,
    callback: (error?: Error | null) => void,
  ): void {
    void this.#transactions
      .addRecipient(address, session)
      .then((refusal) => callback(refusal && new Refusal(refusal)));
  }

  receive(session: SMTPServerSession): MessageData | RefusalName {
    return this.#transactions.receive(session);
  }

  deliver(data: MessageData, session: SMTPServerSession): Promise<SmtpReply> {
    return this.#transactions.deliver(data, session);
  }

  gone(connection: InboundSession): void {
    this.#counter.close(this.#open.get(connection) ?? '');
    this.#open.delete(connection);
    this.#metrics?.sessions(this.#open.size);
  }

  stop(deadlineMs: number): Promise<void> {
    // 0 would mean smtp-server's own 30 seconds.
    this.options.closeTimeout = Math.max(1, deadlineMs);
    return new Promise((resolve) => {
      // Called when all are gone, or at the deadline.
      this.close(() => {
        clearInterval(this.#sweep);
        for (const connection of this.#open.keys()) connection.abort();
        resolve();
      });
      for (const connection of this.#open.keys()) connection.stop();
    });
  }
}

function turnAway(socket: Socket, refusal: RefusalName): void {
  socket.on('error', () => {}); // It is being closed anyhow.
  const { code, text } = replyOf(refusal);
  socket.write(`${code} ${text}\r\n`);
  socket.destroySoon();
}

function optionsFor(config: SmtpConfig, limits: SmtpLimits): SMTPServerOptions {
  const { serverName, certificate } = config;
  return {
    name: serverName,
    heloResponse: '%s',
    size: limits.messageBytes,
    maxRecipients: limits.recipients,
    hideENHANCEDSTATUSCODES: false,
    hideDSN: true,
    hideREQUIRETLS: true,
    disabledCommands: [...UNUSED_COMMANDS, ...(certificate ? [] : ['STARTTLS'])],
    disableReverseLookup: true,
    logger: false,
    // Only a backstop: sessions are timed by their clocks.
    socketTimeout: limits.sessionMs,
    ...(certificate && { ...certificate, minVersion: 'TLSv1.2' as const }),
  };
}

// smtp-server knows these; AUTH is for submission, the others are not for strangers.
const UNUSED_COMMANDS = ['AUTH', 'XCLIENT', 'XFORWARD', 'WIZ', 'SHELL', 'KILL'];
