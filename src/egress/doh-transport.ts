import { rootCertificates } from 'node:tls';
import { Agent } from 'undici';
import type { DohTransport } from '../dns/doh.js';
import { firstBytes } from './first-bytes.js';

/** A transport that has connections open. */
export interface OpenDohTransport extends DohTransport {
  close(): Promise<void>;
}

// Connections to a server: many questions share one where it speaks HTTP/2.
const CONNECTIONS = 6;
// Milliseconds for a connection, and that one is kept without work.
const CONNECT_MS = 2_000;
const IDLE_MS = 30_000;

/**
 * Reaches the DNS-over-HTTPS servers that the operator names, on kept connections, by HTTP/2 where they speak it
 * (BIND and Unbound speak nothing else). `authorities` are trusted beside the usual ones, in PEM.
 */
export function createDohTransport(authorities?: string): OpenDohTransport {
  const agent = new Agent({
    allowH2: true,
    connections: CONNECTIONS,
    keepAliveTimeout: IDLE_MS,
    connect: {
      timeout: CONNECT_MS,
      ...(authorities !== undefined && { ca: [...rootCertificates, authorities] }),
    },
  });
  return {
    async get(url, { accept, maxBytes, signal }) {
      const { origin, pathname, search } = url;
      const path = `${pathname}${search}`;
      const headers = { accept };
      const answered = await agent.request({ origin, path, method: 'GET', headers, signal });
      const { statusCode: status, headers: said, body } = answered;
      const type = String(said['content-type'] ?? '');
      const { bytes, isLonger, error } = await firstBytes(body, maxBytes);
      if (error !== undefined) throw error as Error;
      return { status, type, body: isLonger ? null : bytes };
    },
    close: () => agent.destroy(),
  };
}
