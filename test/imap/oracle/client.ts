import type { Socket } from 'node:net';

/** An answer taken apart: a list, a string whatever way it came, NIL, or anything else as it stands. */
export type StatusResponse = readonly StatusResponse[] | string | null | { readonly atom: string };

/** The server ended the connection in the middle of an answer. */
export class HungUp extends Error {}

/** A client for two servers: it reads answers with literals, and what they mean whatever way it is sent. */
export class ImapClient {
  private received = Buffer.alloc(0);
  private chunks: Buffer[] = [];
  private ended = false;
  private wake = () => {};
  private tags = 0;

  constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      this.chunks.push(chunk);
      this.wake();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.ended = true;
      this.wake();
    });
  }

  greeted = (): Promise<string> => this.response();

  /** Untagged answers of a command. @throws Error unless it is answered OK */
  async command(text: string): Promise<string[]> {
    const tag = `t${++this.tags}`;
    this.socket.write(Buffer.from(`${tag} ${text}\r\n`, 'latin1'));
    for (const untagged: string[] = []; ;) {
      const response = await this.response();
      if (!response.startsWith(`${tag} `)) untagged.push(response);
      else if (response.startsWith(`${tag} OK`)) return untagged;
      else throw new Error(`${text}: ${response}`);
    }
  }

  /** What FETCH tells, by sequence number and item. */
  async fetch(set: string, items: string): Promise<Map<number, Map<string, StatusResponse>>> {
    const found = new Map<number, Map<string, StatusResponse>>();
    for (const line of await this.command(`FETCH ${set} (${items})`)) {
      const [, number, rest] = /^\* (\d+) FETCH ([^]*)$/.exec(line) ?? [];
      if (number !== undefined) found.set(Number(number), itemsOf(rest!));
    }
    return found;
  }

  async search(keys: string): Promise<number[]> {
    const lines = await this.command(`SEARCH ${keys}`);
    const numbers = lines.flatMap((line) => /^\* SEARCH ?(.*)/.exec(line)?.[1]?.split(' ') ?? []);
    return numbers.filter((number) => number !== '').map(Number);
  }

  close(): void {
    this.socket.destroy();
  }

  /** A line with the literals in it. */
  private async response(): Promise<string> {
    let text = '';
    for (;;) {
      const line = await this.line();
      text += line;
      const literal = /\{(\d+)\}\r\n$/.exec(line);
      if (!literal) return text.replace(/\r\n$/, '');
      text += (await this.bytes(Number(literal[1]))).toString('latin1');
    }
  }

  private async line(): Promise<string> {
    for (;;) {
      const end = this.received.indexOf('\r\n');
      if (end >= 0) return this.take(end + 2).toString('latin1');
      await this.more();
    }
  }

  private async bytes(count: number): Promise<Buffer> {
    while (this.received.length < count) await this.more();
    return this.take(count);
  }

  private take(count: number): Buffer {
    const taken = this.received.subarray(0, count);
    this.received = this.received.subarray(count);
    return taken;
  }

  private async more(): Promise<void> {
    while (this.chunks.length === 0) {
      if (this.ended) throw new HungUp('The server hung up');
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    this.received = Buffer.concat([this.received, ...this.chunks.splice(0)]);
  }
}

/** `(UID 1 BODY[1] {3}…)` by item. */
function itemsOf(text: string): Map<string, StatusResponse> {
  const list = new AnswerReader(text).read() as readonly StatusResponse[];
  const items = new Map<string, StatusResponse>();
  for (let i = 0; i + 1 < list.length; i += 2)
    items.set((list[i] as { atom: string }).atom.toUpperCase(), list[i + 1]!);
  return items;
}

const ATOM = /(?:[^\s()"{[]|\[[^\]]*\])+/y;

class AnswerReader {
  private at = 0;

  constructor(private readonly text: string) {}

  read(): StatusResponse {
    while (this.text[this.at] === ' ') this.at++;
    const char = this.text[this.at];
    if (char === '(') return this.list();
    if (char === '"') return this.quoted();
    if (char === '{' || char === '~') return this.literal();
    ATOM.lastIndex = this.at;
    const atom = ATOM.exec(this.text)?.[0];
    if (!atom) throw new Error(`No answer at ${this.at} of ${this.text}`);
    this.at += atom.length;
    return atom.toUpperCase() === 'NIL' ? null : { atom };
  }

  private list(): StatusResponse[] {
    const list: StatusResponse[] = [];
    for (this.at++; ;) {
      while (this.text[this.at] === ' ') this.at++;
      if (this.text[this.at] === ')') break;
      list.push(this.read());
    }
    this.at++;
    return list;
  }

  private quoted(): string {
    let text = '';
    for (this.at++; this.text[this.at] !== '"'; this.at++) {
      if (this.text[this.at] === '\\') this.at++;
      text += this.text[this.at];
    }
    this.at++;
    return text;
  }

  private literal(): string {
    const start = this.text.indexOf('}\r\n', this.at) + 3;
    const length = Number(/\{(\d+)/.exec(this.text.slice(this.at))![1]);
    this.at = start + length;
    return this.text.slice(start, this.at);
  }
}
