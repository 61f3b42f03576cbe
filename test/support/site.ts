import { once } from 'node:events';
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from '../egress/fixture.js';

/** What a site answers: HTML, or what it does with a request. */
export type SitePage = string | ((request: SiteRequest, response: ServerResponse) => void);

/** A request that has come whole. */
export interface SiteRequest extends IncomingMessage {
  readonly body: string;
}

/** Small sites over https on the loopback interface, told apart by their names. */
export interface Sites {
  readonly port: number;
  /** Certificates that are to be trusted, in PEM. */
  readonly authorities: string;
  /** Sets what is at a host and path, or at all others of the host (`*`); answers its address. */
  page(host: string, path: string, page: SitePage): string;
  /** Bodies and addresses that came to a host, in order. */
  received(host: string): readonly string[];
  close(): Promise<void>;
}

const HOSTS = [
  ...['site.test', '*.site.test', 'evil.test', 'evilsite.test', 'site.test.evil.test'],
  'xn--ste-1ma.test',
];

/** Starts them. */
export async function startSites(): Promise<Sites> {
  const certificate = await makeCertificate(...HOSTS);
  const pages = new Map<string, SitePage>();
  const received = new Map<string, string[]>();
  const server = createServer(certificate, (request, response) => {
    const host = (request.headers.host ?? '').split(':')[0]!;
    const [path] = (request.url ?? '/').split('?');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const told = `${request.method} ${request.url} ${body}`.trim();
      received.set(host, [...(received.get(host) ?? []), told]);
      const page = pages.get(`${host}${path}`) ?? pages.get(`${host}*`);
      if (typeof page === 'function') return page(Object.assign(request, { body }), response);
      response.writeHead(page === undefined ? 404 : 200, { 'Content-Type': 'text/html' });
      response.end(page ?? 'nothing here');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    authorities: certificate.cert,
    page(host, path, page) {
      pages.set(`${host}${path}`, page);
      return `https://${host}:${port}${path}`;
    },
    received: (host) => received.get(host) ?? [],
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
