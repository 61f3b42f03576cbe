import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What operators can read of this process. */
export class Metrics {
  readonly registry = new Registry();
  readonly requests = new Histogram({
    name: 'restante_http_request_seconds',
    help: 'Answers of the REST interface by operation and status.',
    labelNames: ['operation', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 130],
    registers: [this.registry],
  });
  private readonly smtpSessions = new Gauge({
    name: 'restante_smtp_sessions',
    help: 'SMTP sessions that are open.',
    registers: [this.registry],
  });
  private readonly smtpAnswers = new Counter({
    name: 'restante_smtp_answers_total',
    help: 'Recipients and messages by what they were answered.',
    labelNames: ['what', 'outcome'],
    registers: [this.registry],
  });

  private readonly openImapSessions = new Gauge({
    name: 'restante_imap_sessions',
    help: 'IMAP connections that are open.',
    registers: [this.registry],
  });
  private readonly imapSignIns = new Counter({
    name: 'restante_imap_sign_ins_total',
    help: 'Attempts to sign in to an inbox by outcome.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });
  private readonly imapCommands = new Histogram({
    name: 'restante_imap_command_seconds',
    help: 'IMAP commands by name and outcome; IDLE lasts until its client ends it.',
    labelNames: ['command', 'outcome'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [this.registry],
  });
  private readonly imapSentBytes = new Counter({
    name: 'restante_imap_sent_bytes_total',
    help: 'Bytes sent to IMAP clients, before TLS.',
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'restante_' });
  }

  /** SMTP sessions open now. */
  sessions(open: number): void {
    this.smtpSessions.set(open);
  }

  /** A recipient or a message was answered. */
  answered(what: string, outcome: string): void {
    this.smtpAnswers.inc({ what, outcome });
  }

  /** IMAP connections open now. */
  imapSessions(open: number): void {
    this.openImapSessions.set(open);
  }

  /** Somebody tried to sign in. */
  imapSignIn(outcome: string): void {
    this.imapSignIns.inc({ outcome });
  }

  /** An IMAP command was answered; its name is one of those there are. */
  imapCommand(command: string, outcome: string, seconds: number): void {
    this.imapCommands.observe({ command, outcome }, seconds);
  }

  /** Bytes went to an IMAP client. */
  imapBytes(count: number): void {
    this.imapSentBytes.inc(count);
  }

  /** A figure that is asked for when it is read. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        this.set(await read());
      },
    });
  }
}

/** Serves `/metrics` in the Prometheus text format on a port of its own. */
export async function startMetrics(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.registry.metrics().then(
      (text) => response.setHeader('Content-Type', metrics.registry.contentType).end(text),
      () => response.writeHead(503).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
