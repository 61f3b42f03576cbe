import type { Writable } from 'node:stream';

// Bytes of replies that are held: far below what makes a stream say that it is full.
const MAX_HELD = 4_096;

/** Replies that wait for others to leave with. */
export class HeldReplies {
  #socket: Writable | null = null;

  /** What is written from now on stays here until `release`; a socket that ends takes it along. */
  hold(socket: Writable): void {
    if (this.#socket && socket.writableLength > MAX_HELD) this.release();
    if (this.#socket) return;
    socket.cork();
    this.#socket = socket;
  }

  release(): void {
    this.#socket?.uncork();
    this.#socket = null;
  }
}
