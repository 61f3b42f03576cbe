import { once } from 'node:events';
import { connect as connectTls, type TLSSocket } from 'node:tls';

/** A client that sends exactly the bytes it is given and reads whole answers. */
export class RawClient {
  #received = '';
  #ended = false;
  #tags = 0;
  #wake = () => {};

  constructor(readonly socket: TLSSocket) {
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

  /** What came up to what `end` matches, that included; all of it where the connection ended before. */
  async until(end: RegExp): Promise<string> {
    for (;;) {
      const match = end.exec(this.#received);
      if (match || this.#ended) {
        const at = match ? match.index + match[0].length : this.#received.length;
        const text = this.#received.slice(0, at);
        this.#received = this.#received.slice(at);
        return text;
      }
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** The next line without its end. */
  async line(): Promise<string> {
    return (await this.until(/\r\n/)).replace(/\r\n$/, '');
  }

  /** Everything until the server hangs up. */
  async all(): Promise<string> {
    while (!this.#ended) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.#received;
  }

  /** Sends a command; its answers, untagged ones first, one a line. */
  async command(text: string | Buffer): Promise<string[]> {
    const tag = `t${++this.#tags}`;
    this.send(Buffer.concat([Buffer.from(`${tag} `), Buffer.from(text), Buffer.from('\r\n')]));
    const answer = await this.until(new RegExp(`(^|\r\n)${tag} [^\r\n]*\r\n`));
    return answer.replaceAll(`${tag} `, '').split('\r\n').slice(0, -1);
  }

  /** Its tagged answer alone. */
  async answer(text: string | Buffer): Promise<string> {
    return (await this.command(text)).at(-1) ?? '';
  }

  close(): void {
    this.socket.destroy();
  }
}

/** A connected client that has read the greeting. */
export async function connect(port: number): Promise<RawClient> {
  const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const client = new RawClient(socket);
  const greeting = await client.line();
  if (!greeting.startsWith('* OK ')) throw new Error(`not greeted: ${greeting}`);
  return client;
}
