// Characters from which on a text is written apart, and those that are written at once.
const LONG_TEXT_LENGTH = 256 * 1024;
const PIECE_LENGTH = 64 * 1024;

/** A text that is long: it becomes JSON as it is sent. */
export class LongText {
  constructor(readonly text: string) {}

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

/** JSON that is put together from what was made before and what is made now. */
export class JsonWriter {
  private readonly before: (string | LongText)[] = [];
  private last = '';

  /** Adds a piece of JSON. */
  add(json: string): void {
    this.last += json;
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
  constructor(private readonly parts: readonly (string | LongText)[]) {}

  /** Characters of its long texts; 0 for an ordinary one. */
  get longText(): number {
    return this.parts.reduce(
      (sum, part) => (typeof part === 'string' ? sum : sum + part.text.length),
      0,
    );
  }

  /** The value that it is the JSON of. */
  toJSON(): unknown {
    return JSON.parse(this.toString());
  }

  toString(): string {
    return this.parts
      .map((part) => (typeof part === 'string' ? part : JSON.stringify(part.text)))
      .join('');
  }

  /** The same in pieces: made at once, a text of many megabytes would hold up everybody. */
  *pieces(): Generator<string> {
    for (const part of this.parts) {
      if (typeof part === 'string') yield part;
      else yield* part.pieces();
    }
  }
}
