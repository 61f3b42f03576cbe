import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import { connect, Socket, type AddressInfo, type Server as TcpServer } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import { createEgress, type Egress, type EgressOptions } from '../../src/egress/egress.js';
import type { OpenSocket } from '../../src/egress/connect.js';
import { createZone } from '../support/dns-zone.js';

export const NAME = 'hooks.example.com';
export const PUBLIC_ADDRESS = '93.184.215.14';
export const OTHER_PUBLIC = '2606:4700:4700::1111';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate that is its own authority. */
export async function makeCertificate(...names: readonly string[]): Promise<Certificate> {
  const altNames = [
    ...names.map((value) => ({ type: 2, value }) as const),
    { type: 7, ip: '127.0.0.1' } as const,
  ];
  const made = await generate([{ name: 'commonName', value: names[0] ?? 'test' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames }],
  });
  return { cert: made.cert, key: made.private };
}

const running: { close(): unknown }[] = [];

/** Ends what the fixtures of this file started. */
export async function closeAll(): Promise<void> {
  for (const one of running.splice(0).reverse()) await one.close();
}

export interface Receiver {
  readonly port: number;
  readonly requests: IncomingMessage[];
  /** Names that clients asked for, one a connection; false without one. */
  readonly servernames: (string | false | null)[];
}

/** An HTTPS server on the loopback interface. */
export async function startReceiver(
  certificate: Certificate,
  answer: RequestListener = (_request, response) => response.end('thanks'),
): Promise<Receiver> {
  const requests: IncomingMessage[] = [];
  const servernames: Receiver['servernames'] = [];
  const server: Server = createServer(certificate, (request, response) => {
    requests.push(request);
    request.resume().on('end', () => answer(request, response));
  });
  server.on('secureConnection', ({ servername }: TLSSocket) => {
    servernames.push(servername ?? null);
  });
  const port = await listening(server);
  running.push({ close: () => server.close() && server.closeAllConnections() });
  return { port, requests, servernames };
}

export async function listening(server: TcpServer): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

export interface Recorder {
  /** `address port` of every connection that was asked for. */
  readonly opened: string[];
  readonly open: OpenSocket;
}

/** Takes the place of the socket: writes down where it should have gone, and fails. */
export function createRecorder(): Recorder {
  const opened: string[] = [];
  return {
    opened,
    open(address, port) {
      opened.push(`${address} ${port}`);
      const socket = new Socket();
      setImmediate(() =>
        socket.destroy(Object.assign(new Error('recorded'), { code: 'ECONNREFUSED' })),
      );
      return socket;
    },
  };
}

/** Writes down where a connection goes, and leads it to a server of this machine. */
export function createDetour(port: number): Recorder {
  const opened: string[] = [];
  return {
    opened,
    open(address, wanted) {
      opened.push(`${address} ${wanted}`);
      return connect({ host: '127.0.0.1', port, noDelay: true });
    },
  };
}

/** The way out with no hosts file and a DNS that knows `NAME`. */
export function testEgress(options: Partial<EgressOptions> = {}): Egress {
  const dns = createZone();
  dns.publish(NAME, PUBLIC_ADDRESS, 'A');
  const egress = createEgress({ allow: [], dns, ...options });
  running.push(egress);
  return egress;
}
