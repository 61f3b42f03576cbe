import { createHash } from 'node:crypto';
import { timedOut } from '../egress/failure.js';
import type { SmtpRoute } from './smtp-route.js';
import { openSession, type SmtpSession } from './smtp-session.js';

// Connections to a server by the same login, and mails on each.
const MAX_SESSIONS = 5;
const MAX_MAILS = 100;
// Milliseconds a connection is kept without work; servers begin to close them after some minutes.
const IDLE = 10_000;

/** A session that is lent. */
export interface Lent {
  readonly session: SmtpSession;
  /** Whether other mails went over it before. */
  readonly isUsed: boolean;
  /** Gives it back once its last words are in; one that is no longer open is forgotten. */
  release(): Promise<void>;
}

/** Sessions that are kept between mails. */
export interface SmtpPool {
  /** With `fresh` a new session. @throws what opening it threw, or that no one became free in time. */
  lend(route: SmtpRoute, deadline: AbortSignal, fresh?: boolean): Promise<Lent>;
  close(): void;
}

/** `name` is what servers are greeted with. */
export function createSmtpPool(name: string, idle = IDLE): SmtpPool {
  const servers = new Map<string, Server>();
  return {
    async lend(route, deadline, fresh = false) {
      const key = keyOf(route);
      const server = servers.get(key) ?? new Server(name, idle, () => servers.delete(key));
      servers.set(key, server);
      return server.lend(route, deadline, fresh);
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
  private readonly queue: (() => void)[] = [];
  private busy = 0;
  private isClosed = false;

  constructor(
    private readonly name: string,
    private readonly patience: number,
    private readonly forget: () => void,
  ) {}

  async lend(route: SmtpRoute, deadline: AbortSignal, fresh: boolean): Promise<Lent> {
    await this.takePlace(deadline);
    try {
      const kept = fresh ? undefined : this.takeIdle();
      if (kept) return this.lent(kept);
      this.makeRoom();
      return this.lent(await openSession(route, this.name, deadline));
    } catch (error) {
      this.leavePlace();
      throw error;
    }
  }

  close(): void {
    this.isClosed = true;
    for (const session of this.idle.splice(0)) session.quit();
  }

  private lent(session: SmtpSession): Lent {
    const release = async () => {
      await session.settle();
      const mayServe = !this.isClosed && session.mails > 0 && session.mails < MAX_MAILS;
      if (session.isOpen && mayServe) this.keep(session);
      else session.quit();
      this.leavePlace();
    };
    return { session, isUsed: session.mails > 0, release };
  }

  private takeIdle(): SmtpSession | undefined {
    for (let session; (session = this.idle.pop());) if (session.isOpen) return session;
    return undefined;
  }

  /** A new session may come; those that are kept count as well. */
  private makeRoom(): void {
    while (this.idle.length > 0 && this.idle.length + this.busy > MAX_SESSIONS)
      this.idle.shift()?.quit();
  }

  private keep(session: SmtpSession): void {
    this.idle.push(session);
    const mails = session.mails;
    setTimeout(() => {
      // Whoever used it since has a timer of its own.
      if (session.mails === mails && this.drop(session)) session.quit();
    }, this.patience).unref();
    session.onEnd(() => this.drop(session));
  }

  private drop(session: SmtpSession): boolean {
    const index = this.idle.indexOf(session);
    if (index >= 0) this.idle.splice(index, 1);
    this.forgetWhenEmpty();
    return index >= 0;
  }

  private async takePlace(deadline: AbortSignal): Promise<void> {
    deadline.throwIfAborted();
    if (this.busy < MAX_SESSIONS) {
      this.busy++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        deadline.removeEventListener('abort', late);
        resolve();
      };
      const late = () => {
        this.queue.splice(this.queue.indexOf(turn), 1);
        reject(timedOut());
      };
      this.queue.push(turn);
      deadline.addEventListener('abort', late, { once: true });
    });
  }

  /** Who waits gets the place as it is. */
  private leavePlace(): void {
    const next = this.queue.shift();
    if (next) return next();
    this.busy--;
    this.forgetWhenEmpty();
  }

  private forgetWhenEmpty(): void {
    if (this.busy === 0 && this.idle.length === 0) this.forget();
  }
}
