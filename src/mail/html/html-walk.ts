import { Tokenizer, type QuoteType, type TokenizerCallbacks } from 'htmlparser2';
import { resolveAttribute, resolveText } from './html-references.js';
import { tagOf, type Tag } from './html-tags.js';

const NAMES = [
  ...(['href', 'style', 'class', 'id', 'hidden', 'bgcolor', 'background', 'color', 'alt'] as const),
  ...(['type', 'title', 'aria-label', 'name', 'data-signature-widget'] as const),
  ...(['itemtype', 'itemprop', 'content', 'value', 'autocomplete'] as const),
];
type AttributeName = (typeof NAMES)[number];

/** The attributes that layout and meaning are read from, by name in lower case. */
export type Attributes = Readonly<Record<AttributeName, string | undefined>>;

/** Told of each element and text of a document, in order. */
export interface HtmlVisitor {
  open(tag: Tag, attributes: Attributes): void;
  close(tag: Tag): void;
  text(text: string): void;
  /** The content of a style element. */
  sheet(css: string): void;
  /** The content of a script that is no program: JSON-LD. */
  data(json: string): void;
}

const WANTED = new Map<string, AttributeName>(NAMES.map((name) => [name, name]));
/** Whether attributes of that name, in lower case, are read. */
export const isRead = (name: string): name is AttributeName => WANTED.has(name);

/** Those of an element without any that is of interest. */
export const NO_ATTRIBUTES = Object.fromEntries(
  NAMES.map((name) => [name, undefined]),
) as Attributes;

const MAX_SHEET = 64 * 1024;
const MAX_DATA = 64 * 1024;
const JSON_LD = /^\s*application\/ld\+json\s*(?:;|$)/i;

/** Goes once over a document of any quality; time grows with its length only. */
export function walkHtml(html: string, visitor: HtmlVisitor): void {
  // Without references it looks for the end of a text or of a value only, which is most of a mail.
  const tokenizer = new Tokenizer({ decodeEntities: false }, new Events(html, visitor));
  tokenizer.write(html);
  tokenizer.end();
}

const NO_TAG = tagOf('');

class Events implements TokenizerCallbacks {
  private tag = NO_TAG;
  private attributes: Record<AttributeName, string | undefined> | null = null;
  /** The attribute being read; undefined for one that is of no interest. */
  private attribute: AttributeName | undefined;
  private value = '';
  /** The element whose content is passed over; '' for none. */
  private unseen = '';
  /** Whether the script being passed over is JSON-LD. */
  private isData = false;
  private css = '';
  private json = '';
  /** Text that may go on behind a stray bracket. */
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
    if (this.attribute) this.value = this.html.slice(start, end);
  }

  onattribend(quote: QuoteType): void {
    if (!this.attribute) return;
    // All fields from the start, so that all elements have one shape and are read fast.
    this.attributes ??= { ...NO_ATTRIBUTES };
    this.attributes[this.attribute] ??= resolveAttribute(this.value, quote);
  }

  onopentagend(): void {
    if (this.unseen !== '') return;
    this.flush();
    if (this.tag.isUnseen) this.enterUnseen();
    else this.visitor.open(this.tag, this.attributes ?? NO_ATTRIBUTES);
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

  private enterUnseen(): void {
    this.unseen = this.tag.name;
    this.isData = this.unseen === 'script' && JSON_LD.test(this.attributes?.type ?? '');
  }

  private leaveUnseen(): void {
    if (this.css !== '') this.visitor.sheet(this.css);
    if (this.json !== '') this.visitor.data(this.json);
    this.css = this.json = '';
    this.unseen = '';
  }

  ontext(start: number, end: number): void {
    if (this.unseen === '') this.pending += this.read(this.html.slice(start, end));
    else if (this.unseen === 'style' && this.css.length < MAX_SHEET) {
      this.css += this.html.slice(start, Math.min(end, start + MAX_SHEET));
    } else if (this.isData && this.json.length <= MAX_DATA) {
      // One more than is read, so that what is cut short is not taken for whole.
      this.json += this.html.slice(start, Math.min(end, start + MAX_DATA + 1));
    }
  }

  /** What is said to be plain has no end, and neither tags nor references. */
  private read(text: string): string {
    return this.tag.name === 'plaintext' ? text : resolveText(text);
  }

  private flush(): void {
    if (this.pending === '') return;
    this.visitor.text(this.pending);
    this.pending = '';
  }

  onend(): void {
    this.flush();
  }

  onattribentity(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  ontextentity(): void {}
}
