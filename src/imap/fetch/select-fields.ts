import type { FieldFilter } from './section.js';

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;
const COLON = 0x3a;
/** A longer name is none that is asked for. */
const MAX_NAME = 256;

/** Of a header that comes in pieces the fields that are wanted, and the empty line behind them. */
export async function* selectFields(
  header: AsyncIterable<Buffer>,
  filter: FieldFilter,
): AsyncGenerator<Buffer> {
  const selection = new FieldSelection(filter);
  for await (const piece of header) yield* selection.take(piece);
  yield* selection.end();
}

class FieldSelection {
  /** The beginning of a line whose name is not complete yet. */
  private held: Buffer = Buffer.alloc(0);
  private atLineStart = true;
  private isKept: boolean;

  constructor(private readonly filter: FieldFilter) {
    // A first line that goes on with none has no name.
    this.isKept = filter.isNot;
  }

  take(piece: Buffer): Buffer[] {
    const bytes = this.held.length > 0 ? Buffer.concat([this.held, piece]) : piece;
    this.held = Buffer.alloc(0);
    return this.select(bytes, false);
  }

  end(): Buffer[] {
    return this.select(this.held, true);
  }

  private select(bytes: Buffer, isLast: boolean): Buffer[] {
    const kept: Buffer[] = [];
    for (let at = 0; at < bytes.length;) {
      if (this.atLineStart && !this.judge(bytes.subarray(at, at + MAX_NAME), isLast)) {
        this.held = bytes.subarray(at);
        break;
      }
      const feed = bytes.indexOf(LF, at);
      const end = feed < 0 ? bytes.length : feed + 1;
      if (this.isKept) kept.push(bytes.subarray(at, end));
      this.atLineStart = feed >= 0;
      at = end;
    }
    return kept.length > 1 ? [Buffer.concat(kept)] : kept;
  }

  /** Decides on a line by its beginning; false when that is too little of it. */
  private judge(line: Buffer, isLast: boolean): boolean {
    // It goes on with the line before.
    if (isFolded(line)) return true;
    if (isEmpty(line)) {
      this.isKept = true;
      return true;
    }
    const colon = line.indexOf(COLON);
    const feed = line.indexOf(LF);
    if (colon < 0 && feed < 0 && line.length < MAX_NAME && !isLast) return false;
    const end = feed < 0 || colon < feed ? colon : -1;
    const name = line.toString('latin1', 0, Math.max(0, end)).trimEnd().toLowerCase();
    this.isKept = this.filter.names.has(name) !== this.filter.isNot;
    return true;
  }
}

const isFolded = ([first]: Buffer) => first === SPACE || first === TAB;

const isEmpty = (line: Buffer) => line[0] === LF || (line[0] === CR && line[1] === LF);
