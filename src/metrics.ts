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
  readonly accepted = new Histogram({
    name: 'restante_mail_accept_seconds',
    help: 'From the last byte of a message to its commit.',
    buckets: [0.002, 0.005, 0.01, 0.05, 0.2, 1, 5],
    registers: [this.registry],
  });
  readonly refused = new Counter({
    name: 'restante_mail_refused_total',
    help: 'Messages that were not stored.',
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'restante_' });
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
