import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '../egress/fixture.js';

/** A request as it came. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What a receiver does with a request; `turn` counts those of its path from 1. */
export type Behaviour = (response: ServerResponse, turn: number) => void;

/** Subscribers' endpoints on the loopback interface, one a path. */
export interface WebhookSink {
  /** Settings with which a service reaches and trusts it. */
  readonly settings: Readonly<Record<string, string>>;
  /** The address of an endpoint; without a behaviour it answers 200. */
  endpoint(name: string, behaviour?: Behaviour): string;
  /** What came to an endpoint, in order. */
  received(name: string): readonly Received[];
  close(): Promise<void>;
}

const ok: Behaviour = (response) => response.end('ok');

/** An HTTPS server with a certificate that `EXTRA_CA_FILE` names. */
export async function startWebhookSink(): Promise<WebhookSink> {
  const directory = await mkdtemp(join(tmpdir(), 'restante-sink-'));
  const certificate = await makeCertificate('localhost');
  const authorities = join(directory, 'authorities.pem');
  await writeFile(authorities, certificate.cert);
  const behaviours = new Map<string, Behaviour>();
  const requests = new Map<string, Received[]>();

  const server = createServer(certificate, (request, response) => {
    const { url: path = '', headers } = request;
    const at = Date.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const all = requests.get(path) ?? [];
      all.push({ path, headers, body, at });
      requests.set(path, all);
      (behaviours.get(path) ?? ok)(response, all.length);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    settings: { EGRESS_ALLOW: '127.0.0.0/8', EXTRA_CA_FILE: authorities },
    endpoint(name, behaviour = ok) {
      behaviours.set(`/${name}`, behaviour);
      return `https://127.0.0.1:${port}/${name}`;
    },
    received: (name) => requests.get(`/${name}`) ?? [],
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
