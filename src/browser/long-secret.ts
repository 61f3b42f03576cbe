// A secret of some kilobytes is no expression: its pieces are looked up, in text without what encodings add.

// Bytes of a piece: shorter ones would blank what has nothing to do with it.
const PIECE = 16;
// Characters that hold a piece in base64 or hexadecimal at least.
const ENCODED = /[\w+/=-](?:[\w+/=-]|%2b|%2f|%3d|[\s:,](?=[\w+/=-])){20,}/gi;

/** What a byte, or several, may be written as; what is no byte of a plain form stands last and counts as nothing. */
const SPELLING = new RegExp(
  [
    '%(?:25)*([0-9a-f]{2})',
    String.raw`\\+u([0-9a-f]{4})`,
    String.raw`\\+x([0-9a-f]{2})`,
    '&(?:amp;)*#0*([0-9]{1,7});?',
    '&(?:amp;)*#x0*([0-9a-f]{1,6});?',
    '&(?:amp;)*(amp|lt|gt|quot|apos);',
    String.raw`((?:\\+[nrt"']?|[\s+'"\u00ad\u200b-\u200d])+)`,
    '(.)',
  ].join('|'),
  'gisu',
);

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
// What encodings add, fold or drop.
const DROPPED = /^[\\\s+'"\u00ad\u200b-\u200d]$/;

/** Text in its plain form, with where in the text each of its bytes stands. */
interface PlainText {
  readonly bytes: Buffer;
  readonly begins: readonly number[];
  readonly ends: readonly number[];
}

/** A secret that is too long for one expression: text that shows a piece of it, in any encoding, is blanked there. */
export class LongSecret {
  private readonly pieces = new Set<string>();

  constructor(value: string) {
    const { bytes } = plainOf(value);
    for (let at = 0; at + PIECE <= bytes.length; at++) this.pieces.add(pieceOf(bytes, at));
  }

  hide(text: string, blank: string): string {
    return blanked(text, [...this.shownIn(plainOf(text)), ...this.encodedIn(text)], blank);
  }

  private shownIn({ bytes, begins, ends }: PlainText): ByteSpan[] {
    const spans: ByteSpan[] = [];
    for (let at = 0; at + PIECE <= bytes.length; at++)
      if (this.pieces.has(pieceOf(bytes, at))) spans.push([begins[at]!, ends[at + PIECE - 1]!]);
    return spans;
  }

  private encodedIn(text: string): ByteSpan[] {
    const runs = [...text.matchAll(ENCODED)];
    const shown = runs.filter(([run]) => this.isEncoded(run));
    return shown.map(({ 0: run, index }) => [index, index + run.length]);
  }

  private isEncoded(run: string): boolean {
    const signs = run.replace(/%2b/gi, '+').replace(/%2f/gi, '/').replace(/%3d/gi, '=');
    return decodings(signs).some((bytes) => this.shownIn(plainOf(bytes.toString())).length > 0);
  }
}

/** What it may be, wherever the encoding begins. */
function decodings(signs: string): Buffer[] {
  const parts = signs.replace(/[\s:,]/g, '').split(/=+/);
  const hex = signs.replace(/0x|[^0-9a-f]/gi, '');
  return [
    ...parts.flatMap((part) => [0, 1, 2, 3].map((from) => Buffer.from(part.slice(from), 'base64'))),
    ...[0, 1].map((from) => Buffer.from(hex.slice(from), 'hex')),
  ];
}

type ByteSpan = readonly [begin: number, end: number];

const pieceOf = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + PIECE);

function plainOf(text: string): PlainText {
  const bytes: number[] = [];
  const begins: number[] = [];
  const ends: number[] = [];
  for (const match of text.matchAll(SPELLING)) {
    for (const byte of bytesOf(match)) {
      bytes.push(byte);
      begins.push(match.index);
      ends.push(match.index + match[0].length);
    }
  }
  return { bytes: Buffer.from(bytes), begins, ends };
}

/** In lower case, as pages change it. */
function bytesOf(match: RegExpExecArray): Iterable<number> {
  const [, percent, ...others] = match;
  if (percent !== undefined) return lowered(parseInt(percent, 16));
  const character = characterOf(others);
  return DROPPED.test(character) ? [] : Buffer.from(character.toLowerCase());
}

function characterOf(groups: readonly (string | undefined)[]): string {
  const [unit, hex, decimal, hexadecimal, name = '', , plain = ''] = groups;
  const digits = unit ?? hex ?? hexadecimal;
  if (digits !== undefined) return ofCode(parseInt(digits, 16));
  if (decimal !== undefined) return ofCode(Number(decimal));
  return NAMED[name.toLowerCase()] ?? plain;
}

const ofCode = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

/** A byte of UTF-8, which may be a part of a character. */
function lowered(byte: number): number[] {
  const character = String.fromCharCode(byte);
  if (byte > 127) return [byte];
  return DROPPED.test(character) ? [] : [character.toLowerCase().charCodeAt(0)];
}

function blanked(text: string, spans: readonly ByteSpan[], blank: string): string {
  const inOrder = [...spans].sort(([one], [other]) => one - other);
  const parts: string[] = [];
  let at = 0;
  for (const [begin, end] of inOrder) {
    if (begin >= at) parts.push(text.slice(at, begin), blank);
    at = Math.max(at, end);
  }
  parts.push(text.slice(at));
  return parts.join('');
}
