import { setImmediate as nextTurn } from 'node:timers/promises';
import { SMTPStream } from 'smtp-server/lib/smtp-stream.js';
import type { RefusalName } from './answers.js';
import type { MessageData } from './data.js';
import { CR, LF } from './dot-stuffing.js';
import type { SmtpLimits } from './limits.js';

/** The limits on command lines. */
export type LineLimits = Pick<SmtpLimits, 'commandBytes' | 'lineBytes'>;

// A chunk full of small commands must not hold up other sessions.
const LINES_PER_TURN = 100;
const NOTHING = Buffer.alloc(0);
const SPACE = 0x20;
const TAB = 0x09;

/** Blanks in front of the line end are none of a command (RFC 5321 section 4.1.1). */
function endOfCommand(line: Buffer): number {
  let end = line.length - 2;
  while (end > 0 && (line[end - 1] === SPACE || line[end - 1] === TAB)) end--;
  return end;
}

interface IncomingData {
  readonly data: MessageData;
  readonly complete: () => Promise<void>;
}

/**
 * Takes commands and messages off the wire.
 *
 * It stands in for smtp-server's parser, which ends a command at a bare LF, takes away dots behind a
 * bare LF, and leaves a single stuffed dot in.
 */
export class Wire extends SMTPStream {
  // The command line under way; `#skipped` counts it instead once it is too long.
  #line: Buffer = NOTHING;
  #skipped = 0;
  #incoming: IncomingData | null = null;
  /** Whether another line came with the one that is being run. */
  isFollowed = false;

  constructor(
    private readonly limits: LineLimits,
    private readonly onMalformed: (refusal: RefusalName) => void,
  ) {
    super();
  }

  /** Reads a message next. `complete` runs at its end; commands wait until it is done. */
  receive(data: MessageData, complete: () => Promise<void>): void {
    this.#incoming = { data, complete };
  }

  override _write(chunk: Buffer, _encoding: string, next: (error?: Error | null) => void): void {
    this.#consume(chunk).then(() => next(), next);
  }

  async #consume(chunk: Buffer): Promise<void> {
    let rest = chunk;
    for (let turns = 1; rest.length > 0 && !this.isClosed; turns++) {
      if (turns % LINES_PER_TURN === 0) await nextTurn();
      const used = this.#incoming
        ? await this.#takeData(rest, this.#incoming)
        : await this.#takeLine(rest);
      rest = rest.subarray(used);
    }
  }

  async #takeData(chunk: Buffer, { data, complete }: IncomingData): Promise<number> {
    const end = data.push(chunk);
    if (end < 0) return chunk.length;
    this.#incoming = null;
    await complete();
    return end;
  }

  async #takeLine(chunk: Buffer): Promise<number> {
    const end = chunk.indexOf(LF) + 1;
    if (end === 0) {
      this.#hold(chunk);
      return chunk.length;
    }
    this.isFollowed = chunk.indexOf(LF, end) >= 0;
    if (this.#skipped === 0) await this.#runLine(this.#joined(chunk.subarray(0, end)));
    this.#line = NOTHING;
    this.#skipped = 0;
    return end;
  }

  async #runLine(line: Buffer): Promise<void> {
    if (line.length > this.limits.commandBytes) this.onMalformed('commandTooLong');
    // RFC 5321 section 2.3.8: CR and LF stand together or not at all.
    else if (line.indexOf(CR) !== line.length - 2) this.onMalformed('bareNewline');
    else await this.#command(line.subarray(0, endOfCommand(line)));
  }

  #command(line: Buffer): Promise<void> {
    return new Promise((resolve) => this.oncommand(line, resolve));
  }

  #hold(chunk: Buffer): void {
    if (this.#skipped === 0) this.#line = this.#joined(chunk);
    else this.#skipped += chunk.length;
    if (this.#line.length > this.limits.commandBytes) {
      // Answered at once: the end of the line may never come.
      this.onMalformed('commandTooLong');
      this.#skipped = this.#line.length;
      this.#line = NOTHING;
    }
    if (this.#skipped > this.limits.lineBytes) this.onMalformed('lineWithoutEnd');
  }

  #joined(chunk: Buffer): Buffer {
    return this.#line.length === 0 ? chunk : Buffer.concat([this.#line, chunk]);
  }
}
