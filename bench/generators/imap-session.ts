import { once } from 'node:events';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';

/** A server to sign in to. */
export interface ImapTarget {
  readonly port: number;
  readonly isTls: boolean;
  readonly username: string;
  readonly password: string;
}

/** A client that reads no more of an answer than where it ends: it measures the server. */
export class ImapSession {
  /** Bytes received so far. */
  bytes = 0;
  private tags = 0;
  private tail = Buffer.alloc(0);
  private settle: ((error?: Error) => void) | null = null;
  private wanted = '';

  private constructor(readonly socket: Socket | TLSSocket) {
    socket.on('data', (chunk: Buffer) => this.take(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => this.settle?.(new Error('The server hung up')));
  }

  /** Connects, from a certain address of this machine where one is given, and reads the greeting. */
  static async open({ port, isTls }: ImapTarget, localAddress?: string): Promise<ImapSession> {
    const options = { port, host: '127.0.0.1', ...(localAddress && { localAddress }) };
    const socket = isTls
      ? connectTls({ ...options, rejectUnauthorized: false })
      : connectPlain(options);
    await once(socket, isTls ? 'secureConnect' : 'connect');
    const session = new ImapSession(socket);
    await session.until('* OK');
    return session;
  }

  static async signedIn(target: ImapTarget, localAddress?: string): Promise<ImapSession> {
    const session = await ImapSession.open(target, localAddress);
    await session.command(`LOGIN ${target.username} ${target.password}`);
    return session;
  }

  /** One that has INBOX selected. */
  static async selected(target: ImapTarget, localAddress?: string): Promise<ImapSession> {
    const session = await ImapSession.signedIn(target, localAddress);
    await session.command('EXAMINE INBOX');
    return session;
  }

  /** Resolves once it is answered. @throws Error unless with OK */
  async command(text: string): Promise<void> {
    const tag = `t${++this.tags}`;
    const answered = this.until(`${tag} OK`, `${tag} `);
    this.socket.write(`${tag} ${text}\r\n`);
    await answered;
  }

  /** Resolves with the next line that begins so. */
  until(begin: string, refusal = begin): Promise<void> {
    return new Promise((resolve, reject) => {
      this.wanted = refusal;
      this.settle = (error) => {
        this.settle = null;
        if (error) reject(error);
        else if (this.lastLine().startsWith(begin)) resolve();
        else reject(new Error(this.lastLine()));
      };
      this.look();
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    this.bytes += chunk.length;
    const kept = Buffer.concat([this.tail, chunk]);
    this.tail = kept.subarray(Math.max(0, kept.length - 1_024));
    this.look();
  }

  private look(): void {
    if (this.tail.at(-1) !== 0x0a || !this.lastLine().startsWith(this.wanted)) return;
    this.settle?.();
  }

  private lastLine(): string {
    const text = this.tail.toString('latin1').trimEnd();
    return text.slice(text.lastIndexOf('\n') + 1);
  }
}
