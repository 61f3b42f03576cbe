import { invalid } from '../errors.js';
import { sanitizeName } from '../operations/sanitize-name.js';

/** Values of a JSON body: each costs memory far beyond its bytes. */
export const MAX_VALUES = 100_000;
/** Objects and arrays inside each other in a JSON body. */
export const MAX_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
// `[` and `{`, `]` and `}` differ in this bit alone.
const BRACE_BIT = 0x20;
const OPENING = 0x5b;
const CLOSING = 0x5d;
const BLANK = 0x20;
// A name is told in a message no longer than this.
const SHOWN_BYTES = 40;

/**
 * Counts the values of a JSON text and how deep they are nested while its bytes come in, so that what
 * is too much is refused before anything is made of it. What is no JSON is left to the parser, which
 * makes no more values of it than were counted here.
 */
export class JsonScan {
  #values = 1;
  #depth = 0;
  #inString = false;
  #escaped = false;
  // The container just opened has nothing in it so far.
  #empty = false;
  // The last string at the top of the body: the member in which what follows stands, if it is its name.
  readonly #name = Buffer.alloc(SHOWN_BYTES);
  #nameLength = 0;

  /** @throws AppError 400 */
  take(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at++) {
      at = this.#inString ? this.#passString(bytes, at) : this.#passBlanks(bytes, at);
      if (at < bytes.length) this.#takeMark(bytes[at]!);
    }
  }

  /** The place of the quote that ends the string, or the end of the bytes. */
  #passString(bytes: Uint8Array, from: number): number {
    let at = from;
    for (; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) break;
      if (this.#depth === 1 && this.#nameLength < SHOWN_BYTES)
        this.#name[this.#nameLength++] = byte;
    }
    return at;
  }

  #passBlanks(bytes: Uint8Array, from: number): number {
    let at = from;
    while (at < bytes.length && bytes[at]! <= BLANK) at++;
    return at;
  }

  #takeMark(byte: number): void {
    if (byte === QUOTE) {
      this.#inString = !this.#inString;
      if (this.#inString && this.#depth === 1) this.#nameLength = 0;
    }
    const mark = byte | BRACE_BIT;
    if (mark === (CLOSING | BRACE_BIT)) {
      this.#depth--;
      this.#empty = false;
      return;
    }
    if (this.#empty || byte === COMMA) this.#count();
    this.#empty = mark === (OPENING | BRACE_BIT);
    if (this.#empty) this.#open();
  }

  #count(): void {
    if (++this.#values > MAX_VALUES)
      throw invalid(`The body must hold at most ${MAX_VALUES} values`);
  }

  #open(): void {
    if (++this.#depth <= MAX_DEPTH) return;
    const name = sanitizeName(this.#name.toString('utf8', 0, this.#nameLength)) || 'The body';
    throw invalid(`${name} must not be nested deeper than ${MAX_DEPTH}`);
  }
}
