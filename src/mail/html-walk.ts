import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { tagOf, type Tag } from './html-tags.js';

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

const NONE: Attributes = noAttributes();
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
  private attributes: Record<Name, string | undefined> | null = null;
  /** The attribute being read; undefined for one that is of no interest. */
  private attribute: Name | undefined;
  private value = '';
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
    this.attributes ??= noAttributes();
    this.attributes[this.attribute] ??= this.value;
  }

  onopentagend(): void {
    if (this.unseen !== '') return;
    this.flush();
    if (this.tag.isUnseen) this.unseen = this.tag.name;
    else this.visitor.open(this.tag, this.attributes ?? NONE);
  }

  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    const tag = tagOf(this.html.slice(start, end));
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
    if (this.unseen === '') this.pending += this.html.slice(start, end);
    else if (this.unseen === 'style' && this.css.length < MAX_SHEET)
      this.css += this.html.slice(start, Math.min(end, start + MAX_SHEET));
  }

  ontextentity(codePoint: number): void {
    if (this.unseen === '') this.pending += String.fromCodePoint(codePoint);
  }

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
