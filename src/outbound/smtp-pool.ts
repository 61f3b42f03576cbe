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
const QUICK_MS = 100;
// Milliseconds a connection is kept without work; servers begin to close them after some minutes.
const IDLE_MS = 10_000;

/** What is done with a session. */
interface SessionUse<T> {
  readonly route: SmtpRoute;
  /** Until when there has to be one. */
  readonly deadline: AbortSignal;
  /** Whether it has to be a new one. */
  readonly isFresh: boolean;
  /** `isUsed`: whether other mails went over it before. One that is not open afterwards is dropped. */
  opened(session: SmtpSession, isUsed: boolean): Promise<T>;
  /** Gets what opening one threw, or that none became free in time. */
  unopened(error: unknown): T;
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
    /** Lends a session, and keeps it for others afterwards. @throws what `use` throws */
    lend: async <T>(use: SessionUse<T>): Promise<T> => serverAt(keyOf(use.route)).lend(use),
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

// The operator's server has one route for all mail.
const keys = new WeakMap<SmtpRoute, string>();

/** Two logins never share a connection. A hash, so that no password stands in a list of keys. */
function keyOf(route: SmtpRoute): string {
  const known = keys.get(route);
  if (known !== undefined) return known;
  const { host, port, secure, auth } = route;
  const key = createHash('sha256')
    .update(JSON.stringify([host, port, secure, auth?.user, auth?.pass]))
    .digest('hex');
  keys.set(route, key);
  return key;
}

/** What is asked of TLS may differ from mail to mail, and counts for each connection. */
interface KeptSession {
  readonly session: SmtpSession;
  readonly startTls: SmtpRoute['startTls'];
}

class Server {
  private readonly idle: KeptSession[] = [];
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

  async lend<T>(use: SessionUse<T>): Promise<T> {
    let release: Release;
    try {
      release = await this.sessions.acquire(use.deadline);
    } catch (error) {
      return use.unopened(error);
    }
    const since = performance.now();
    try {
      return await this.serve(use);
    } finally {
      this.leave(release, since);
    }
  }

  close(): void {
    this.isClosed = true;
    for (const { session } of this.idle.splice(0)) session.quit();
  }

  private async serve<T>(use: SessionUse<T>): Promise<T> {
    let lent: KeptSession;
    try {
      use.route.admit?.();
      lent = (use.isFresh ? undefined : this.takeIdle(use.route)) ?? (await this.open(use));
    } catch (error) {
      return use.unopened(error);
    }
    try {
      return await use.opened(lent.session, lent.session.mails > 0);
    } finally {
      await this.returnSession(lent);
    }
  }

  private async open({ route, deadline }: SessionUse<unknown>): Promise<KeptSession> {
    this.makeRoom();
    const session = await openSession(route, this.name, deadline);
    return { session, startTls: route.startTls };
  }

  /** Once its last words are in. */
  private async returnSession(lent: KeptSession): Promise<void> {
    const { session } = lent;
    await session.settle();
    const mayServe = !this.isClosed && session.mails > 0 && session.mails < MAX_MAILS;
    if (session.isOpen && mayServe) this.keep(lent);
    else session.quit();
  }

  private takeIdle({ startTls }: SmtpRoute): KeptSession | undefined {
    const at = this.idle.findLastIndex((kept) => kept.startTls === startTls && kept.session.isOpen);
    return at < 0 ? undefined : this.idle.splice(at, 1)[0];
  }

  /** A new session may come; those that are kept count as well. */
  private makeRoom(): void {
    while (this.idle.length > 0 && this.idle.length + this.sessions.taken > MAX_SESSIONS)
      this.idle.shift()?.session.quit();
  }

  private keep(kept: KeptSession): void {
    this.idle.push(kept);
    const { session } = kept;
    const mails = session.mails;
    setTimeout(() => {
      // Whoever used it since has a timer of its own.
      if (session.mails === mails && this.drop(kept)) session.quit();
    }, this.idleMs).unref();
    session.onEnd(() => this.drop(kept));
  }

  private drop(kept: KeptSession): boolean {
    const index = this.idle.indexOf(kept);
    if (index >= 0) this.idle.splice(index, 1);
    this.removeWhenEmpty();
    return index >= 0;
  }

  /** The line is doubled while the server is quick, and halved while it is not. */
  private leave(release: Release, since: number): void {
    const { limit } = this.line;
    const isQuick = performance.now() - since < QUICK_MS;
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
