/** Carriage return. */
export const CR = 0x0d;
/** Line feed. */
export const LF = 0x0a;
const DOT = 0x2e;
const CRLF = Buffer.from('\r\n');

// Where in a line the last byte was. What stands behind `text` holds bytes back.
const state = { lineStart: 0, text: 1, cr: 2, dot: 3, dotCr: 4, end: 5 } as const;
type StuffingState = (typeof state)[keyof typeof state];

/** What a byte leads to: a line break is written, the byte itself is kept, both or neither. */
interface Transition {
  readonly next: StuffingState;
  readonly breaks: boolean;
  readonly keeps: boolean;
}

const step = (next: StuffingState, breaks = false, keeps = false): Transition => ({
  next,
  breaks,
  keeps,
});
const holdCr = step(state.cr);
const bareLf = step(state.text, true);
const text = step(state.text, false, true);
const bareCrThenText = step(state.text, true, true);

/**
 * By state; for CR, LF, dot, anything else.
 *
 * Lines begin after CRLF only: a dot behind a bare CR or LF is text, and nothing but CRLF.CRLF is the
 * end of data (RFC 5321 section 4.1.1.4). A bare LF, and a run of bare CRs, is kept as one CRLF; CRs in
 * front of CRLF, which careless Windows programs write, vanish. So what is stored has CRLF alone.
 */
const STEPS: readonly (readonly [Transition, Transition, Transition, Transition])[] = [
  [holdCr, bareLf, step(state.dot), text], // lineStart
  [holdCr, bareLf, text, text], // text
  [holdCr, step(state.lineStart, true), bareCrThenText, bareCrThenText], // cr
  [step(state.dotCr), bareLf, text, text], // dot: RFC 5321 section 4.5.2, it is dropped
  [holdCr, step(state.end), bareCrThenText, bareCrThenText], // dotCr
];

const columnOf = (byte: number): 0 | 1 | 2 | 3 => {
  if (byte === CR) return 0;
  if (byte === LF) return 1;
  return byte === DOT ? 2 : 3;
};

/** Reads the data of one message off the wire, in chunks cut anywhere. */
export class DotStuffedReader {
  #state: StuffingState = state.lineStart;

  /**
   * Gives what is to be stored to `keep`, piece by piece; pieces may share the chunk's memory.
   * @returns where in the chunk the end of data is over, -1 when it has not come.
   */
  read(chunk: Buffer, keep: (piece: Buffer) => void): number {
    let kept = 0;
    for (let at = this.#plainUntil(chunk, 0); at < chunk.length; at = this.#plainUntil(chunk, at)) {
      const { next, breaks, keeps } = STEPS[this.#state]![columnOf(chunk[at]!)];
      if (kept < at) keep(chunk.subarray(kept, at));
      this.#state = next;
      kept = keeps ? at : at + 1;
      at += 1;
      if (next === state.end) return at;
      if (breaks) keep(CRLF);
    }
    if (kept < chunk.length) keep(chunk.subarray(kept));
    return -1;
  }

  /** The hot loop: passes over text and CRLF, up to the first byte that is not stored as it came. */
  #plainUntil(chunk: Buffer, from: number): number {
    let at = from;
    let current = this.#state;
    for (; at < chunk.length && current <= state.text; at++) {
      const byte = chunk[at]!;
      if (byte === CR && chunk[at + 1] === LF) {
        at += 1;
        current = state.lineStart;
      } else if (byte === CR || byte === LF || (byte === DOT && current === state.lineStart)) {
        break;
      } else {
        current = state.text;
      }
    }
    this.#state = current;
    return at;
  }
}
