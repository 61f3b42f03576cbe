import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import type { Connect } from './connect.js';
import { EgressError } from './failure.js';

// Milliseconds for TLS, once connected.
const HANDSHAKE_MS = 5_000;
const HTTPS_PORT = 443;

/**
 * An undici dispatcher with a pool of kept connections for each origin, HTTP/1.1 over TLS only. It
 * follows no redirect and knows no proxy. A pool is as large as its callers make it: with a limit,
 * one customer's hanging requests would hold up another's to the same host.
 */
export function createDispatcher(connect: Connect, secureContext: SecureContext): Dispatcher {
  const upgrade = buildConnector({
    secureContext,
    rejectUnauthorized: true,
    timeout: HANDSHAKE_MS,
  });

  const secured = async (options: buildConnector.Options): Promise<Socket> => {
    if (options.protocol !== 'https:') throw new EgressError('forbidden', 'only https is allowed');
    const port = Number(options.port || HTTPS_PORT);
    const httpSocket = await connect({ host: options.hostname, port });
    return new Promise((resolve, reject) => {
      upgrade({ ...options, httpSocket }, (error, socket) =>
        error ? reject(error) : resolve(socket),
      );
    });
  };

  return new Agent({
    pipelining: 1,
    connect: (options, callback) => {
      secured(options).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    },
  });
}
