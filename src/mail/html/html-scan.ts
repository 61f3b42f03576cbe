import { QuoteType, type TokenizerCallbacks } from 'htmlparser2';

/** What a scan tells of. */
export type MarkupEvents = Pick<
  TokenizerCallbacks,
  | 'onopentagname'
  | 'onattribname'
  | 'onattribdata'
  | 'onattribend'
  | 'onopentagend'
  | 'onclosetag'
  | 'ontext'
>;

const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const DASH = 0x2d;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;
const BRACKET = 0x5b;

const ASCII = 0x80;
const BLANK = 1;
const LETTER = 2;
/** Ends a name, but no blank. */
const SIGN = 3;
/** By ASCII code. */
const KINDS = Uint8Array.from({ length: ASCII }, (_, code) => {
  const char = String.fromCharCode(code);
  if (' \n\t\f\r'.includes(char)) return BLANK;
  if (/[A-Za-z]/.test(char)) return LETTER;
  return char === '/' || char === '>' ? SIGN : 0;
});

/** Nothing ends it. */
const PLAIN = 'plaintext';
/** Elements whose content is text up to their closing tag. */
const RAW = new Map([
  ['style', /<\/style(?=[ \n\t\f\r/>])/gi],
  ['title', /<\/title(?=[ \n\t\f\r/>])/gi],
  ['script', /<\/script(?=[ \n\t\f\r/>])/gi],
  ['textarea', /<\/textarea(?=[ \n\t\f\r/>])/gi],
  ['iframe', /<\/iframe(?=[ \n\t\f\r/>])/gi],
  ['xmp', /<\/xmp(?=[ \n\t\f\r/>])/gi],
  ['noembed', /<\/noembed(?=[ \n\t\f\r/>])/gi],
  ['noframes', /<\/noframes(?=[ \n\t\f\r/>])/gi],
]);
/** By first letter and length of a name: most tags are told apart from those without reading on. */
const RAW_SHAPES = new Set(
  [...RAW.keys(), PLAIN].map((name) => shapeOf(name.charCodeAt(0), name.length)),
);

function shapeOf(first: number, length: number): number {
  return (length << 8) | first | 0x20;
}

/** In place of a position, where the scan meets what only the tokenizer can read. */
const UNUSUAL = -1;

/**
 * Goes over a document as the tokenizer does, searching rather than looking at each character, for as
 * long as it is written as nearly all mail is.
 *
 * @returns where what is left begins: nothing of it has been told of but attributes and the name of
 * a tag, which the tokenizer tells of again.
 */
export function scanMarkup(html: string, events: MarkupEvents): number {
  return new Scanner(html, events).scan();
}

class Scanner {
  constructor(
    private readonly html: string,
    private readonly events: MarkupEvents,
  ) {}

  scan(): number {
    let from = 0;
    for (let open = this.html.indexOf('<'); open >= 0; open = this.html.indexOf('<', from)) {
      if (open > from) this.events.ontext(from, open);
      from = this.markup(open);
      if (from === UNUSUAL) return open;
    }
    return from;
  }

  /** The place behind what begins with a bracket. */
  private markup(open: number): number {
    const code = this.html.charCodeAt(open + 1);
    if (code === SLASH) return this.closingTag(open + 2);
    if (code < ASCII && KINDS[code] === LETTER) return this.openingTag(open + 1);
    if (code === EXCLAMATION) return this.declaration(open);
    return code === QUESTION ? this.behindTag(open + 2) : UNUSUAL;
  }

  private kindAt(place: number): number {
    const code = this.html.charCodeAt(place);
    return code < ASCII ? KINDS[code]! : 0;
  }

  /** The place behind the next bracket that closes. */
  private behindTag(from: number): number {
    const end = this.html.indexOf('>', from);
    return end < 0 ? UNUSUAL : end + 1;
  }

  private closingTag(start: number): number {
    const behind = this.kindAt(start) === LETTER ? this.behindTag(start) : UNUSUAL;
    if (behind !== UNUSUAL) this.events.onclosetag(start, this.endOfName(start));
    return behind;
  }

  private declaration(open: number): number {
    const code = this.html.charCodeAt(open + 2);
    if (code === DASH) return this.comment(open);
    if (code === BRACKET && this.html.startsWith('CDATA[', open + 3)) return UNUSUAL;
    return this.behindTag(open + 2);
  }

  private comment(open: number): number {
    const { html } = this;
    const start = open + 4;
    if (html.charCodeAt(open + 3) !== DASH) return UNUSUAL;
    if (html.startsWith('>', start) || html.startsWith('->', start)) return UNUSUAL;
    const end = html.indexOf('-->', start);
    // `--!>` ends a comment, too.
    return end < 0 || html.slice(start, end).includes('--!') ? UNUSUAL : end + 3;
  }

  private openingTag(start: number): number {
    const nameEnd = this.endOfName(start);
    const shape = shapeOf(this.html.charCodeAt(start), nameEnd - start);
    const name = RAW_SHAPES.has(shape) ? this.html.slice(start, nameEnd).toLowerCase() : '';
    const raw = name === '' ? undefined : RAW.get(name);
    if (name === PLAIN) return UNUSUAL;
    this.events.onopentagname(start, nameEnd);
    const end = this.attributes(nameEnd);
    if (end === UNUSUAL) return UNUSUAL;
    if (raw) return this.rawText(end, raw);
    this.events.onopentagend(end);
    return end + 1;
  }

  /** From the end of an opening tag to that of its closing one. */
  private rawText(end: number, closing: RegExp): number {
    closing.lastIndex = end + 1;
    const close = closing.exec(this.html)?.index ?? UNUSUAL;
    if (close === UNUSUAL || this.behindTag(close) === UNUSUAL) return UNUSUAL;
    this.events.onopentagend(end);
    if (close > end + 1) this.events.ontext(end + 1, close);
    return this.closingTag(close + 2);
  }

  /** The place of the bracket that ends an opening tag. */
  private attributes(from: number): number {
    let place = this.skipBlanks(from);
    while (place < this.html.length) {
      const code = this.html.charCodeAt(place);
      if (code === GREATER) return place;
      if (code === SLASH) return this.html.charCodeAt(place + 1) === GREATER ? place + 1 : UNUSUAL;
      const end = code === EQUALS ? UNUSUAL : this.attribute(place);
      if (end === UNUSUAL) return UNUSUAL;
      place = this.skipBlanks(end);
    }
    return UNUSUAL;
  }

  private attribute(start: number): number {
    let end = start;
    while (this.html.charCodeAt(end) !== EQUALS && this.isInName(end)) end++;
    this.events.onattribname(start, end);
    if (this.html.charCodeAt(end) === EQUALS) return this.value(end + 1);
    if (this.html.charCodeAt(this.skipBlanks(end)) === EQUALS) return UNUSUAL;
    this.events.onattribend(QuoteType.NoValue, end);
    return end;
  }

  private value(start: number): number {
    const code = this.html.charCodeAt(start);
    if (code === DOUBLE_QUOTE) return this.quoted(start + 1, '"', QuoteType.Double);
    if (code === SINGLE_QUOTE) return this.quoted(start + 1, "'", QuoteType.Single);
    let end = start;
    while (this.isInValue(end)) end++;
    if (end === start) return UNUSUAL;
    this.events.onattribdata(start, end);
    this.events.onattribend(QuoteType.Unquoted, end);
    return end;
  }

  private quoted(start: number, mark: string, quote: QuoteType): number {
    const end = this.html.indexOf(mark, start);
    if (end < 0) return UNUSUAL;
    this.events.onattribdata(start, end);
    this.events.onattribend(quote, end + 1);
    return end + 1;
  }

  private isInName(place: number): boolean {
    const kind = this.kindAt(place);
    return kind !== BLANK && kind !== SIGN && place < this.html.length;
  }

  private isInValue(place: number): boolean {
    if (place >= this.html.length || this.html.charCodeAt(place) === GREATER) return false;
    return this.kindAt(place) !== BLANK;
  }

  private endOfName(start: number): number {
    let end = start;
    while (this.isInName(end)) end++;
    return end;
  }

  private skipBlanks(from: number): number {
    let place = from;
    while (this.kindAt(place) === BLANK) place++;
    return place;
  }
}
