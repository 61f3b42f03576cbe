import type { Writable } from 'node:stream';

/** The connection is over: what is being done for it stops. */
export class ConnectionClosed extends Error {}

// Answers are sent once they are so many bytes, or complete.
const FULL_BYTES = 32 * 1024;
// A client that takes less than this in the time it has takes nothing.
const PIECE_BYTES = 64 * 1024;
const SENT = Promise.resolve();

/** What goes to a client: gathered, sent in pieces, and waited for where the client is slow. */
export class Outgoing {
  #pending: Buffer[] = [];
  #text = '';
  #size = 0;
  #isClosed = false;
  #drained: (() => void) | null = null;
  #waitsSince: number | null = null;
  /** Bytes that were sent so far. */
  sent = 0;
  /** Whether a response is being written that is sent in parts. */
  isWithin = false;
  // Whether of what is being sent a part has not been handed over.
  #isCut = false;

  constructor(
    private readonly socket: Writable,
    private readonly now: () => number,
  ) {
    socket.on('drain', () => this.#drained?.());
  }

  /** Adds to what is sent next; text has one character a byte. */
  write(piece: string | Buffer): void {
    if (typeof piece === 'string') this.#text += piece;
    else {
      this.#keepText();
      this.#pending.push(piece);
    }
    this.#size += piece.length;
  }

  /** Adds a line. */
  line(text: string): void {
    this.write(`${text}\r\n`);
  }

  /** Whether it is time to `flush`. */
  get isFull(): boolean {
    return this.#size >= FULL_BYTES;
  }

  /** Whether the client has whole responses, so that another may follow. */
  get isWhole(): boolean {
    return !this.isWithin && !this.#isCut;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** Milliseconds since the client last took anything, while there is something for it; otherwise 0. */
  stalledFor(now: number): number {
    return this.#waitsSince === null ? 0 : now - this.#waitsSince;
  }

  /** Sends what there is, as fast as the client takes it. Rejects with ConnectionClosed. */
  flush(): Promise<void> {
    const bytes = this.#taken();
    if (this.#isClosed) return Promise.reject(new ConnectionClosed());
    if (bytes.length > PIECE_BYTES) return this.#sendPieces(bytes);
    return bytes.length === 0 || this.#send(bytes) ? SENT : this.#drain();
  }

  async #sendPieces(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      this.#isCut = at + PIECE_BYTES < bytes.length;
      if (!this.#send(bytes.subarray(at, at + PIECE_BYTES))) await this.#drain();
    }
  }

  /** Sends what there is and ends the connection. */
  end(): void {
    if (this.#isClosed) return;
    const bytes = this.#taken();
    this.sent += bytes.length;
    this.socket.end(bytes);
    this.close();
  }

  /** Nothing is sent any more. */
  close(): void {
    this.#isClosed = true;
    this.#drained?.();
  }

  #taken(): Buffer {
    this.#keepText();
    const pieces = this.#pending;
    this.#pending = [];
    this.#size = 0;
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  }

  #keepText(): void {
    if (this.#text !== '') this.#pending.push(Buffer.from(this.#text, 'latin1'));
    this.#text = '';
  }

  /** Whether the client takes more at once. */
  #send(piece: Buffer): boolean {
    this.sent += piece.length;
    return this.socket.write(piece);
  }

  async #drain(): Promise<void> {
    this.#waitsSince = this.now();
    await new Promise<void>((resolve) => (this.#drained = resolve));
    this.#drained = null;
    this.#waitsSince = null;
    if (this.#isClosed) throw new ConnectionClosed();
  }
}
