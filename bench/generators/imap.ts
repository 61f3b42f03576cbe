import { setTimeout as sleep } from 'node:timers/promises';
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
    for (const target of targets)
      await Promise.all(
        Array.from({ length: each }, async () => {
          const turn = idling.length;
          const session = await ImapSession.selected(target, localAddress(turn));
          idling.push(session);
          session.socket.write('i IDLE\r\n');
          await session.until('+ ');
        }),
      );
  },

  /** Milliseconds until a client that idles hears of the mail that `send` of the bench brings now. */
  async heard(): Promise<number> {
    const session = idling[0]!;
    await session.until('* ');
    return Date.now();
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

const localAddress = (turn: number) => {
  const place = Math.floor((turn + idling.length) / AN_ADDRESS / 2);
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
