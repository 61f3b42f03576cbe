import type { Readable } from 'node:stream';

/** A line or a command is longer than it may be. */
export class TooLong extends Error {}

const LF = 0x0a;
const CR = 0x0d;
const NOTHING = Buffer.alloc(0);

/**
 * What a client sent and nobody took yet. Beyond `most` bytes the socket is paused, so that a client
 * that sends and does not read fills its own memory.
 */
export class Incoming {
  // The bytes are those from `#from` to `#to`; no line ends before `#scanned`.
  #store: Buffer = NOTHING;
  #from = 0;
  #to = 0;
  #scanned = 0;
  #hasEnded = false;
  #wake: (() => void) | null = null;

  constructor(
    private readonly source: Pick<Readable, 'pause' | 'resume'>,
    private readonly most: number,
  ) {}

  /** Adds what came. */
  push(chunk: Buffer): void {
    if (this.#from === this.#to) this.#hold(chunk, chunk.length);
    else this.#append(chunk);
    if (this.#held > this.most) this.source.pause();
    this.#wake?.();
  }

  /** Nothing comes any more. */
  end(): void {
    this.#hasEnded = true;
    this.#wake?.();
  }

  /** The next line without its end (CRLF, or LF alone); null when there is none. @throws TooLong */
  async line(most: number): Promise<Buffer | null> {
    for (;;) {
      const end = this.#store.subarray(0, this.#to).indexOf(LF, this.#scanned);
      if ((end < 0 ? this.#to : end) - this.#from > most) throw new TooLong();
      if (end >= 0) return withoutReturn(this.#take(end + 1 - this.#from));
      this.#scanned = this.#to;
      if (this.#hasEnded) return null;
      await this.#more();
    }
  }

  /** The next `count` bytes; null when fewer come. */
  async bytes(count: number): Promise<Buffer | null> {
    while (this.#held < count) {
      if (this.#hasEnded) return null;
      await this.#more();
    }
    return this.#take(count);
  }

  /** Whether somebody waits for bytes of the client. */
  get isAwaited(): boolean {
    return this.#wake !== null;
  }

  get #held(): number {
    return this.#to - this.#from;
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = null;
        resolve();
      };
    });
  }

  #take(count: number): Buffer {
    const taken = this.#store.subarray(this.#from, this.#from + count);
    this.#from += count;
    this.#scanned = this.#from;
    if (this.#held === 0) this.#hold(NOTHING, 0);
    if (this.#held <= this.most) this.source.resume();
    return taken;
  }

  /** Bytes that drip in one by one are copied twice each, not as often as they are many. */
  #append(chunk: Buffer): void {
    const held = this.#held;
    if (this.#to + chunk.length > this.#store.length) {
      const needed = held + chunk.length;
      const grown = Buffer.allocUnsafe(Math.max(needed, Math.min(2 * needed, this.most)));
      this.#store.copy(grown, 0, this.#from, this.#to);
      this.#scanned -= this.#from;
      this.#store = grown;
      this.#from = 0;
      this.#to = held;
    }
    chunk.copy(this.#store, this.#to);
    this.#to += chunk.length;
  }

  #hold(store: Buffer, length: number): void {
    this.#store = store;
    this.#from = this.#scanned = 0;
    this.#to = length;
  }
}

function withoutReturn(line: Buffer): Buffer {
  return line.subarray(0, line.at(-2) === CR ? -2 : -1);
}
