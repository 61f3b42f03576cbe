import { cleanText } from '../text/clean-text.js';
import { hasInvisibleText } from '../text/hidden.js';
import { Anchors, type Anchor } from './html-anchors.js';
import { Looks, ROOT, type Frame } from './html-frame.js';
import { tagOf, type Tag } from './html-tags.js';
import { NO_ATTRIBUTES, walkHtml, type Attributes, type HtmlVisitor } from './html-walk.js';
import type { HtmlElement } from './style-sheet.js';
import { MarkupReader, type Markup } from '../markup/markup.js';
import type { Span } from '../text/text-urls.js';
import { VisibleText, type Mark } from '../text/visible-text.js';
import { clip } from '../text/safe-text.js';

/** What a reader of an HTML mail sees. */
export interface HtmlText {
  /** Lines; paragraphs are separated by an empty one, cells of a row by tabs. */
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly anchors: readonly Anchor[];
  /** Letters and digits that the mail holds but does not show. */
  readonly hiddenText: string;
  /** What is not shown before anything but a name is: lists of mails print it as a preview. */
  readonly preview: string;
  /** What is not shown further on. */
  readonly hidden: string;
  /** Where signatures stand, by the names of elements. */
  readonly signatures: readonly Span[];
  /** Whether the shown text holds characters that say something and cannot be seen. */
  readonly invisible: boolean;
  /** What it says to programs. */
  readonly markup: Markup;
}

const MAX_DEPTH = 2000;
/** How far up a closing tag looks for its opening one. */
const MAX_CLOSE = 64;
const MAX_TEXT = 2 * 1024 * 1024;
const MAX_HIDDEN = 4096;
/** The name of a sender, or the description of his logo, may stand above the preview. */
const MAX_HEAD = 60;
const MAX_SIGNATURES = 8;
/** What fields for codes are filled in by. */
const ONE_TIME_CODE = 'one-time-code';
/** Fields that show what they hold. */
const SHOWS_VALUE = /^(?:text|tel|number)?$/i;
/** What a picture of a code describes, and what a field to copy one from holds: `Code: 481 725`, `X7K9PQ`, a single digit. */
const PRINTED_CODE =
  /^(?:\p{L}[\p{L}\p{M}'’ -]{1,40}[:：] ?)?(?=[A-Z -]{0,16}\d)[A-Z\d]{1,10}(?:[ -][A-Z\d]{1,8}){0,9}$/u;
/** An action, and the handler of an action. */
const MAX_ITEMS = 2;
/** The names that mail programs give a signature: "x_Signature", "protonmail_signature_block", "Zm-_Id_-Sgn". */
const SIGNATURE = /signature(?:_block|_old|section|-?\d{1,9})?(?:\s|$)|_rc_sig$|_-?Sgn$/i;

/** Reads an HTML document as its reader sees it, in one pass over any input. */
export function readHtml(html: string): HtmlText {
  const page = new PageReader();
  walkHtml(html, page);
  return page.finish();
}

class PageReader implements HtmlVisitor {
  /** The open elements and the looks inside; the page itself has no name. */
  private readonly around: HtmlElement[] = [
    { tag: tagOf(''), attributes: NO_ATTRIBUTES, keys: null },
  ];
  private readonly frames: Frame[] = [ROOT];
  private readonly looks = new Looks();
  private readonly shown = new VisibleText();
  private readonly anchors = new Anchors(this.shown);
  /** Elements open beyond the depth that is kept. */
  private skippedDepth = 0;
  private preview = '';
  private hidden = '';
  private invisible = false;
  private readonly signatures: Span[] = [];
  private readonly markup = new MarkupReader();
  /** How deep an element stands that holds a signature; 0 outside of one. */
  private signed = 0;
  private signedFrom = 0;

  sheet(css: string): void {
    this.looks.addSheet(css);
  }

  data(json: string): void {
    this.markup.addJson(json);
  }

  open(tag: Tag, attributes: Attributes): void {
    if (attributes !== NO_ATTRIBUTES) this.readItem(attributes);
    if (tag.ends) this.closeOpen(...tag.ends);
    const parent = this.frames.at(-1)!;
    const element: HtmlElement = { tag, attributes, keys: null };
    if (tag.isVoid) {
      this.setApart(tag, parent);
      this.openVoid(element, parent);
    } else if (this.around.length >= MAX_DEPTH) {
      this.setApart(tag, parent);
      this.skippedDepth++;
    } else {
      const frame = this.looks.inside(parent, element, this.around);
      this.setApart(tag, frame);
      this.around.push(element);
      this.frames.push(frame);
      this.begin(tag, attributes, frame);
    }
  }

  /** What begins with an element beside its text. */
  private begin(tag: Tag, attributes: Attributes, frame: Frame): void {
    if (tag.name === 'a' && attributes.href) this.anchors.open(attributes, frame);
    if (this.signed === 0 && attributes !== NO_ATTRIBUTES && isSignature(attributes))
      this.openSignature();
  }

  close(tag: Tag): void {
    if (this.skippedDepth > 0) {
      this.skippedDepth--;
      return;
    }
    const closed = this.closeOpen(tag.name, '') ?? this.frames.at(-1)!;
    if (tag.name === 'a') this.anchors.close();
    // What a term means goes on its line.
    if (tag.name !== 'dt') this.setApart(tag, closed);
  }

  text(raw: string): void {
    if (this.shown.length > MAX_TEXT) return;
    const frame = this.frames.at(-1)!;
    const isBlank = raw.trim() === '';
    if (!frame.preformatted && isBlank && !frame.gone) return this.shown.leaveBlank(' ');
    const clean = cleanText(raw);
    if (this.looks.isUnseen(frame)) {
      if (!isBlank) this.anchors.hideText();
      this.hide(clip(clean, MAX_HIDDEN));
      return;
    }
    this.invisible ||= clean !== raw && hasInvisibleText(raw);
    this.anchors.drawText(frame);
    if (frame.preformatted) this.shown.addLines(clean, frame);
    else this.shown.addRun(foldBlanks(clean), frame);
  }

  finish(): HtmlText {
    this.anchors.close();
    if (this.signed > 0) this.closeSignature();
    return {
      signatures: this.signatures,
      text: this.shown.toString(),
      marks: this.shown.marks,
      anchors: this.anchors.found,
      hiddenText: lettersOf(`${this.preview} ${this.hidden}`),
      preview: this.preview,
      hidden: this.hidden,
      invisible: this.invisible,
      markup: this.markup.finish(),
    };
  }

  private hide(text: string): void {
    if (this.shown.length <= MAX_HEAD) {
      if (this.preview.length < MAX_HIDDEN) this.preview += text;
    } else if (this.hidden.length < MAX_HIDDEN) {
      this.hidden += text;
    }
  }

  /** Microdata, as far as it stands in attributes. */
  private readItem({ itemtype, itemprop, href, content }: Attributes): void {
    if (itemtype !== undefined) this.markup.addType(itemtype);
    const value = itemprop === undefined ? undefined : (href ?? content);
    if (itemprop === undefined || value === undefined) return;
    const around = this.around.slice(-MAX_CLOSE).reverse();
    const types = around
      .map((open) => open.attributes.itemtype)
      .filter((type) => type !== undefined);
    this.markup.addProperty(itemprop, value, types.slice(0, MAX_ITEMS));
  }

  /** An element that is not there stands apart from others of its kind only. */
  private setApart({ lines, gap }: Tag, { gone }: Frame): void {
    if (lines === 0 && gap === '') return;
    if (gone) return this.hide(' ');
    if (lines !== 0) this.shown.startLine(lines);
    if (gap !== '') this.shown.leaveBlank(gap);
  }

  /** Closes the innermost open element of that name, unless `within` or a table is further in; its frame. */
  private closeOpen(name: string, within: string): Frame | undefined {
    const lowest = Math.max(1, this.around.length - MAX_CLOSE);
    for (let i = this.around.length - 1; i >= lowest; i--) {
      const open = this.around[i]!.tag.name;
      if (open === name) {
        const frame = this.frames[i];
        this.leave(i);
        return frame;
      }
      if (within !== '' && (open === within || open === 'table' || open === 'ol')) break;
    }
    return undefined;
  }

  /** Single steps: setting a length would give the room of the lists back each time. */
  private leave(depth: number): void {
    while (this.around.length > depth) {
      this.around.pop();
      this.frames.pop();
    }
    if (depth < this.signed) this.closeSignature();
  }

  private openSignature(): void {
    if (this.signatures.length >= MAX_SIGNATURES) return;
    this.signed = this.around.length;
    this.signedFrom = this.shown.length;
  }

  private closeSignature(): void {
    this.signed = 0;
    if (this.shown.length > this.signedFrom)
      this.signatures.push({ start: this.signedFrom, end: this.shown.length });
  }

  private openVoid(element: HtmlElement, parent: Frame): void {
    const { attributes } = element;
    const { name } = element.tag;
    if (name === 'br') {
      if (parent.gone) this.hide(' ');
      else this.shown.breakLine();
    } else if (name === 'img') {
      const { gone, visible } = this.looks.inside(parent, element, this.around);
      if (!gone && visible) this.showPicture(attributes, parent);
    } else if (name === 'input') {
      this.showValue(attributes, this.looks.inside(parent, element, this.around));
    } else if (name === 'area' && attributes.href) {
      this.anchors.open(attributes, parent);
      this.anchors.close();
    }
  }

  /** Of pictures that lead nowhere those are read that show a code. */
  private showPicture({ alt = '' }: Attributes, frame: Frame): void {
    if (this.anchors.addPicture(alt) || this.shown.length > MAX_TEXT || alt === '') return;
    const described = foldBlanks(cleanText(alt)).trim();
    if (PRINTED_CODE.test(described)) this.shown.addRun(described, frame);
  }

  /** A field that holds the code to copy it from: on a line of its own, unless it is one of several boxes. */
  private showValue(attributes: Attributes, frame: Frame): void {
    const held = foldBlanks(cleanText(attributes.value ?? '')).trim();
    if (!holdsCode(attributes, held)) return;
    if (this.shown.length > MAX_TEXT || this.looks.isUnseen(frame)) return;
    if (held.length > 1) this.shown.startLine(1);
    this.shown.addRun(held, frame);
    if (held.length > 1) this.shown.startLine(1);
    else this.shown.leaveBlank(' ');
  }
}

/** Class and id tell in most programs, Spark gives a name and Mail.ru a widget. */
const isSignature = (attributes: Attributes) =>
  [attributes.class, attributes.id, attributes.name].some(
    (given) => given !== undefined && SIGNATURE.test(given),
  ) || attributes['data-signature-widget'] === 'container';

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{Nd}]+/gu, ' ').trim();

const holdsCode = ({ autocomplete, type = '' }: Attributes, held: string): boolean =>
  held !== '' &&
  SHOWS_VALUE.test(type) &&
  (autocomplete === ONE_TIME_CODE || PRINTED_CODE.test(held));

const foldBlanks = (text: string) =>
  FOLDS.some((blanks) => text.includes(blanks))
    ? text.replace(/[\t\r\n][ \t\r\n]*| [ \t\r\n]+/g, ' ')
    : text;

/** One of these stands where blanks are to be folded. */
const FOLDS = ['\n', '  ', '\t', '\r'];
