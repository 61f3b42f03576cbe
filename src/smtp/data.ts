import type { ByteClaim } from '../byte-budget.js';
import { CollectedBytes } from '../collected-bytes.js';
import { ROOM_REFUSALS, type RefusalName } from './answers.js';
import { DotStuffedReader } from './dot-stuffing.js';
import type { SmtpLimits } from './limits.js';

/** The limits one message is read within. */
export type MessageLimits = Pick<SmtpLimits, 'messageBytes' | 'hops'>;

const NOTHING = new CollectedBytes(0);
// Bytes that are claimed at once, where the client does not say how many will come.
const STEP_BYTES = 16 * 1024;

/**
 * Collects one message while it is read. What breaks a limit is refused at its end: from then on the
 * bytes are counted, not kept.
 */
export class MessageData {
  readonly #reader = new DotStuffedReader();
  #bytes: CollectedBytes;
  #refusal: RefusalName | null = null;
  /** Bytes that came over the wire. */
  received = 0;

  constructor(
    private readonly limits: MessageLimits,
    private readonly claim: ByteClaim,
    /** Bytes that the client said will come; 0 when it did not. */
    readonly expected = 0,
  ) {
    this.#bytes = new CollectedBytes(expected || null);
  }

  /** Takes a chunk. @returns where in it the end of data is over, -1 when more is to come. */
  push(chunk: Buffer): number {
    const end = this.#reader.read(chunk, (piece) => this.#keep(piece));
    this.received += end < 0 ? chunk.length : end;
    return end;
  }

  /** Once the end has come: the message, or the name of what is wrong with it. */
  finish(): Buffer | RefusalName {
    if (this.#refusal) return this.#refusal;
    const raw = this.#bytes.whole();
    this.#bytes = NOTHING;
    return countHops(raw) > this.limits.hops ? 'tooManyHops' : raw;
  }

  /** A thread read the message for so many milliseconds. */
  parsed(ms: number): void {
    this.claim.parsed(ms);
  }

  /** Ends the message's claim on memory. It may be called again. */
  release(): void {
    this.#bytes = NOTHING;
    this.claim.release();
  }

  #keep(piece: Buffer): void {
    if (this.#refusal) return;
    const size = this.#bytes.size + piece.length;
    if (size > this.limits.messageBytes) return this.#refuse('messageTooLarge');
    const noRoom =
      size > this.expected ? this.claim.hold(Math.ceil(size / STEP_BYTES) * STEP_BYTES) : null;
    if (noRoom) this.#refuse(ROOM_REFUSALS[noRoom]);
    else this.#bytes.add(piece);
  }

  #refuse(refusal: RefusalName): void {
    this.#refusal = refusal;
    this.release();
  }
}

// Trace headers are put on top; a message in circles has them within this many bytes.
const TRACE_BYTES = 256 * 1024;

/** Received headers (RFC 5321 section 6.3: how mail loops are found). */
function countHops(raw: Buffer): number {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.toString('latin1', 0, Math.min(end < 0 ? raw.length : end, TRACE_BYTES));
  return headers.match(/^received:/gim)?.length ?? 0;
}
