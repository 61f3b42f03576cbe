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
