import { Readable, type Duplex } from 'node:stream';

const CHUNK_BYTES = 64 * 1024;
// Milliseconds between looks at a connection that does not take what it is given.
const FIRST_LOOK_MS = 1;
const LAST_LOOK_MS = 20;

/** What a body must know of its connection. */
interface BodyConnection {
  /** The last reply of the server. */
  lastReply(): string;
  /** Bytes that wait to be handed to the system. */
  waiting(): number;
}

/**
 * The bytes of a mail on their way into a connection of nodemailer, which puts the final dot behind
 * them when they end. They end only once all before has left this process: a connection that is lost
 * until then has certainly not seen the dot.
 */
export class SmtpBody extends Readable {
  /** Whether the final dot may have left. */
  isEnded = false;
  private at = 0;
  private isBegun = false;
  private stage: Duplex | null = null;

  constructor(
    private readonly raw: Buffer,
    private readonly connection: BodyConnection,
    /** Before the first byte. */
    private readonly leave: () => Promise<void> = () => Promise.resolve(),
  ) {
    super({ highWaterMark: CHUNK_BYTES });
  }

  /** nodemailer pipes it into what doubles the dots; bytes wait there as well. */
  override pipe<T extends NodeJS.WritableStream>(destination: T, options?: { end?: boolean }): T {
    this.stage = destination as unknown as Duplex;
    return super.pipe(destination, options);
  }

  override _read(): void {
    if (this.isBegun) this.next();
    // After the replies that came in one piece with the one to DATA.
    else setImmediate(() => this.begin());
  }

  private begin(): void {
    this.isBegun = true;
    // nodemailer takes a 250 for a go-ahead: it would be the answer to something else.
    if (!this.connection.lastReply().startsWith('3'))
      this.destroy(new Error('the server answered out of turn'));
    else
      this.leave().then(
        () => this.next(),
        (error: Error) => this.destroy(error),
      );
  }

  private next(): void {
    if (this.destroyed) return;
    if (this.at >= this.raw.length) return this.endOnceDrained(FIRST_LOOK_MS);
    const chunk = this.raw.subarray(this.at, this.at + CHUNK_BYTES);
    this.at += chunk.length;
    this.push(chunk);
  }

  private endOnceDrained(wait: number): void {
    if (this.destroyed) return;
    if (this.waiting() > 0) {
      setTimeout(() => this.endOnceDrained(Math.min(wait * 2, LAST_LOOK_MS)), wait);
      return;
    }
    this.isEnded = true;
    this.push(null);
  }

  private waiting(): number {
    const staged = this.stage ? this.stage.writableLength + this.stage.readableLength : 0;
    return staged + this.connection.waiting();
  }
}
