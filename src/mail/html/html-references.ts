import { QuoteType, Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** A text with its character references as characters. */
export const resolveText = (text: string): string =>
  text.includes('&') ? new ReferenceReader(text).read() : text;

const MARKS: Partial<Record<QuoteType, string>> = {
  [QuoteType.Single]: "'",
  [QuoteType.Double]: '"',
};

/** The value of an attribute likewise; what may end a reference depends on the quotes around it. */
export function resolveAttribute(value: string, quote: QuoteType): string {
  if (!value.includes('&')) return value;
  const mark = MARKS[quote] ?? '';
  return new ReferenceReader(`<a a=${mark}${value}${mark}>`).read();
}

/** Collects what the tokenizer makes of a piece that holds references. */
class ReferenceReader implements TokenizerCallbacks {
  private out = '';

  constructor(private readonly piece: string) {}

  read(): string {
    const tokenizer = new Tokenizer({}, this);
    tokenizer.write(this.piece);
    tokenizer.end();
    return this.out;
  }

  ontext(start: number, end: number): void {
    this.out += this.piece.slice(start, end);
  }

  ontextentity(codePoint: number): void {
    this.out += String.fromCodePoint(codePoint);
  }

  onattribdata(start: number, end: number): void {
    this.ontext(start, end);
  }

  onattribentity(codePoint: number): void {
    this.ontextentity(codePoint);
  }

  onattribend(): void {}
  onattribname(): void {}
  oncdata(): void {}
  onclosetag(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onopentagend(): void {}
  onopentagname(): void {}
  onprocessinginstruction(): void {}
  onselfclosingtag(): void {}
}
