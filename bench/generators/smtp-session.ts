import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { CodeMail } from '../code-mail.js';
import type { SmtpAddress } from '../service.js';

const SENDER = 'bounce@northwind.example';
// The last line of a reply has a blank behind its code (RFC 5321 section 4.2.1).
const COMPLETE = /(^|\r\n)\d{3} [^\r\n]*\r\n$/;

/** A connection that sends mail after mail, one command after the other, as most mail programs do. */
export class SmtpSession {
  private received = '';
  private settle: ((reply: string) => void) | null = null;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => this.push(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.push('421 connection lost\r\n'));
  }

  /** Connects and says hello. */
  static async open({ host, port }: SmtpAddress): Promise<SmtpSession> {
    const socket = connect({ host, port });
    const session = new SmtpSession(socket);
    const greeting = session.reply();
    await once(socket, 'connect');
    expect(await greeting, '220');
    await session.command('EHLO bench.northwind.example', '250');
    return session;
  }

  /** Sends a mail. Answers the milliseconds from its final dot to the 250. @throws Error unless it was taken. */
  async send(mail: CodeMail): Promise<number> {
    await this.startData(mail.to);
    const from = performance.now();
    await this.finish(mail);
    return performance.now() - from;
  }

  /** Everything before the message itself. */
  async startData(to: string): Promise<void> {
    await this.command(`MAIL FROM:<${SENDER}>`, '250');
    await this.command(`RCPT TO:<${to}>`, '250');
    await this.command('DATA', '354');
  }

  /** The message and its final dot. */
  async finish({ raw }: CodeMail): Promise<void> {
    await this.command(`${raw}.`, '250');
  }

  close(): void {
    this.socket.destroy();
  }

  private async command(text: string, wanted: string): Promise<void> {
    const reply = this.reply();
    this.socket.write(`${text}\r\n`, 'latin1');
    expect(await reply, wanted);
  }

  private reply(): Promise<string> {
    return new Promise((resolve) => (this.settle = resolve));
  }

  private push(chunk: string): void {
    this.received += chunk;
    if (!COMPLETE.test(this.received)) return;
    const reply = this.received;
    this.received = '';
    this.settle?.(reply);
    this.settle = null;
  }
}

function expect(reply: string, wanted: string): void {
  if (!reply.startsWith(wanted)) throw new Error(`${wanted} was due, it answered ${reply.trim()}`);
}
