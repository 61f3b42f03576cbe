import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { codeMail } from '../code-mail.js';
import type { SmtpAddress } from '../service.js';
import { serve } from './serve.js';
import { SmtpSession } from './smtp-session.js';

/** Long polls to be opened, each on a connection of its own. */
export interface WaitersJob {
  readonly rest: string;
  readonly waits: readonly { readonly path: string; readonly apiKey: string }[];
}

/** A mail that all open waits wait for. */
export interface CrowdJob {
  readonly smtp: SmtpAddress;
  readonly to: string;
}

/** How a crowd was answered. */
export interface CrowdOutcome {
  /** Milliseconds from the end of DATA to the last answer. */
  readonly milliseconds: number;
  readonly answers: number;
}

/** What the generator can be asked. */
export type WaitersCommands = typeof commands;

// Connections that are being made at once: a listener's queue has an end.
const AT_ONCE = 200;

let sockets: Socket[] = [];
let early: string[] = [];

const commands = {
  /** Opens the waits; resolves when all requests are on their way. */
  async open({ rest, waits }: WaitersJob): Promise<void> {
    const { hostname, port } = new URL(rest);
    const queue = [...waits];
    const openSome = async () => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        const socket = connect({ host: hostname, port: Number(port) });
        await once(socket, 'connect');
        const { path, apiKey } = next;
        socket.write(`GET ${path} HTTP/1.1\r\nHost: bench\r\nX-API-Key: ${apiKey}\r\n\r\n`);
        socket.on('error', () => socket.destroy());
        socket.once('data', (answer) => early.push(answer.toString('latin1')));
        sockets.push(socket);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, openSome));
  },

  /** Sends a mail and waits until every open wait has its answer. @throws Error on a wrong one. */
  async crowd({ smtp, to }: CrowdJob): Promise<CrowdOutcome> {
    const session = await SmtpSession.open(smtp);
    const mail = codeMail(to);
    await session.startData(to);
    const answers = sockets.map((socket) => answerOf(socket, mail.code));
    const from = performance.now();
    await session.finish(mail);
    const times = await Promise.all(answers);
    session.close();
    return { milliseconds: Math.max(...times) - from, answers: times.length };
  },

  /** Answers that came although no mail was sent. */
  async early(): Promise<string[]> {
    return early;
  },

  async close(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    early = [];
  },
};

async function answerOf(socket: Socket, code: string): Promise<number> {
  const [answer] = (await once(socket, 'data')) as [Buffer];
  const at = performance.now();
  if (!answer.includes(code)) throw new Error(`A wait was answered ${answer.toString('latin1')}`);
  return at;
}

serve(commands);
