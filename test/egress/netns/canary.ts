import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/** Listens on every address there is, in a namespace where all addresses are this machine. */
export interface Canary {
  readonly port: number;
  /** Addresses at which somebody connected since the last call. */
  sung(): Promise<string[]>;
}

const SETTLED = '203.0.113.254';

/** Makes all of IPv4 and IPv6 local, so that no forbidden connection can go unnoticed. */
export function makeEverythingLocal(): void {
  const ip = (...words: string[]) => execFileSync('ip', words, { stdio: 'inherit' });
  ip('link', 'set', 'lo', 'up');
  ip('route', 'add', 'local', 'default', 'dev', 'lo');
  ip('-6', 'route', 'add', 'local', 'default', 'dev', 'lo');
}

export async function startCanary(): Promise<Canary> {
  const addresses: string[] = [];
  const server = createServer((socket) => {
    addresses.push((socket.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/, ''));
    socket.on('error', () => {}).destroy();
  });
  await once(server.listen(0, '::'), 'listening');
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async sung() {
      // Connections are accepted in their order: when this one was, all before it were.
      await access(SETTLED, port);
      while (!addresses.includes(SETTLED)) await new Promise((resolve) => setImmediate(resolve));
      return addresses.splice(0).filter((address) => address !== SETTLED);
    },
  };
}

/** Connects without any guard. @returns whether that was possible. */
export async function access(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.on('error', () => {}).destroy();
  }
}
