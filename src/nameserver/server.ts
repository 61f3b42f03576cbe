import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Log } from '../log.js';
import { answerTo, type ServedZone } from './answer.js';

/** A name server that listens. */
export interface RunningNameserver {
  readonly port: number;
  close(): Promise<void>;
}

interface NameserverOptions {
  readonly host: string;
  /** 0 = free port. */
  readonly port: number;
  readonly zone: ServedZone;
  readonly log: Pick<Log, 'warn'>;
}

// Connections over TCP at once, and milliseconds that one may be silent (RFC 7766 section 6.2.3).
const MAX_CONNECTIONS = 200;
const SILENCE_MS = 10_000;
const MAX_MESSAGE_BYTES = 65_535;
// Questions under way over UDP: beyond that one is left unanswered, and asked again.
const MAX_UNDER_WAY = 5_000;
// Milliseconds between two failures that are logged.
const LOG_EVERY_MS = 10_000;
// Times that a port is looked for which is free for both.
const TRIES = 10;

/** Listens over UDP and TCP on one port. */
export async function startNameserver(options: NameserverOptions): Promise<RunningNameserver> {
  for (let left = TRIES; ; left--)
    try {
      return await listen(options);
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!isTaken || options.port !== 0 || left === 0) throw error;
    }
}

async function listen({
  host,
  port,
  zone: served,
  log,
}: NameserverOptions): Promise<RunningNameserver> {
  const failed = loggedOnce(log);
  const zone = { ...served, text: (label: string) => toldOf(served.text(label), failed) };
  const udp = listenUdp(zone, host, failed);
  udp.bind({ address: host, port });
  await once(udp, 'listening');
  const bound = udp.address().port;
  const tcp = serveTcp(zone, failed);
  tcp.server.listen(bound, host);
  try {
    await once(tcp.server, 'listening');
  } catch (error) {
    udp.close();
    throw error;
  }
  return {
    port: (tcp.server.address() as AddressInfo).port,
    async close() {
      udp.close();
      const closed = once(tcp.server, 'close');
      tcp.server.close();
      for (const socket of tcp.sockets) socket.destroy();
      await closed;
    },
  };
}

type Failed = (error: unknown) => void;

/** Questions are many: one that fails is logged, and none of those soon after it. */
function loggedOnce(log: NameserverOptions['log']): Failed {
  let until = 0;
  return (err) => {
    if (Date.now() < until) return;
    until = Date.now() + LOG_EVERY_MS;
    log.warn({ err }, 'a question to the name server failed');
  };
}

const toldOf = <T>(work: Promise<T>, failed: Failed): Promise<T> =>
  work.catch((error: unknown) => {
    failed(error);
    throw error;
  });

function listenUdp(zone: ServedZone, host: string, failed: Failed): UdpSocket {
  const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4' });
  let underWay = 0;
  socket.on('message', (message, { address, port }) => {
    if (underWay >= MAX_UNDER_WAY) return;
    underWay++;
    answerTo(message, zone, false)
      .then((answer) => {
        if (answer) socket.send(answer, port, address, () => undefined);
      })
      .catch(failed)
      .finally(() => underWay--);
  });
  // Of what was sent to somebody who is gone; binding fails by the event as well.
  socket.on('error', failed);
  return socket;
}

function serveTcp(zone: ServedZone, failed: Failed): { server: Server; sockets: Set<Socket> } {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
    answerAll(socket, zone).catch((error: unknown) => {
      failed(error);
      socket.destroy();
    });
  });
  server.maxConnections = MAX_CONNECTIONS;
  return { server, sockets };
}

/** One question after the other, each behind its length (RFC 1035 section 4.2.2). */
async function answerAll(socket: Socket, zone: ServedZone): Promise<void> {
  let received: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of socket)
      received = await answerWhole(socket, zone, Buffer.concat([received, chunk as Buffer]));
  } catch (error) {
    // The peer hung up.
    if (!socket.destroyed) throw error;
  }
  socket.end();
}

/** Answers the messages that are whole; the rest that is not. */
async function answerWhole(socket: Socket, zone: ServedZone, received: Buffer): Promise<Buffer> {
  let rest = received;
  for (let length; (length = messageLength(rest)) !== null;) {
    const answer = await answerTo(rest.subarray(2, 2 + length), zone, true);
    rest = rest.subarray(2 + length);
    if (!answer || socket.destroyed) {
      socket.destroy();
      break;
    }
    // Whoever asks and does not read what is answered is read no more until it does, and not for long.
    if (!socket.write(Buffer.concat([lengthOf(answer), answer]))) await drained(socket);
  }
  return rest;
}

const drained = (socket: Socket) => Promise.race([once(socket, 'drain'), once(socket, 'close')]);

/** The length of the message that is there; null while it is not whole. */
function messageLength(received: Buffer): number | null {
  if (received.length < 2) return null;
  const length = received.readUInt16BE(0);
  return received.length >= 2 + length ? length : null;
}

function lengthOf({ length }: Buffer): Buffer {
  const head = Buffer.alloc(2);
  head.writeUInt16BE(Math.min(length, MAX_MESSAGE_BYTES));
  return head;
}
