import { QuoteType, Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** What stands behind a piece of text. */
export type TextEnd = 'tag' | 'document';

const NO_REFERENCE = -1;

/** A text of the document with its character references as characters. */
export function decodeText(text: string, end: TextEnd): string {
  const first = text.indexOf('&');
  if (first === NO_REFERENCE) return text;
  const rest = text.slice(first);
  return text.slice(0, first) + READER.read(end === 'tag' ? `${rest}<` : rest, end);
}

const QUOTES: Readonly<Record<number, string>> = {
  [QuoteType.Single]: "'",
  [QuoteType.Double]: '"',
};

/** The value of an attribute likewise; what may end a reference depends on the quotes around it. */
export function decodeAttribute(value: string, quote: QuoteType): string {
  if (!value.includes('&')) return value;
  const mark = QUOTES[quote] ?? '';
  return READER.read(`<a a=${mark}${value}${mark}>`, 'tag');
}

/** So much of an attribute is kept. */
const MAX_VALUE = 16 * 1024;

/** Collects what the tokenizer makes of a piece that holds references. */
class ReferenceReader implements TokenizerCallbacks {
  private readonly tokenizer = new Tokenizer({ decodeEntities: true }, this);
  private piece = '';
  private out = '';

  read(piece: string, end: TextEnd): string {
    this.piece = piece;
    this.out = '';
    this.tokenizer.reset();
    this.tokenizer.write(piece);
    // The bracket behind a text is there to end a reference and begins nothing.
    if (end === 'document') this.tokenizer.end();
    return this.out;
  }

  ontext(start: number, end: number): void {
    this.out += this.piece.slice(start, end);
  }

  ontextentity(codePoint: number): void {
    this.out += String.fromCodePoint(codePoint);
  }

  onattribdata(start: number, end: number): void {
    if (this.out.length < MAX_VALUE) this.out += this.piece.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    this.out += String.fromCodePoint(codePoint);
  }

  onattribname(): void {}
  onattribend(): void {}
  onopentagname(): void {}
  onopentagend(): void {}
  onselfclosingtag(): void {}
  onclosetag(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}
}

const READER = new ReferenceReader();
