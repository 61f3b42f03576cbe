import { cleanText } from './clean-text.js';
import { CLEAR, readColor, readStyle, sameColor, UNKNOWN, type StyleFacts } from './css.js';
import { hasInvisibleText } from './hidden.js';
import { walkHtml, type Attributes, type HtmlVisitor } from './html-walk.js';
import { StyleSheet } from './style-sheet.js';

/** A stretch of text that stands out, by size, weight, spacing or a box of its own. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  /** 1 to 3. */
  readonly emphasis: number;
}

/** A link of the page and what is shown for it. */
export interface Anchor {
  readonly url: string;
  readonly start: number;
  readonly end: number;
  /** What describes a link without text: the picture's alternative text, a title. */
  readonly label: string;
}

/** What a reader of an HTML mail sees. */
export interface HtmlText {
  /** Lines; paragraphs are separated by an empty one, cells of a row by tabs. */
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly anchors: readonly Anchor[];
  /** Letters and digits that the mail holds but does not show. */
  readonly hiddenText: string;
  /** Whether the shown text holds characters that say something and cannot be seen. */
  readonly invisible: boolean;
}

const MAX_DEPTH = 2000;
/** How far up a closing tag looks for its opening one. */
const MAX_CLOSE = 64;
const MAX_TEXT = 2 * 1024 * 1024;
const MAX_ANCHORS = 1000;
const MAX_HIDDEN = 4096;
const LARGE = 20;

const VOID = new Set([
  ...['br', 'img', 'hr', 'input', 'meta', 'link', 'area', 'base', 'col', 'wbr', 'embed', 'source'],
  ...['track', 'param', 'bgsound', 'keygen'],
]);
/** Line ends around an element: 1 starts a line, 2 leaves an empty one between. */
const BREAKS: Readonly<Record<string, 1 | 2>> = {
  ...{ p: 2, h1: 2, h2: 2, h3: 2, h4: 2, h5: 2, h6: 2, ul: 2, ol: 2, dl: 2, pre: 2, hr: 2 },
  ...{ blockquote: 2, table: 1, tr: 1, div: 1, li: 1, dt: 1, dd: 1, center: 1, section: 1 },
  ...{ article: 1, header: 1, footer: 1, main: 1, form: 1, fieldset: 1, address: 1, body: 1 },
  ...{ figure: 1, caption: 1, thead: 1, tbody: 1, tfoot: 1, aside: 1, nav: 1, title: 1 },
};
/** Opening the first ends an open one of the second, up to the third. */
const IMPLIED_END: Readonly<Record<string, { ends: string; within: string }>> = {
  td: { ends: 'td', within: 'tr' },
  th: { ends: 'td', within: 'tr' },
  tr: { ends: 'tr', within: 'table' },
  li: { ends: 'li', within: 'ul' },
  p: { ends: 'p', within: 'div' },
};
const STRONG = new Set(['b', 'strong', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'th', 'mark']);
const HEADING_SIZE: Readonly<Record<string, number>> = { h1: 32, h2: 24, h3: 19, big: 20 };
const MONOSPACE = new Set(['code', 'pre', 'kbd', 'samp', 'tt']);

interface Frame {
  readonly name: string;
  readonly gone: boolean;
  readonly visible: boolean;
  readonly fontSize: number;
  readonly color: number;
  readonly background: number;
  /** Whether a background was set on the way, so that `background` is what is seen. */
  readonly painted: boolean;
  readonly emphasis: number;
  readonly boxed: boolean;
  readonly preformatted: boolean;
  readonly quotes: number;
}

const ROOT: Frame = {
  name: '',
  gone: false,
  visible: true,
  fontSize: 16,
  color: 0,
  background: 0xffffff,
  painted: false,
  emphasis: 0,
  boxed: false,
  preformatted: false,
  quotes: 0,
};

/** Reads an HTML document as its reader sees it, in one pass over any input. */
export function readHtml(html: string): HtmlText {
  const page = new Page();
  walkHtml(html, page);
  return page.finish();
}

interface OpenAnchor {
  readonly url: string;
  readonly start: number;
  label: string;
}

class Page implements HtmlVisitor {
  private readonly stack: Frame[] = [ROOT];
  private readonly sheetRules = new StyleSheet();
  private readonly styles = new Map<string, StyleFacts>();
  private readonly marks: { start: number; end: number; emphasis: number }[] = [];
  private readonly anchors: Anchor[] = [];
  private anchor: OpenAnchor | null = null;
  private skippedDepth = 0;
  private out = '';
  private length = 0;
  private gap = '';
  private hidden = '';
  private invisible = false;

  sheet(css: string): void {
    this.sheetRules.add(css);
  }

  open(name: string, attributes: Attributes): void {
    const rule = IMPLIED_END[name];
    if (rule) this.endImplied(rule.ends, rule.within);
    this.breakLine(name);
    const parent = this.stack.at(-1)!;
    if (VOID.has(name)) {
      this.openVoid(name, attributes, parent);
      return;
    }
    if (this.stack.length >= MAX_DEPTH) {
      this.skippedDepth++;
      return;
    }
    const frame = this.frameOf(name, attributes, parent);
    this.stack.push(frame);
    if (name === 'a' && attributes.href) this.openAnchor(attributes, frame);
  }

  private openVoid(name: string, attributes: Attributes, parent: Frame): void {
    if (name === 'br') this.widenGap('\n', true);
    else if (name === 'img' && this.anchor && !parent.gone)
      this.anchor.label ||= attributes.alt ?? '';
    else if (name === 'area' && attributes.href && !parent.gone) {
      this.openAnchor(attributes, parent);
      this.closeAnchor();
    }
  }

  close(name: string): void {
    if (this.skippedDepth > 0) {
      this.skippedDepth--;
      return;
    }
    const lowest = Math.max(1, this.stack.length - MAX_CLOSE);
    for (let i = this.stack.length - 1; i >= lowest; i--) {
      if (this.stack[i]!.name !== name) continue;
      this.stack.length = i;
      break;
    }
    if (name === 'a') this.closeAnchor();
    this.breakLine(name);
    if (name === 'td' || name === 'th') this.widenGap('\t');
  }

  text(raw: string): void {
    if (this.length > MAX_TEXT) return;
    const frame = this.stack.at(-1)!;
    const clean = cleanText(raw);
    if (this.isUnseen(frame)) {
      if (this.hidden.length < MAX_HIDDEN) this.hidden += clean.slice(0, MAX_HIDDEN);
      return;
    }
    this.invisible ||= clean !== raw && hasInvisibleText(raw);
    if (frame.preformatted) this.addLines(clean, frame);
    else this.addRun(clean.replace(/[ \t\r\n]+/g, ' '), frame);
  }

  finish(): HtmlText {
    this.closeAnchor();
    return {
      text: this.out,
      marks: this.marks,
      anchors: this.anchors,
      hiddenText: this.hidden.replace(/[^\p{L}\p{Nd}]+/gu, ' ').trim(),
      invisible: this.invisible,
    };
  }

  private addLines(text: string, frame: Frame): void {
    text.split('\n').forEach((line, index) => {
      if (index > 0) this.widenGap('\n', true);
      this.addRun(line, frame);
    });
  }

  private addRun(text: string, frame: Frame): void {
    const body = text.trim();
    if (text.startsWith(' ')) this.widenGap(' ');
    if (body === '') return;
    this.append(this.takeGap(frame.quotes));
    const start = this.length;
    this.append(body);
    if (frame.emphasis > 0) this.mark(start, frame.emphasis);
    if (text.endsWith(' ')) this.widenGap(' ');
  }

  private mark(start: number, emphasis: number): void {
    const last = this.marks.at(-1);
    if (last && last.emphasis === emphasis && start - last.end <= 1) last.end = this.length;
    else this.marks.push({ start, end: this.length, emphasis });
  }

  private append(text: string): void {
    this.out += text;
    this.length += text.length;
  }

  private takeGap(quotes: number): string {
    const gap = this.length === 0 ? '' : this.gap;
    const startsLine = this.length === 0 || gap.startsWith('\n');
    this.gap = '';
    return quotes > 0 && startsLine ? gap + '> '.repeat(quotes) : gap;
  }

  /** The widest wish wins: blank, tab, line end, empty line; `adds` counts line ends up to two. */
  private widenGap(wish: string, adds = false): void {
    const lines = this.gap.startsWith('\n') ? this.gap.length : 0;
    if (adds) this.gap = '\n'.repeat(Math.min(2, lines + 1));
    else if (wish.startsWith('\n')) this.gap = '\n'.repeat(Math.max(lines, wish.length));
    else if (lines === 0 && (wish === '\t' || this.gap === '')) this.gap = wish;
  }

  private breakLine(name: string): void {
    const lines = BREAKS[name];
    if (lines !== undefined) this.widenGap(lines === 2 ? '\n\n' : '\n');
  }

  private endImplied(name: string, within: string): void {
    const lowest = Math.max(1, this.stack.length - MAX_CLOSE);
    for (let i = this.stack.length - 1; i >= lowest; i--) {
      const open = this.stack[i]!.name;
      if (open === within || open === 'table' || open === 'ol') return;
      if (open !== name) continue;
      this.stack.length = i;
      return;
    }
  }

  private openAnchor(attributes: Attributes, frame: Frame): void {
    this.closeAnchor();
    if (frame.gone || this.anchors.length >= MAX_ANCHORS) return;
    const label = attributes['aria-label'] ?? attributes.title ?? '';
    this.anchor = { url: attributes.href ?? '', start: this.length, label };
  }

  private closeAnchor(): void {
    if (!this.anchor) return;
    this.anchors.push({ ...this.anchor, label: cleanText(this.anchor.label), end: this.length });
    this.anchor = null;
  }

  private isUnseen(frame: Frame): boolean {
    if (frame.gone || !frame.visible || frame.fontSize <= 1.5 || frame.color === CLEAR) return true;
    if (frame.background === UNKNOWN || !sameColor(frame.color, frame.background)) return false;
    return frame.painted || !this.sheetRules.setsBackgrounds;
  }

  private frameOf(name: string, attributes: Attributes, parent: Frame): Frame {
    const facts = this.factsOf(name, attributes);
    const background = facts.background ?? parent.background;
    const boxed = parent.boxed || isBox(name, facts.background, parent.background);
    const fontSize = sizeOf(facts.fontSize ?? HEADING_SIZE[name], parent.fontSize);
    return {
      name,
      gone: parent.gone || facts.gone === true,
      visible: facts.visible ?? parent.visible,
      fontSize,
      color: facts.color ?? (name === 'a' ? 0x0000ee : parent.color),
      background,
      painted: parent.painted || facts.background !== undefined,
      boxed,
      emphasis: emphasisOf(name, facts, parent, { fontSize, boxed }),
      preformatted: facts.preformatted ?? (name === 'pre' || parent.preformatted),
      quotes: parent.quotes + (isQuote(name, attributes) ? 1 : 0),
    };
  }

  private factsOf(name: string, attributes: Attributes): StyleFacts {
    const ruled = this.sheetRules.facts(name, attributes);
    const own = attributes.style === undefined ? null : this.styleOf(attributes.style);
    const facts: StyleFacts = { ...ruled, ...own };
    if (attributes.hidden !== undefined) facts.gone = true;
    if (facts.background === undefined && attributes.bgcolor !== undefined)
      facts.background = readColor(attributes.bgcolor.trim().toLowerCase()) ?? UNKNOWN;
    if (name === 'font' && facts.color === undefined && attributes.color !== undefined) {
      const color = readColor(attributes.color.trim().toLowerCase());
      if (color !== undefined) facts.color = color;
    }
    return facts;
  }

  private styleOf(css: string): StyleFacts {
    const known = this.styles.get(css);
    if (known) return known;
    const facts = readStyle(css);
    this.styles.set(css, facts);
    return facts;
  }
}

function sizeOf(own: number | undefined, inherited: number): number {
  if (own === undefined) return inherited;
  return own < 0 ? -own * inherited : own;
}

function isBox(name: string, own: number | undefined, parent: number): boolean {
  if (own === undefined || own === UNKNOWN || parent === UNKNOWN) return false;
  return name !== 'body' && name !== 'table' && !sameColor(own, parent);
}

function isQuote(name: string, attributes: Attributes): boolean {
  if (name !== 'blockquote') return false;
  return attributes.type === 'cite' || /quote|cite/i.test(attributes.class ?? '');
}

function emphasisOf(
  name: string,
  facts: StyleFacts,
  parent: Frame,
  { fontSize, boxed }: { fontSize: number; boxed: boolean },
): number {
  const inherited = parent.emphasis;
  if (facts.bold === false && fontSize < LARGE) return 0;
  const own =
    (facts.bold || STRONG.has(name) ? 1 : 0) +
    (fontSize >= LARGE && parent.fontSize < LARGE ? 1 : 0) +
    (facts.spaced ? 1 : 0) +
    (facts.monospace || MONOSPACE.has(name) ? 1 : 0) +
    (boxed && !parent.boxed ? 0.5 : 0);
  return Math.min(3, inherited + own);
}
