import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { MemoryInbox, MemoryMailbox } from '../memory-storage.js';

// A server for imaptest, which has to write what it reads afterwards: commands that write are done here on the
// storage in memory, all others by our server. What a write did is told by our server, as the answer to NOOP.

const LITERAL = /\{(\d+)\+?\}$/;
const WRITE = /^(\S+) (?:UID )?(APPEND|STORE|COPY|EXPUNGE|CREATE|DELETE|UNSUBSCRIBE)\b ?(.*)$/i;

/** What stands in front of a server. */
export interface ProxyOptions {
  /** The port of our server. */
  readonly port: number;
  readonly inbox: MemoryInbox;
}

/** Starts it on a free port of the loopback interface, without TLS. */
export async function startProxy(options: ProxyOptions): Promise<number> {
  const server = createServer((socket) => void new Pipe(socket, options).run());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

class Pipe {
  #received = Buffer.alloc(0);
  #wake = () => {};
  #ended = false;
  readonly #deleted = new Set<number>();

  constructor(
    private readonly client: Socket,
    private readonly options: ProxyOptions,
  ) {
    client.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    client.on('error', () => {}); // It is over.
    client.on('close', () => {
      this.#ended = true;
      this.#wake();
    });
  }

  async run(): Promise<void> {
    const { client } = this;
    const server = connectTls({
      port: this.options.port,
      host: '127.0.0.1',
      rejectUnauthorized: false,
    });
    server.on('error', () => {});
    server.on('close', () => client.destroy());
    server.pipe(client);
    for (let line = await this.#line(); line !== null; line = await this.#line()) {
      const write = WRITE.exec(line.toString('latin1'));
      if (!write) server.write(Buffer.concat([line, Buffer.from('\r\n')]));
      else {
        await this.#write(write[2]!.toUpperCase(), write[3]!, / UID /i.test(write[0]));
        server.write(`${write[1]} NOOP\r\n`);
      }
    }
    server.destroy();
  }

  get #box(): MemoryMailbox {
    return this.options.inbox.inbox;
  }

  async #write(command: string, rest: string, byUid: boolean): Promise<void> {
    if (command === 'APPEND') await this.#append(rest);
    else if (command === 'EXPUNGE') this.#box.remove(...this.#deleted);
    else if (command === 'STORE' || command === 'COPY') this.#change(command, rest, byUid);
  }

  async #append(rest: string): Promise<void> {
    const size = Number(LITERAL.exec(rest)?.[1]);
    if (!rest.endsWith('+}')) this.client.write('+ OK\r\n');
    const raw = await this.#bytes(size);
    await this.#line();
    const date = /"([^"]+)" \S+$/.exec(rest)?.[1];
    this.#box.add(raw, {
      seen: /\\seen/i.test(rest),
      ...(date !== undefined && {
        internalDate: new Date(
          date
            .trim()
            .replaceAll('-', ' ')
            .replace(/(\d{4}) (\d\d):/, '$1 $2:')
            .replace(/ (\d{4})$/, ' +$1'),
        ),
      }),
    });
  }

  #change(command: string, rest: string, byUid: boolean): void {
    const [set = '', ...how] = rest.split(' ');
    const flags = how.join(' ').toLowerCase();
    for (const uid of this.#uids(set, byUid))
      if (command === 'COPY') this.#box.add(this.#box.messages.find((one) => one.uid === uid)!.raw);
      else this.#store(uid, flags);
  }

  #store(uid: number, flags: string): void {
    const isRemoved = flags.startsWith('-');
    if (flags.includes('\\deleted')) this.#deleted[isRemoved ? 'delete' : 'add'](uid);
    if (flags.includes('\\seen')) this.#box.mark(uid, !isRemoved);
    else if (!/^[+-]/.test(flags)) this.#box.mark(uid, false);
  }

  #uids(set: string, byUid: boolean): number[] {
    const known = this.#box.messages.map(({ uid }) => uid);
    const last = byUid ? (known.at(-1) ?? 0) : known.length;
    const ranges = set.split(',').map((part) => {
      const bounds = part.split(':').map((bound) => (bound === '*' ? last : Number(bound)));
      return [Math.min(...bounds), Math.max(...bounds)] as const;
    });
    return known.filter((uid, place) =>
      ranges.some(([from, to]) => {
        const value = byUid ? uid : place + 1;
        return from <= value && value <= to;
      }),
    );
  }

  async #line(): Promise<Buffer | null> {
    for (;;) {
      const end = this.#received.indexOf('\n');
      if (end >= 0) {
        const line = this.#received.subarray(0, end);
        this.#received = this.#received.subarray(end + 1);
        return line.at(-1) === 0x0d ? line.subarray(0, -1) : line;
      }
      if (this.#ended) return null;
      await this.#more();
    }
  }

  async #bytes(count: number): Promise<Buffer> {
    while (this.#received.length < count && !this.#ended) await this.#more();
    const taken = this.#received.subarray(0, count);
    this.#received = this.#received.subarray(count);
    return taken;
  }

  #more(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }
}
