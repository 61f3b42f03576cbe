// Characters from which on a text is written apart, and those that are written at once.
const LONG_TEXT_LENGTH = 256 * 1024;
const PIECE_LENGTH = 64 * 1024;

/** A text that is long: it becomes JSON as it is sent. */
export class LongText {
  constructor(readonly text: string) {}

  toString(): string {
    return JSON.stringify(this.text);
  }

  /** Where a pair is cut, its halves are written as escapes, which mean the same. */
  *pieces(): Generator<string> {
    yield '"';
    for (let at = 0; at < this.text.length; at += PIECE_LENGTH)
      yield JSON.stringify(this.text.slice(at, at + PIECE_LENGTH)).slice(1, -1);
    yield '"';
  }
}

/** Whether a text is written apart. */
export const isLong = (text: string): boolean => text.length > LONG_TEXT_LENGTH;

/** A part of JSON; as bytes, in UTF-8, it was made elsewhere, and is sent as it is. */
type JsonPart = string | Buffer | LongText;

/** JSON that is put together from what was made before and what is made now. */
export class JsonWriter {
  private readonly before: JsonPart[] = [];
  private last = '';

  /** Adds a piece of JSON. */
  add(json: string): void {
    this.last += json;
  }

  /** Adds a piece of JSON that is bytes already. */
  addBytes(json: Buffer): void {
    this.before.push(this.last, json);
    this.last = '';
  }

  /** Adds a text as JSON. */
  addText(text: string): void {
    if (isLong(text)) {
      this.before.push(this.last, new LongText(text));
      this.last = '';
    } else this.last += JSON.stringify(text);
  }

  /** What was added. */
  written(): PreparedJson {
    return new PreparedJson([...this.before, this.last]);
  }
}

/**
 * An answer that is JSON already. It was checked against the output schema when it was made, so it is sent as it
 * is. `JSON.stringify` of it, or of an object it stands in, gives the same JSON.
 */
export class PreparedJson {
  constructor(private readonly parts: readonly JsonPart[]) {}

  /** Characters of its long texts, and bytes where there are many; 0 for an ordinary one. */
  get longText(): number {
    return this.parts.reduce((sum, part) => sum + longIn(part), 0);
  }

  /** The value that it is the JSON of. */
  toJSON(): unknown {
    return JSON.parse(this.toString());
  }

  toString(): string {
    return this.parts.map(String).join('');
  }

  /** As it is best sent at once. */
  get sent(): string | Buffer {
    if (!this.parts.some((part) => Buffer.isBuffer(part))) return this.toString();
    return this.bytes;
  }

  /** The same in one piece, to be shown more than once. */
  get inOne(): PreparedJson {
    return new PreparedJson([this.bytes]);
  }

  /** In UTF-8. */
  get bytes(): Buffer {
    const all = this.parts.map((part) =>
      Buffer.isBuffer(part) ? part : Buffer.from(part.toString()),
    );
    return all.length === 1 ? all[0]! : Buffer.concat(all);
  }

  /** The same in pieces: made at once, a text of many megabytes would hold up everybody. */
  *pieces(): Generator<string | Buffer> {
    for (const part of this.parts) {
      if (part instanceof LongText) yield* part.pieces();
      else yield part;
    }
  }
}

// Bytes from which on they are many.
const LONG_BYTES = 1024 * 1024;

function longIn(part: JsonPart): number {
  if (part instanceof LongText) return part.text.length;
  return Buffer.isBuffer(part) && part.length > LONG_BYTES ? part.length : 0;
}
