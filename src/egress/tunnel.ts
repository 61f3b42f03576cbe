import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket, type SecureContext } from 'node:tls';
import type { Duplex } from 'node:stream';
import type { AddressRules } from './addresses.js';
import type { Connect, ConnectTarget } from './connect.js';
import { asEgressError, timedOut } from './failure.js';

/** What the near side of a tunnel is shown where its TLS ends here, in PEM. */
export interface ShownCertificate {
  readonly cert: string;
  readonly key: string;
}

/** A way to a host, for programs that bring TLS of their own. */
export interface Tunnel {
  readonly far: Duplex;
  /** Whether the operator opened the way: then TLS ends here, and the far side was verified. */
  readonly isOpened: boolean;
  /** What is to be joined with `far`. */
  near(client: Socket): Duplex;
}

/** Opens a tunnel. @throws EgressError */
export type OpenTunnel = (target: ConnectTarget, shown: ShownCertificate) => Promise<Tunnel>;

// Milliseconds for TLS, once connected.
const HANDSHAKE_MS = 5_000;
const HTTP = ['http/1.1'];

/**
 * Tunnels on the guarded connect function. A browser verifies public hosts itself. What the operator opened may be
 * known by authorities that no browser has: there the far side is verified here, and the near side is shown
 * another certificate.
 */
export function createTunnels(
  connect: Connect,
  rules: Pick<AddressRules, 'opens'>,
  secureContext: SecureContext,
): OpenTunnel {
  return async (target, shown) => {
    const socket = await connect(target).catch((error: unknown) => {
      throw asEgressError(error);
    });
    if (!rules.opens(socket.remoteAddress ?? ''))
      return { far: socket, isOpened: false, near: (client) => client };
    const far = await verified(socket, target.host, secureContext);
    const near = (client: Socket) =>
      new TLSSocket(client, { ...shown, isServer: true, ALPNProtocols: HTTP });
    return { far, isOpened: true, near };
  };
}

async function verified(socket: Socket, host: string, secureContext: SecureContext) {
  const servername = isIP(host) === 0 ? host : '';
  const far = connectTls({ socket, host, servername, secureContext, ALPNProtocols: HTTP });
  const limit = AbortSignal.timeout(HANDSHAKE_MS);
  try {
    await once(far, 'secureConnect', { signal: limit });
    return far;
  } catch (error) {
    far.on('error', () => {}).destroy();
    throw limit.aborted ? timedOut(error) : asEgressError(error);
  }
}
