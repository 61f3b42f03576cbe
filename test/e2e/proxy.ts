import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Where a server listens. */
export interface Peer {
  readonly host: string;
  readonly port: number;
}

/** Stands between the service and a server, which can so be taken away. */
export interface Proxy {
  /** The same all the time. */
  readonly port: number;
  /** Connections are refused and those that are open cut, as where the server's process was killed. */
  refuse(): Promise<void>;
  /** Connections are taken and hang, as where the server's machine vanished. */
  stall(): void;
  /** What hung goes on, on the same connections, as where the server's machine was slow. */
  resume(): void;
  /** The server is there again, or another one in its place. */
  restore(peer?: Peer): Promise<void>;
  close(): Promise<void>;
}

/** Starts a proxy to `peer` on a free port of the loopback interface. */
export async function startProxy(peer: Peer): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const pairs = new Set<readonly [Socket, Socket]>();
  const state = { peer, stalled: false };
  const server = createServer({ pauseOnConnect: true }, (near) => {
    const far = connect(state.peer);
    for (const socket of [near, far]) follow(sockets, socket);
    const pair = [near, far] as const;
    pairs.add(pair);
    near.on('close', () => far.destroy() && pairs.delete(pair));
    far.on('close', () => near.destroy());
    if (!state.stalled) join(near, far);
  });
  const port = await listen(server, 0);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const refuse = async () => {
    const closed = server.listening ? once(server, 'close') : null;
    server.close();
    cut();
    await closed;
  };
  return {
    port,
    refuse,
    stall() {
      state.stalled = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    resume() {
      state.stalled = false;
      for (const [near, far] of pairs) join(near, far);
    },
    async restore(other = state.peer) {
      Object.assign(state, { peer: other, stalled: false });
      // What hung is lost: a machine that comes back does not know its connections.
      cut();
      if (!server.listening) await listen(server, port);
    },
    close: refuse,
  };
}

function follow(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  // Whoever is at the other end sees the end.
  socket.on('error', () => socket.destroy());
}

function join(near: Socket, far: Socket): void {
  near.pipe(far);
  far.pipe(near);
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
