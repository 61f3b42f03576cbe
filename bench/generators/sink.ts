import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { serve } from './serve.js';

// The least that takes mail: answers every command at once and counts, whatever is said.

/** What the sink can be asked. */
export type SinkCommands = typeof commands;

const seen = new Set<string>();
let mails = 0;

const commands = {
  /** Answers its port. */
  async start(): Promise<number> {
    const server = createServer({ noDelay: true }, (socket) => new Session(socket));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  },

  /** Mails taken so far. */
  async count(): Promise<number> {
    return mails;
  },

  /** How often mails came that had come before. */
  async repeated(): Promise<number> {
    return mails - seen.size;
  },
};

const END = '\r\n.\r\n';
const MESSAGE_ID = /^message-id: *(\S+)/im;

class Session {
  private received = '';
  private inData = false;

  constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: string) => this.take(chunk));
    socket.write('220 sink\r\n');
  }

  private take(chunk: string): void {
    this.received += chunk;
    while (this.inData ? this.takeMail() : this.takeLine());
  }

  private takeMail(): boolean {
    const end = this.received.indexOf(END);
    if (end < 0) return false;
    const id = MESSAGE_ID.exec(this.received.slice(0, end))?.[1] ?? '';
    seen.add(id);
    mails++;
    this.received = this.received.slice(end + END.length);
    this.inData = false;
    this.socket.write('250 taken\r\n');
    return true;
  }

  private takeLine(): boolean {
    const end = this.received.indexOf('\r\n');
    if (end < 0) return false;
    const verb = this.received.slice(0, Math.min(end, 4)).toUpperCase();
    this.received = this.received.slice(end + 2);
    this.inData = verb === 'DATA';
    this.socket.write(REPLIES[verb] ?? '250 ok\r\n');
    if (verb === 'QUIT') this.socket.end();
    return true;
  }
}

const REPLIES: Readonly<Record<string, string>> = {
  EHLO: '250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n',
  DATA: '354 go on\r\n',
  QUIT: '221 bye\r\n',
};

serve(commands);
