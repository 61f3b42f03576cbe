/**
 * Reads JSON as `JSON.stringify` writes it, value by value, without making objects of it. Nothing else is read: what
 * comes from outside is not.
 */
export class JsonReader {
  private at = 0;

  constructor(private readonly text: string) {}

  /** How far it has read. */
  get position(): number {
    return this.at;
  }

  /** What was read since then. */
  since(position: number): string {
    return this.between(position, this.at);
  }

  /** What stands between two positions. */
  between(from: number, to: number): string {
    return this.text.slice(from, to);
  }

  /** Whether a value of this kind begins. */
  isAt(bracket: '{' | '['): boolean {
    return this.text[this.at] === bracket;
  }

  /** Reads the beginning of an object or a list; false where another value begins. */
  begins(bracket: '{' | '['): boolean {
    if (!this.isAt(bracket)) return false;
    this.at += 1;
    return true;
  }

  /** Whether a member or an item follows: reads what stands in front of it, or the end. */
  follows(): boolean {
    const code = this.text.charCodeAt(this.at);
    if (code === COMMA || isEnd(code)) this.at += 1;
    return !isEnd(code);
  }

  /** Reads the name of a member where that is `name`, with its quotes and its colon. */
  isNamed(name: string): boolean {
    if (!this.text.startsWith(name, this.at)) return false;
    this.at += name.length;
    return true;
  }

  /** Reads what a sticky pattern finds here; false where it finds nothing, or the text is too long for patterns. */
  passes(pattern: RegExp): boolean {
    if (this.text.length > MAX_PATTERN_LENGTH) return false;
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }

  /** Reads the name of a member; one with escapes is none that a schema has. */
  name(): string {
    const from = this.at + 1;
    this.at = endOfText(this.text, this.at) + 1;
    return this.text.slice(from, this.at - 2);
  }

  /** Reads a value. */
  value(): string {
    const from = this.at;
    this.skip();
    return this.since(from);
  }

  /** Reads past a value. */
  skip(): void {
    this.at = endOfValue(this.text, this.at);
  }
}

// Characters: a pattern remembers each place at which it could have gone on otherwise, and has 64 MB for that.
const MAX_PATTERN_LENGTH = 1024 * 1024;

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];

// { and [, } and ]
const isBeginning = (code: number) => code === 0x7b || code === 0x5b;
const isEnd = (code: number) => code === 0x7d || code === 0x5d;

function endOfValue(text: string, from: number): number {
  const code = text.charCodeAt(from);
  if (code === QUOTE) return endOfText(text, from);
  return isBeginning(code) ? endOfNested(text, from) : endOfWord(text, from);
}

function endOfText(text: string, from: number): number {
  let at = from;
  do at = text.indexOf('"', at + 1);
  while (at > 0 && isEscaped(text, at));
  if (at < 0) throw new Error('This is no JSON');
  return at + 1;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}

/** An object or a list: behind the bracket that ends it. */
function endOfNested(text: string, from: number): number {
  let depth = 0;
  let at = from;
  do {
    const code = text.charCodeAt(at);
    if (Number.isNaN(code)) throw new Error('This is no JSON');
    if (isBeginning(code)) depth += 1;
    if (isEnd(code)) depth -= 1;
    at = code === QUOTE ? endOfText(text, at) : at + 1;
  } while (depth > 0);
  return at;
}

/** A number, true, false or null: the text ends there, or what it stands in goes on or ends. */
function endOfWord(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); !isOver(code); code = text.charCodeAt(at)) at += 1;
  return at;
}

const isOver = (code: number) => code === COMMA || isEnd(code) || Number.isNaN(code);
