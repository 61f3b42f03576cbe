import type { Mailbox } from '../session.js';
import type { ByteSource } from './literal.js';

/** Bytes that all sessions of a process hold between storage and their clients. */
const MAX_HELD = 64 * 1024 * 1024;
/** Bytes that are read at once at most, and those that always may be, so that nobody waits for others. */
const LARGEST_BYTES = 256 * 1024;
const SMALLEST_BYTES = 4 * 1024;
/** Part of what is free that a slice may have: the more there is read, the smaller slices become. */
const SHARE = 16;

/** How much may be read at once: however many readers take nothing, what they hold is bounded. */
export class SliceBudget {
  private held = 0;

  /** Claims bytes for the next slice, at most as many as `wanted`. */
  claim(wanted: number): number {
    const share = Math.floor((MAX_HELD - this.held) / SHARE);
    const bytes = Math.min(wanted, LARGEST_BYTES, Math.max(SMALLEST_BYTES, share));
    this.held += bytes;
    return bytes;
  }

  release(bytes: number): void {
    this.held -= bytes;
  }
}

/** Reads bytes of a message, `from` (included) to `to` (not included), in pieces. @throws MessageGone */
type ReadBytes = (from: number, to: number) => AsyncIterable<Buffer>;

/** The bytes of a message: the next ones are read when those before were taken. */
export const messageBytes = (
  mailbox: Pick<Mailbox, 'bytes'>,
  uid: number,
  budget: SliceBudget,
): ReadBytes =>
  async function* (from, to) {
    for (let at = from; at < to;) {
      const size = budget.claim(to - at);
      try {
        yield* mailbox.bytes(uid, at, at + size);
      } finally {
        budget.release(size);
      }
      at += size;
    }
  };

/** The bytes of a message of which the first are there. */
export const bytesBehind =
  (first: Buffer, others: ReadBytes): ByteSource =>
  (from, to) => {
    if (to <= first.length) return first.subarray(from, to);
    if (from >= first.length) return others(from, to);
    return joined(first.subarray(from), others(first.length, to));
  };

async function* joined(first: Buffer, others: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* others;
}
