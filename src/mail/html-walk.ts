import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { tagOf, type Tag } from './html-tags.js';

/** The attributes that layout and meaning are read from, by name in lower case. */
export type Attributes = Readonly<Partial<Record<string, string>>>;

/** Told of each element and text of a document, in order. */
export interface HtmlVisitor {
  open(tag: Tag, attributes: Attributes): void;
  close(tag: Tag): void;
  text(text: string): void;
  /** The content of a style element. */
  sheet(css: string): void;
}

const WANTED = new Map(
  [
    ...[
      'href',
      'style',
      'class',
      'id',
      'hidden',
      'bgcolor',
      'background',
      'color',
      'alt',
      'type',
      'title',
    ],
    ...['aria-label'],
  ].map((name) => [name, name]),
);
const NONE: Attributes = {};
const MAX_VALUE = 16 * 1024;
const MAX_SHEET = 64 * 1024;

/** Goes once over a document of any quality; time grows with its length only. */
export function walkHtml(html: string, visitor: HtmlVisitor): void {
  const tokenizer = new Tokenizer({ decodeEntities: true }, new Events(html, visitor));
  tokenizer.write(html);
  tokenizer.end();
}

class Events implements TokenizerCallbacks {
  private tag = tagOf('');
  private attributes: Record<string, string> | null = null;
  /** The attribute being read; undefined for one that is of no interest. */
  private attribute: string | undefined;
  private value = '';
  /** The element whose content is passed over; '' for none. */
  private unseen = '';
  private css = '';

  constructor(
    private readonly html: string,
    private readonly visitor: HtmlVisitor,
  ) {}

  onopentagname(start: number, end: number): void {
    this.tag = tagOf(this.html.slice(start, end));
    this.attributes = null;
  }

  onattribname(start: number, end: number): void {
    const name = this.html.slice(start, end);
    this.attribute = WANTED.get(name) ?? WANTED.get(name.toLowerCase());
    this.value = '';
  }

  onattribdata(start: number, end: number): void {
    if (this.attribute && this.value.length < MAX_VALUE) this.value += this.html.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    if (this.attribute) this.value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    if (!this.attribute) return;
    this.attributes ??= {};
    this.attributes[this.attribute] ??= this.value;
  }

  onopentagend(): void {
    if (this.unseen !== '') return;
    if (this.tag.isUnseen) this.unseen = this.tag.name;
    else this.visitor.open(this.tag, this.attributes ?? NONE);
  }

  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    const tag = tagOf(this.html.slice(start, end));
    if (this.unseen === '') this.visitor.close(tag);
    else if (tag.name === this.unseen) this.leaveUnseen();
  }

  private leaveUnseen(): void {
    if (this.css !== '') this.visitor.sheet(this.css);
    this.css = '';
    this.unseen = '';
  }

  ontext(start: number, end: number): void {
    if (this.unseen === '') this.visitor.text(this.html.slice(start, end));
    else if (this.unseen === 'style' && this.css.length < MAX_SHEET)
      this.css += this.html.slice(start, Math.min(end, start + MAX_SHEET));
  }

  ontextentity(codePoint: number): void {
    if (this.unseen === '') this.visitor.text(String.fromCodePoint(codePoint));
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}
}
