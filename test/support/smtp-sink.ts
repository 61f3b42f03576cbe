import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Session, type SinkState } from './smtp-sink-session.js';

/** Where a script may speak. `dot` is the end of the data. */
export type SinkPoint =
  'greeting' | 'EHLO' | 'HELO' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'dot' | 'RSET';

/** What is done at a point, in this order. */
export interface Deed {
  /** A reply without its last line end; several lines are several replies, or one of many lines. */
  readonly say?: string;
  /** Milliseconds until the rest. */
  readonly after?: number;
  /** Said as well, though nobody asked. */
  readonly extra?: string;
  /** `end`: FIN; `cut`: the socket is destroyed; `reset`: RST; `stall`: nothing is answered any more. */
  readonly then?: 'stall' | 'end' | 'cut' | 'reset';
}

/** What a script is told. */
export interface Moment {
  /** The command line; the address alone for MAIL and RCPT. */
  readonly text: string;
  /** Counts connections from 1. */
  readonly session: number;
  /** Counts how often this point was reached, over all connections, from 1. */
  readonly turn: number;
}

/** A reply, more than that, or the usual answer (undefined). */
export type Step = string | Deed | undefined;

/** What to answer at each point; the usual answer where nothing is said. */
export type SinkScript = {
  readonly [point in SinkPoint]?: Step | ((moment: Moment) => Step);
} & {
  /** Does `then` once so many bytes of data came, before their end; `pause` reads no further. */
  readonly within?: { readonly bytes: number; readonly then: 'end' | 'cut' | 'reset' | 'pause' };
};

/** How the server presents itself. */
export interface SinkOptions {
  /** With it STARTTLS is offered. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  /** TLS from the first byte. */
  readonly secure?: boolean;
  /** Whom AUTH knows, by user name; without them AUTH is not offered, and with them required. */
  readonly users?: Readonly<Record<string, string>>;
  /** What EHLO offers beside STARTTLS and AUTH. */
  readonly extensions?: readonly string[];
  /** An address of the loopback interface. */
  readonly address?: string;
}

/** A mail that was taken: the dot was answered by 2xx. */
export interface SinkMail {
  readonly from: string;
  /** Those whose RCPT was answered by 2xx. */
  readonly to: readonly string[];
  /** Parameters of MAIL, such as `SIZE=123`. */
  readonly parameters: string;
  /** The mail, as it was before dots were doubled. */
  readonly data: Buffer;
  /** As it came: dots doubled, with the final dot. */
  readonly wire: Buffer;
  readonly secure: boolean;
  readonly user: string | null;
  /** Counts connections from 1. */
  readonly session: number;
}

/** A connection. */
export interface SinkSession {
  /** Every byte of the client, below TLS. */
  readonly bytes: Buffer;
  /** The commands, without data. */
  readonly commands: readonly string[];
  readonly open: boolean;
}

/** An SMTP server on the loopback interface that does what a script says. */
export interface SmtpSink {
  readonly port: number;
  readonly mails: readonly SinkMail[];
  readonly sessions: readonly SinkSession[];
  /** Replaces the script; without one everything is taken. */
  script(script: SinkScript): void;
  /** Forgets mails, sessions and turns; open connections stay. */
  forget(): void;
  /** Ends every connection that is open. */
  hangUp(): void;
  close(): Promise<void>;
}

/** Starts a server that takes everything until a script says otherwise. */
export async function startSmtpSink(options: SinkOptions = {}): Promise<SmtpSink> {
  const state = new State(options);
  const server = createServer((socket) => state.accept(socket));
  await once(server.listen(0, options.address ?? '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get mails() {
      return state.mails;
    },
    get sessions() {
      return state.sessions;
    },
    script: (script) => void (state.script = script),
    forget: () => state.forget(),
    hangUp: () => state.hangUp(),
    async close() {
      state.hangUp();
      server.close();
      await once(server, 'close');
    },
  };
}

class State implements SinkState {
  script: SinkScript = {};
  mails: SinkMail[] = [];
  sessions: Session[] = [];
  private readonly open = new Set<Session>();
  private turns = new Map<SinkPoint, number>();
  private count = 0;

  constructor(readonly options: SinkOptions) {}

  accept(socket: Socket): void {
    const session = new Session(this, socket, ++this.count);
    this.sessions.push(session);
    this.open.add(session);
    socket.on('close', () => this.open.delete(session));
    session.start();
  }

  stepAt(point: SinkPoint, text: string, session: number): Step {
    const turn = (this.turns.get(point) ?? 0) + 1;
    this.turns.set(point, turn);
    const step = this.script[point];
    return typeof step === 'function' ? step({ text, session, turn }) : step;
  }

  forget(): void {
    this.mails = [];
    this.sessions = [];
    this.turns = new Map();
    this.count = 0;
  }

  hangUp(): void {
    for (const session of this.open) session.socket.destroy();
  }
}
