import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { serve } from './serve.js';

/** Endpoints of subscribers, on ports of their own. */
export interface Receivers {
  readonly ports: readonly number[];
  /** The certificate that all of them show, its own authority (PEM). */
  readonly certificate: string;
}

/** A request that arrived. */
export interface Arrival {
  /** Which receiver it came to. */
  readonly receiver: number;
  /** The code that the mail held. */
  readonly code: string;
  /** On the clock of this machine, milliseconds. */
  readonly at: number;
}

/** What the receivers can be asked. */
export type ReceiverCommands = typeof commands;

/** Milliseconds on a clock that all processes of a machine share. */
export const sharedClock = (): number => Number(process.hrtime.bigint()) / 1e6;

let arrivals: Arrival[] = [];
let hanging = new Set<number>();
let hangFor = 0;

const commands = {
  async start(count: number): Promise<Receivers> {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'bench' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    });
    const ports: number[] = [];
    for (let receiver = 0; receiver < count; receiver++) {
      const server = createServer({ cert, key, keepAliveTimeout: 60_000 }, (request, response) => {
        void take(receiver, request, response);
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      ports.push((server.address() as AddressInfo).port);
    }
    return { ports, certificate: cert };
  },

  /** From now on these receivers answer after `milliseconds`. */
  async hang({ receivers, milliseconds }: { receivers: readonly number[]; milliseconds: number }) {
    hanging = new Set(receivers);
    hangFor = milliseconds;
  },

  async count(): Promise<number> {
    return arrivals.length;
  },

  /** What arrived since the last time. */
  async take(): Promise<Arrival[]> {
    const taken = arrivals;
    arrivals = [];
    return taken;
  },
};

async function take(receiver: number, request: IncomingMessage, response: ServerResponse) {
  const at = sharedClock();
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as {
    data: { otp_codes: string[] };
  };
  arrivals.push({ receiver, code: body.data.otp_codes[0] ?? '', at });
  const answer = () => response.writeHead(204).end();
  if (hanging.has(receiver)) setTimeout(answer, hangFor);
  else answer();
}

serve(commands);
