import { cleanText } from '../text/clean-text.js';
import type { VisibleText } from '../text/visible-text.js';
import { sameColor, UNKNOWN } from './css-color.js';
import type { Frame } from './html-frame.js';
import type { Attributes } from './html-walk.js';

/** A link of the page and what is shown for it. */
export interface Anchor {
  readonly url: string;
  readonly start: number;
  readonly end: number;
  /** What describes a link without text: the picture's alternative text, a title. */
  readonly label: string;
  /** Whether it is drawn as a button: on a ground of its own, or with room around its words. */
  readonly isButton: boolean;
  /** Pixels. */
  readonly fontSize: number;
}

interface OpenAnchor {
  readonly url: string;
  readonly start: number;
  label: string;
  isButton: boolean;
  fontSize: number;
  hasPicture: boolean;
  hidesText: boolean;
}

const MAX_ANCHORS = 1000;

/** The links of a page, while it is read. */
export class Anchors {
  readonly found: Anchor[] = [];
  private current: OpenAnchor | null = null;
  /** What the last text outside of links stands on. */
  private ground: number | null = null;

  constructor(private readonly shown: VisibleText) {}

  /** Begins a link, unless nobody sees it. */
  open(attributes: Attributes, frame: Frame): void {
    this.close();
    if (frame.gone || !frame.visible || this.found.length >= MAX_ANCHORS) return;
    const label = attributes['aria-label'] ?? attributes.title ?? attributes.alt ?? '';
    // Buttons that stand side by side are no single word.
    if (this.found.at(-1)?.end === this.shown.length) this.shown.leaveBlank(' ');
    const start = this.shown.length;
    this.current = {
      url: attributes.href ?? '',
      start,
      label,
      isButton: isPadded(attributes),
      fontSize: frame.fontSize,
      hasPicture: false,
      hidesText: false,
    };
  }

  /** Ends the link that is open; one that shows nothing of what it holds is none. */
  close(): void {
    if (!this.current) return;
    const { url, start, hidesText, hasPicture, isButton, fontSize } = this.current;
    const end = this.shown.length;
    const label = cleanText(this.current.label);
    const isSeen = !hidesText || hasPicture || end > start;
    if (isSeen) this.found.push({ url, start, end, label, isButton, fontSize });
    this.current = null;
  }

  /** Text is shown: in a link, words on another ground than the text before them make it a button. */
  drawText({ background, fontSize }: Frame): void {
    if (!this.current) {
      this.ground = background;
      return;
    }
    this.current.fontSize = fontSize;
    this.current.isButton ||= this.ground !== null && !isSameGround(this.ground, background);
  }

  /** Text is not shown. */
  hideText(): void {
    if (this.current) this.current.hidesText = true;
  }

  /** Whether a picture is that of a link, which it describes where nothing else does. */
  addPicture(alt: string): boolean {
    if (!this.current) return false;
    this.current.label ||= alt;
    this.current.hasPicture = true;
    return true;
  }
}

/** A gradient is a ground of its own. */
const isSameGround = (one: number, other: number) =>
  one === other || (one !== UNKNOWN && other !== UNKNOWN && sameColor(one, other));

/** Links in running text have no room around them; what builds mails calls buttons by that name. */
const isPadded = ({ style, class: classes }: Attributes) =>
  (style !== undefined && PADDED.test(style)) || (classes !== undefined && BUTTON.test(classes));

const PADDED = /padding(?:-(?:left|top))?\s{0,4}:\s{0,4}(?:0(?:px)? )?[1-9]/i;
const BUTTON = /(?:^|[\s_-])(?:btn|button|cta)(?:[\s_-]|$)/i;
