/** Bytes of bodies from which on they are read in a thread of their own. */
export const LARGE = 1024 * 1024;

const FIRST_ROOM = 4 * 1024;

/**
 * Bytes in the order they came, copied: a client that sends single bytes costs no more than others.
 * Large ones are in memory that another thread reads as it is.
 */
export class GrowingBytes {
  #room: Buffer;
  #size = 0;

  /** `expected` is how many there will be, where that is known. */
  constructor(expected: number | null) {
    this.#room = roomFor(expected ?? FIRST_ROOM);
  }

  get size(): number {
    return this.#size;
  }

  add(bytes: Buffer): void {
    const size = this.#size + bytes.length;
    if (size > this.#room.length) {
      const room = roomFor(Math.max(size, 2 * this.#room.length));
      this.#room.copy(room, 0, 0, this.#size);
      this.#room = room;
    }
    bytes.copy(this.#room, this.#size);
    this.#size = size;
  }

  /** All of them; none are added after. */
  whole(): Buffer {
    return this.#room.subarray(0, this.#size);
  }
}

const roomFor = (bytes: number): Buffer =>
  bytes > LARGE ? Buffer.from(new SharedArrayBuffer(bytes)) : Buffer.allocUnsafe(bytes);
