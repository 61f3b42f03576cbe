import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';

const COMPLETE = /^\d{3} .*\r\n/m;

/** A client that sends exactly the bytes it is given and reads whole replies. */
export class RawClient {
  #received = '';
  #ended = false;
  #wake = () => {};

  constructor(readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      this.#received += chunk.toString('latin1');
      this.#wake();
    });
    socket.on('error', () => {}); // A server that hangs up is seen as the end.
    socket.on('close', () => {
      this.#ended = true;
      this.#wake();
    });
  }

  get ended(): boolean {
    return this.#ended;
  }

  send(bytes: string | Buffer): void {
    this.socket.write(bytes);
  }

  /** The next reply with its lines, without the last line end; `closed` when there is none. */
  async reply(): Promise<string> {
    for (;;) {
      const match = COMPLETE.exec(this.#received);
      if (match) {
        const end = match.index + match[0].length;
        const reply = this.#received.slice(0, end - 2);
        this.#received = this.#received.slice(end);
        return reply;
      }
      if (this.#ended) return 'closed';
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Sends a line and answers its reply. */
  async command(line: string): Promise<string> {
    this.send(`${line}\r\n`);
    return this.reply();
  }

  /** Sends lines one after the other; the replies, cut to their codes. */
  async codes(...lines: string[]): Promise<string[]> {
    const codes: string[] = [];
    for (const line of lines) codes.push((await this.command(line)).slice(0, 3));
    return codes;
  }

  /** Everything up to the point where DATA may be sent. */
  async startData(recipient = 'in@restante.test'): Promise<void> {
    const codes = await this.codes(
      'EHLO client.test',
      'MAIL FROM:<a@sender.test>',
      `RCPT TO:<${recipient}>`,
      'DATA',
    );
    if (codes.join() !== '250,250,250,354') throw new Error(`DATA not reached: ${codes.join()}`);
  }

  /** Sends a message with its final dot line and answers the reply to it. */
  async message(data: string | Buffer): Promise<string> {
    await this.startData();
    this.send(data);
    return this.reply();
  }

  close(): void {
    this.socket.destroy();
  }
}

/** A connected client that has read the greeting. */
export async function connect(port: number, localAddress = '127.0.0.1'): Promise<RawClient> {
  const client = await connectUngreeted(port, localAddress);
  const greeting = await client.reply();
  if (!greeting.startsWith('220 ')) throw new Error(`not greeted: ${greeting}`);
  return client;
}

/** A connected client that has read nothing yet. */
export async function connectUngreeted(
  port: number,
  localAddress = '127.0.0.1',
): Promise<RawClient> {
  const socket = connectTcp({ port, host: '127.0.0.1', localAddress });
  const client = new RawClient(socket);
  await once(socket, 'connect');
  return client;
}
