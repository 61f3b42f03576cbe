import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { spreadOf, type Spread } from '../statistics.js';
import { ImapSession, type ImapTarget } from './imap-session.js';
import { serve } from './serve.js';

/** What the client can be asked. */
export type ImapCommands = typeof commands;

/** Commands to measure. */
export interface TimesJob {
  readonly target: ImapTarget;
  readonly command: string;
  readonly times: number;
}

/** Load for some seconds. */
export interface LoadJob {
  readonly target: ImapTarget;
  readonly connections: number;
  readonly seconds: number;
  /** Messages there are. */
  readonly messages: number;
}

/** A client that idles, and where mail for it is handed in. */
export interface HearsJob {
  readonly target: ImapTarget;
  readonly smtpPort: number;
  readonly times: number;
}

/** Clients that idle in these inboxes, so many in each. */
export interface IdleJob {
  readonly targets: readonly ImapTarget[];
  readonly each: number;
}

// A server takes only so many connections from one address.
const AN_ADDRESS = 90;
const idling: ImapSession[] = [];

const commands = {
  /** Milliseconds of one command after the other, and the bytes of an answer. */
  async times({ target, command, times }: TimesJob): Promise<Spread & { readonly bytes: number }> {
    const session = await ImapSession.selected(target);
    const taken: number[] = [];
    let before = 0;
    for (let i = 0; i < times; i++) {
      before = session.bytes;
      const from = performance.now();
      await session.command(command);
      taken.push(performance.now() - from);
    }
    const bytes = session.bytes - before;
    session.close();
    return { ...spreadOf(taken), bytes };
  },

  /** Connections that sign in and go, a second. */
  signIns: ({ target, ...job }: LoadJob): Promise<number> =>
    rate(job, async () => {
      const session = await ImapSession.signedIn(target);
      session.close();
    }),

  /** Bodies a second. */
  async bodies({ target, messages, ...job }: LoadJob): Promise<number> {
    const sessions = await Promise.all(
      Array.from({ length: job.connections }, () => ImapSession.selected(target)),
    );
    const perSecond = await rate(job, (connection) => {
      const message = 1 + Math.floor(Math.random() * messages);
      return sessions[connection]!.command(`FETCH ${message} BODY.PEEK[]`);
    });
    sessions.forEach((session) => session.close());
    return perSecond;
  },

  /** Opens clients that idle. */
  async idle({ targets, each }: IdleJob): Promise<void> {
    for (const [place, target] of targets.entries())
      await Promise.all(
        Array.from({ length: each }, async (_, index) => {
          const address = localAddress(place * each + index);
          const session = await ImapSession.selected(target, address);
          idling.push(session);
          session.socket.write('i IDLE\r\n');
          await session.until('+');
        }),
      );
  },

  /** Milliseconds from the `250` of a mail until a client that idles hears of it. */
  async hears({ target, smtpPort, times }: HearsJob): Promise<Spread> {
    const session = await ImapSession.selected(target);
    session.socket.write('i IDLE\r\n');
    await session.until('+');
    const taken: number[] = [];
    for (let i = 0; i < times; i++) {
      const heard = session.until('* ').then(() => performance.now());
      const accepted = await deliver(smtpPort, target.username);
      taken.push(Math.max(0, (await heard) - accepted));
    }
    session.close();
    return spreadOf(taken);
  },

  /** Ends those that idle. */
  async wake(): Promise<void> {
    idling.splice(0).forEach((session) => session.close());
  },

  /** Clients that ask for a message and take nothing of it for a while. */
  async slow({ target, connections, seconds }: LoadJob): Promise<void> {
    const sessions = await Promise.all(
      Array.from({ length: connections }, () => ImapSession.selected(target)),
    );
    for (const { socket } of sessions) {
      socket.pause();
      socket.write('t FETCH 1 BODY.PEEK[]\r\n');
    }
    await sleep(seconds * 1_000);
    sessions.forEach((session) => session.close());
  },
};

/** Hands a mail in; when it was answered. */
async function deliver(port: number, recipient: string): Promise<number> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  await transport.sendMail({ from: 'a@b.example', to: recipient, subject: 'Now', text: 'Now' });
  const accepted = performance.now();
  transport.close();
  return accepted;
}

const localAddress = (turn: number) => {
  const place = Math.floor(turn / AN_ADDRESS);
  return `127.0.${1 + Math.floor(place / 200)}.${1 + (place % 200)}`;
};

async function rate(
  { connections, seconds }: Omit<LoadJob, 'target' | 'messages'>,
  work: (connection: number) => Promise<void>,
): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  let done = 0;
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      while (performance.now() < end) {
        await work(connection);
        done++;
      }
    }),
  );
  return done / seconds;
}

serve(commands, async () => idling.forEach((session) => session.close()));
