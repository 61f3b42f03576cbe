import { createHash } from 'node:crypto';
import { Semaphore, type Release } from '../semaphore.js';
import type { Line } from './provider.js';
import { type SmtpRoute, openSession, type SmtpSession } from './smtp-session.js';

// Connections to a server by the same login, and mails on each.
const MAX_SESSIONS = 5;
const MAX_MAILS = 100;
// Mails in line before a server: at first, and at most. A process that ends leaves those in doubt that were
// begun, so where a server is slow there are no more than connections.
const FIRST_IN_LINE = 10;
const MAX_IN_LINE = 500;
// Milliseconds that a mail has a connection where the server is quick.
const QUICK = 100;
// Milliseconds a connection is kept without work; servers begin to close them after some minutes.
const IDLE_MS = 10_000;

/** A session that is lent. */
export interface Lent {
  readonly session: SmtpSession;
  /** Whether other mails went over it before. */
  readonly isUsed: boolean;
  /** Gives it back once its last words are in; one that is no longer open is dropped. */
  release(): Promise<void>;
}

/** Sessions that are kept between mails. */
export type SmtpPool = ReturnType<typeof createSmtpPool>;

/** `name` is what servers are greeted with. */
export function createSmtpPool(name: string, idleMs = IDLE_MS) {
  const servers = new Map<string, Server>();
  const serverAt = (key: string) => {
    const server = servers.get(key) ?? new Server(name, idleMs, () => servers.delete(key));
    servers.set(key, server);
    return server;
  };
  return {
    /** With `fresh` a new session. @throws what opening it threw, or that no one became free in time. */
    lend: async (route: SmtpRoute, deadline: AbortSignal, fresh = false): Promise<Lent> =>
      serverAt(keyOf(route)).lend(route, deadline, fresh),
    /** The line before the server of `route`, for mails of which there are many. */
    line(route: SmtpRoute): Line {
      const key = keyOf(route);
      return { enter: (late) => serverAt(key).enter(late) };
    },
    close() {
      for (const server of servers.values()) server.close();
    },
  };
}

/** Two logins never share a connection. A hash, so that no password stands in a list of keys. */
const keyOf = ({ host, port, secure, startTls, auth }: SmtpRoute) =>
  createHash('sha256')
    .update(JSON.stringify([host, port, secure, startTls, auth?.user, auth?.pass]))
    .digest('hex');

class Server {
  private readonly idle: SmtpSession[] = [];
  private readonly sessions = new Semaphore(MAX_SESSIONS);
  private readonly line = new Semaphore(FIRST_IN_LINE);
  private isClosed = false;

  constructor(
    private readonly name: string,
    private readonly idleMs: number,
    private readonly remove: () => void,
  ) {}

  async enter(late: AbortSignal): Promise<() => void> {
    const leave = await this.line.acquire(late);
    return () => {
      leave();
      this.removeWhenEmpty();
    };
  }

  async lend(route: SmtpRoute, deadline: AbortSignal, fresh: boolean): Promise<Lent> {
    const release = await this.sessions.acquire(deadline);
    const since = performance.now();
    const leave = () => this.leave(release, since);
    try {
      const kept = fresh ? undefined : this.takeIdle();
      if (kept) return this.lent(kept, leave);
      this.makeRoom();
      return this.lent(await openSession(route, this.name, deadline), leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  close(): void {
    this.isClosed = true;
    for (const session of this.idle.splice(0)) session.quit();
  }

  private lent(session: SmtpSession, leave: Release): Lent {
    const release = async () => {
      await session.settle();
      const mayServe = !this.isClosed && session.mails > 0 && session.mails < MAX_MAILS;
      if (session.isOpen && mayServe) this.keep(session);
      else session.quit();
      leave();
    };
    return { session, isUsed: session.mails > 0, release };
  }

  private takeIdle(): SmtpSession | undefined {
    for (let session; (session = this.idle.pop());) if (session.isOpen) return session;
    return undefined;
  }

  /** A new session may come; those that are kept count as well. */
  private makeRoom(): void {
    while (this.idle.length > 0 && this.idle.length + this.sessions.taken > MAX_SESSIONS)
      this.idle.shift()?.quit();
  }

  private keep(session: SmtpSession): void {
    this.idle.push(session);
    const mails = session.mails;
    setTimeout(() => {
      // Whoever used it since has a timer of its own.
      if (session.mails === mails && this.drop(session)) session.quit();
    }, this.idleMs).unref();
    session.onEnd(() => this.drop(session));
  }

  private drop(session: SmtpSession): boolean {
    const index = this.idle.indexOf(session);
    if (index >= 0) this.idle.splice(index, 1);
    this.removeWhenEmpty();
    return index >= 0;
  }

  /** The line is doubled while the server is quick, and halved while it is not. */
  private leave(release: Release, since: number): void {
    const { limit } = this.line;
    const isQuick = performance.now() - since < QUICK;
    this.line.resize(
      isQuick ? Math.min(limit * 2, MAX_IN_LINE) : Math.max(limit >> 1, MAX_SESSIONS),
    );
    release();
    this.removeWhenEmpty();
  }

  private removeWhenEmpty(): void {
    if (this.sessions.taken + this.line.taken + this.idle.length === 0) this.remove();
  }
}
