const FIRST_BLOCK_BYTES = 16 * 1024;
const BLOCK_BYTES = 256 * 1024;

/**
 * Bytes in the order they came, copied: a client that sends single bytes costs no more than others.
 * Their memory is not shared with other buffers, so that it can be handed to another thread.
 */
export class CollectedBytes {
  readonly #blocks: Buffer[] = [];
  // Bytes of the last block that are written.
  #written = 0;
  #size = 0;

  /** `expected` is how many there will be, where that is known. */
  constructor(expected: number | null) {
    this.#blocks.push(Buffer.allocUnsafeSlow(expected ?? FIRST_BLOCK_BYTES));
  }

  get size(): number {
    return this.#size;
  }

  add(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      const block = this.#block();
      const copied = bytes.copy(block, this.#written, at);
      this.#written += copied;
      this.#size += copied;
      at += copied;
    }
  }

  /** All of them in one piece, with little memory beside them; none are added after. */
  whole(): Buffer {
    const [first, ...others] = this.#blocks as [Buffer, ...Buffer[]];
    const unused = first.length - this.#size;
    if (others.length === 0 && unused <= this.#size / 8) return first.subarray(0, this.#size);
    const whole = Buffer.allocUnsafeSlow(this.#size);
    let at = 0;
    for (const block of this.#blocks) at += block.copy(whole, at);
    return whole;
  }

  /** The last block, while there is room in it. */
  #block(): Buffer {
    const last = this.#blocks.at(-1)!;
    if (this.#written < last.length) return last;
    const next = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.#blocks.push(next);
    this.#written = 0;
    return next;
  }
}
