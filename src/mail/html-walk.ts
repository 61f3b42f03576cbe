import { Tokenizer, type QuoteType, type TokenizerCallbacks } from 'htmlparser2';
import { decodeAttribute, decodeText, type TextEnd } from './html-entities.js';
import { tagAt, type Tag } from './html-tags.js';

const NAMES = [
  ...(['href', 'style', 'class', 'id', 'hidden', 'bgcolor', 'background', 'color', 'alt'] as const),
  ...(['type', 'title', 'aria-label'] as const),
];
type Name = (typeof NAMES)[number];

/** The attributes that layout and meaning are read from, by name in lower case. */
export type Attributes = Readonly<Record<Name, string | undefined>>;

/** Told of each element and text of a document, in order. */
export interface HtmlVisitor {
  open(tag: Tag, attributes: Attributes): void;
  close(tag: Tag): void;
  text(text: string): void;
  /** The content of a style element. */
  sheet(css: string): void;
}

const WANTED = new Map<string, Name>(NAMES.map((name) => [name, name]));

/** All fields from the start, so that all elements have one shape and are read fast. */
const noAttributes = (): Record<Name, string | undefined> => ({
  href: undefined,
  style: undefined,
  class: undefined,
  id: undefined,
  hidden: undefined,
  bgcolor: undefined,
  background: undefined,
  color: undefined,
  alt: undefined,
  type: undefined,
  title: undefined,
  'aria-label': undefined,
});

/** Those of an element without any that is of interest. */
export const NO_ATTRIBUTES: Attributes = noAttributes();

const MAX_SHEET = 64 * 1024;

/**
 * Goes once over a document of any quality; time grows with its length only. The tokenizer leaves
 * character references alone, since it skips fast what holds nothing that it looks for.
 */
export function walkHtml(html: string, visitor: HtmlVisitor): void {
  const tokenizer = new Tokenizer({ decodeEntities: false }, new Events(html, visitor));
  tokenizer.write(html);
  tokenizer.end();
}

class Events implements TokenizerCallbacks {
  private tag = tagAt('', 0, 0);
  private attributes: Record<Name, string | undefined> | null = null;
  /** The attribute being read; undefined for one that is of no interest. */
  private attribute: Name | undefined;
  private valueStart = 0;
  private valueEnd = 0;
  /** In `plaintext`, which nothing ends, references are text. */
  private isLiteral = false;
  /** The element whose content is passed over; '' for none. */
  private unseen = '';
  private css = '';
  /** Text that may go on: entities and stray brackets come one by one. */
  private pending = '';

  constructor(
    private readonly html: string,
    private readonly visitor: HtmlVisitor,
  ) {}

  onopentagname(start: number, end: number): void {
    this.tag = tagAt(this.html, start, end);
    this.attributes = null;
  }

  onattribname(start: number, end: number): void {
    const name = this.html.slice(start, end);
    this.attribute = WANTED.get(name) ?? WANTED.get(name.toLowerCase());
    this.valueStart = this.valueEnd = end;
  }

  onattribdata(start: number, end: number): void {
    this.valueStart = start;
    this.valueEnd = end;
  }

  onattribentity(): void {}

  onattribend(quote: QuoteType): void {
    if (!this.attribute) return;
    this.attributes ??= noAttributes();
    this.attributes[this.attribute] ??= decodeAttribute(
      this.html.slice(this.valueStart, this.valueEnd),
      quote,
    );
  }

  onopentagend(): void {
    if (this.unseen !== '') return;
    this.flush();
    if (this.tag.isUnseen) this.unseen = this.tag.name;
    else this.visitor.open(this.tag, this.attributes ?? NO_ATTRIBUTES);
    if (this.tag.name === 'plaintext') this.isLiteral = true;
  }

  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    const tag = tagAt(this.html, start, end);
    if (this.unseen === '') {
      this.flush();
      this.visitor.close(tag);
    } else if (tag.name === this.unseen) {
      this.leaveUnseen();
    }
  }

  private leaveUnseen(): void {
    if (this.css !== '') this.visitor.sheet(this.css);
    this.css = '';
    this.unseen = '';
  }

  ontext(start: number, end: number): void {
    if (this.unseen === '') {
      const text = this.html.slice(start, end);
      this.pending += this.isLiteral ? text : decodeText(text, this.endOf(end));
    } else if (this.unseen === 'style' && this.css.length < MAX_SHEET) {
      this.css += this.html.slice(start, Math.min(end, start + MAX_SHEET));
    }
  }

  private endOf(place: number): TextEnd {
    return place < this.html.length ? 'tag' : 'document';
  }

  ontextentity(): void {}

  private flush(): void {
    if (this.pending === '') return;
    this.visitor.text(this.pending);
    this.pending = '';
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {
    this.flush();
  }
  onprocessinginstruction(): void {}
}
