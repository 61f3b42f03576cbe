import { Agent, type RequestOptions } from 'node:https';
import type { SecureContext } from 'node:tls';
import type { Duplex } from 'node:stream';
import type { Connect } from './connect.js';

const HTTPS_PORT = 443;

/** A `node:https` Agent on the guarded connect function, for libraries that take one. */
export class GuardedAgent extends Agent {
  constructor(
    private readonly connectTo: Connect,
    secureContext: SecureContext,
  ) {
    super({ keepAlive: true, secureContext, rejectUnauthorized: true });
  }

  /** Hands the socket to `callback`, which Node takes as well as a returned one. */
  override createConnection(
    options: RequestOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const target = { host: options.host ?? '', port: Number(options.port ?? HTTPS_PORT) };
    this.connectTo(target)
      // The Agent of Node adds TLS to a socket it is given, and keeps the session for next time.
      .then((socket) => super.createConnection({ ...options, socket } as RequestOptions))
      .then(
        (stream) => callback?.(null, stream!),
        // Without a stream, as in Node itself.
        (error: Error) => (callback as ((error: Error) => void) | undefined)?.(error),
      );
  }
}
