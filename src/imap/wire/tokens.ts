/** A command as it came: text, and a literal behind each piece of text but the last. */
export interface Segment {
  /** Without its CRLF; ends with `{n}` or `{n+}` where a literal follows. */
  readonly text: Buffer;
  readonly literal?: Buffer;
}

/** A command that cannot be read: `BAD` with what was expected and where. */
export class SyntaxProblem extends Error {}

/** Lists, NOT and OR may stand in each other so often. */
export const MAX_NESTING = 100;

/** Bytes by what they may stand in (RFC 9051 section 9). */
const Byte = {
  Atom: 1,
  /** Atom and `]`. */
  Astring: 2,
  Tag: 4,
  /** Of a mailbox pattern: astring and wildcards. */
  Pattern: 8,
  Digit: 16,
  /** Of a sequence set. */
  Sequence: 32,
};

const CLASSES = classes();

function classes(): Uint8Array {
  const table = new Uint8Array(256);
  const add = (kind: number, from: number, to = from) => {
    for (let byte = from; byte <= to; byte++) table[byte] = table[byte]! | kind;
  };
  add(Byte.Atom | Byte.Astring | Byte.Tag | Byte.Pattern, 0x21, 0x7e);
  for (const special of '(){%*"\\') table[code(special)] = 0;
  // RFC 6855: names in UTF-8, where a client writes them without quotes.
  add(Byte.Pattern, 0x80, 0xff);
  table[code(']')] = Byte.Astring | Byte.Tag | Byte.Pattern;
  table[code('+')] = table[code('+')]! & ~Byte.Tag;
  for (const wildcard of '%*') add(Byte.Pattern, code(wildcard));
  add(Byte.Digit, code('0'), code('9'));
  for (const sign of '0123456789:,*$') add(Byte.Sequence, code(sign));
  return table;
}

function code(sign: string): number {
  return sign.charCodeAt(0);
}

const CR = 0x0d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LITERAL = /^~?\{(\d{1,10})\+?\}$/;
const UTF8 = new TextDecoder('utf-8', { fatal: true });
// Larger than any count of messages: RFC 9051 section 9, number64.
const MAX_NUMBER = 2 ** 53 - 1;

/**
 * Reads a command token by token. Each method takes what its name says or throws a SyntaxProblem
 * that names the place: bytes from the beginning of the command, literals counted.
 */
export class Tokens {
  #segment = 0;
  #at = 0;
  // Bytes of the segments and literals before this one.
  #before = 0;
  #depth = 0;

  constructor(private readonly segments: readonly Segment[]) {}

  /** The tag, before anything else. */
  tag(): string {
    return this.#run(Byte.Tag, 'a tag');
  }

  /** The bytes of an atom. */
  atom(what = 'an atom'): string {
    return this.#run(Byte.Atom, what);
  }

  /** An atom in capitals: names of commands, keys and items are the same in any case. */
  keyword(what = 'a keyword'): string {
    return this.atom(what).toUpperCase();
  }

  /** The characters of an atom up to `[` or `<`, in capitals, maybe none: `BODY` of `BODY[]`. */
  word(): string {
    const from = this.#at;
    while (isWord(this.#byte())) this.#at++;
    return this.#text(from).toUpperCase();
  }

  /** Characters of a sequence set, unread: see `sequence-set.ts`. */
  sequenceSet(): string {
    return this.#run(Byte.Sequence, 'a sequence set');
  }

  /** Takes a keyword in capitals if it is next, with what separates it from the rest. */
  tryKeyword(keyword: string): boolean {
    const { text } = this.#current;
    const end = this.#at + keyword.length;
    const next = text.toString('latin1', this.#at, end).toUpperCase();
    const follows = text[end];
    if (next !== keyword || (follows !== undefined && CLASSES[follows]! & Byte.Atom)) return false;
    this.#at = end;
    return true;
  }

  /** Whether a sequence set is next: no keyword begins like one. */
  isSequenceSet(): boolean {
    const byte = this.#byte();
    return byte !== undefined && (CLASSES[byte]! & Byte.Sequence) !== 0;
  }

  /** Characters of base64 (RFC 4959), unread; `=` alone stands for nothing. */
  base64(what: string): string {
    return this.#run(Byte.Atom, what);
  }

  /** Text: an atom that may hold `]`, a quoted string, or a literal. */
  astring(what = 'a string'): string {
    return this.isString() ? this.string(what) : this.#run(Byte.Astring, what);
  }

  /** A mailbox name or a pattern of LIST. */
  pattern(what = 'a mailbox pattern'): string {
    return this.isString() ? this.string(what) : this.#decoded(this.#runBytes(Byte.Pattern, what));
  }

  /** Whether a quoted string or a literal is next. */
  isString(): boolean {
    const { text } = this.#current;
    const at = this.isNext('~') ? this.#at + 1 : this.#at;
    return this.isNext('"') || text[at] === code('{');
  }

  /** A quoted string or a literal, in UTF-8. */
  string(what = 'a string'): string {
    if (this.#byte() === QUOTE) return this.#decoded(this.#quoted());
    return this.#decoded(this.#literal(what));
  }

  /** A string, or null for NIL. */
  nstring(what = 'a string or NIL'): string | null {
    if (this.isString()) return this.string(what);
    if (this.keyword(what) !== 'NIL') this.fail(what);
    return null;
  }

  /** An integer of at most 53 bits (a MODSEQ has 63: none here comes so far). */
  number(what = 'a number', least = 0): number {
    const from = this.#at;
    const value = Number(this.#run(Byte.Digit, what));
    if (value > MAX_NUMBER || value < least) this.fail(what, from);
    return value;
  }

  /** One space. */
  space(): void {
    if (!this.tryByte(' ')) this.fail('a space');
  }

  /** Takes `sign`, or fails. */
  byte(sign: string): void {
    if (!this.tryByte(sign)) this.fail(`"${sign}"`);
  }

  /** Takes `sign` if it is next. */
  tryByte(sign: string): boolean {
    if (this.#byte() !== code(sign)) return false;
    this.#at++;
    return true;
  }

  /** Whether `sign` is next. */
  isNext(sign: string): boolean {
    return this.#byte() === code(sign);
  }

  /** Whether the command ends here. */
  isEnd(): boolean {
    return this.#byte() === undefined;
  }

  /** What is left of the text before the next literal, in Latin-1, not taken. */
  remaining(): string {
    return this.#current.text.toString('latin1', this.#at);
  }

  /** Takes everything that is left, whatever it is. */
  rest(): void {
    this.#segment = this.segments.length - 1;
    this.#at = this.#current.text.length;
  }

  /** Fails unless the command ends here. */
  end(): void {
    if (!this.isEnd()) this.fail('the end of the command');
  }

  /** `(` items `)` with a space between two, maybe none. */
  list<T>(item: () => T): T[] {
    return this.nested(() => {
      this.byte('(');
      const items: T[] = [];
      while (!this.tryByte(')')) {
        if (items.length > 0) this.space();
        items.push(item());
      }
      return items;
    });
  }

  /** A list, or one item without parentheses. */
  listOrOne<T>(item: () => T): T[] {
    return this.isNext('(') ? this.list(item) : [item()];
  }

  /** Runs `read` one level deeper. */
  nested<T>(read: () => T): T {
    if (this.#depth === MAX_NESTING) this.fail(`at most ${MAX_NESTING} levels`);
    this.#depth++;
    const value = read();
    this.#depth--;
    return value;
  }

  /** A place that `fail` can name later. */
  get place(): number {
    return this.#at;
  }

  /** @throws SyntaxProblem */
  fail(expected: string, at = this.#at): never {
    throw new SyntaxProblem(`Expected ${expected} at byte ${this.#before + at}`);
  }

  get #current(): Segment {
    return this.segments[this.#segment]!;
  }

  #byte(): number | undefined {
    return this.#current.text[this.#at];
  }

  #text(from: number): string {
    return this.#current.text.toString('latin1', from, this.#at);
  }

  #run(kind: number, what: string): string {
    return this.#runBytes(kind, what).toString('latin1');
  }

  #runBytes(kind: number, what: string): Buffer {
    const from = this.#at;
    const { text } = this.#current;
    while (this.#at < text.length && CLASSES[text[this.#at]!]! & kind) this.#at++;
    if (this.#at === from) this.fail(what);
    return text.subarray(from, this.#at);
  }

  #quoted(): Buffer {
    const { text } = this.#current;
    const opened = this.#at++;
    const bytes: number[] = [];
    for (let byte = text[this.#at]; byte !== QUOTE; byte = text[this.#at]) {
      if (byte === undefined || byte === CR) this.fail('the end of a quoted string', opened);
      bytes.push(byte === BACKSLASH ? this.#escaped() : byte);
      this.#at++;
    }
    this.#at++;
    return Buffer.from(bytes);
  }

  #escaped(): number {
    const byte = this.#current.text[++this.#at];
    if (byte !== QUOTE && byte !== BACKSLASH) this.fail('a quote or a backslash');
    return byte;
  }

  #literal(what: string): Buffer {
    const { text, literal } = this.#current;
    if (!literal || !LITERAL.test(text.toString('latin1', this.#at))) this.fail(what);
    this.#before += text.length + literal.length;
    this.#segment++;
    this.#at = 0;
    return literal;
  }

  #decoded(bytes: Buffer): string {
    if (bytes.includes(0)) this.fail('no NUL');
    try {
      return UTF8.decode(bytes);
    } catch {
      return this.fail('UTF-8');
    }
  }
}

function isWord(byte: number | undefined): boolean {
  if (byte === undefined || byte === code('[') || byte === code('<')) return false;
  return (CLASSES[byte]! & Byte.Atom) !== 0;
}
