import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut and mended. */
export interface Proxy {
  readonly address: string;
  /** Ends all connections and takes no new ones. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** A proxy on loopback in front of `target` (`host:port`). */
export async function startProxy(target: string): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const [host, port] = target.split(':') as [string, string];
  let open = true;

  const server = createServer((client) => {
    if (!open) return client.destroy();
    const upstream = connect(Number(port), host);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  const cut = () => {
    open = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: `127.0.0.1:${address.port}`,
    cut,
    mend() {
      open = true;
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
