import { isGone, mergeFacts, readStyle, StyleFacts } from './css.js';
import { CLEAR, inFrontOf, readColor, sameColor, UNKNOWN } from './css-color.js';
import type { Tag } from './html-tags.js';
import { NO_ATTRIBUTES, type Attributes } from './html-walk.js';
import { StyleSheet, type HtmlElement } from './style-sheet.js';

/** From this many pixels on, letters stand out. */
const LARGE = 20;
/** Up to so many pixels nobody can read a letter. */
const MAX_UNREADABLE = 2;
const MAX_STYLES = 2000;
const LINK_BLUE = 0x0000ee;
const NOTHING = new StyleFacts();

/** How text looks inside an open element. */
export interface Frame {
  readonly gone: boolean;
  readonly visible: boolean;
  /** Pixels. */
  readonly fontSize: number;
  readonly color: number;
  readonly background: number;
  /** Whether a background was set on the way, so that `background` is what is seen. */
  readonly painted: boolean;
  /** 0 to 3. */
  readonly emphasis: number;
  readonly boxed: boolean;
  readonly preformatted: boolean;
  /** Quotes around it. */
  readonly quotes: number;
}

/** Black on white, 16 pixels: how a page begins. */
export const ROOT: Frame = {
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

/** Works out how elements look, from their tags, attributes and the style elements seen so far. */
export class Looks {
  private readonly sheet = new StyleSheet();
  /** Mails repeat a few style attributes over and over. */
  private readonly styles = new Map<string, StyleFacts>();

  addSheet(css: string): void {
    this.sheet.add(css);
  }

  /** The look inside an element that opens inside `parent`; that of the parent where nothing changes. */
  inside(parent: Frame, element: HtmlElement, around: readonly HtmlElement[]): Frame {
    const facts = this.factsOf(element, around);
    if (facts === null && element.tag.isPlain) return parent;
    return frameInside(parent, element, facts ?? NOTHING);
  }

  /** Whether text that looks like this cannot be seen. */
  isUnseen(frame: Frame): boolean {
    if (frame.gone || !frame.visible || frame.fontSize <= MAX_UNREADABLE || frame.color === CLEAR)
      return true;
    const { background } = frame;
    if (background === UNKNOWN || !sameColor(inFrontOf(background, frame.color), background))
      return false;
    // Where rules that are not followed set backgrounds, text may stand on a colour not known here.
    return frame.painted || !this.sheet.hasUnknownBackgrounds;
  }

  private factsOf(element: HtmlElement, around: readonly HtmlElement[]): StyleFacts | null {
    const { tag, attributes } = element;
    const ruled = this.sheet.facts(element, around);
    if (attributes === NO_ATTRIBUTES) return mergeFacts(ruled, ruled?.important ?? null);
    const own = attributes.style === undefined ? null : this.styleOf(attributes.style);
    const facts = mergeFacts(mergeFacts(attributeFacts(tag.name, attributes), ruled), own);
    return mergeFacts(facts, facts?.important ?? null);
  }

  private styleOf(css: string): StyleFacts {
    const known = this.styles.get(css);
    if (known) return known;
    const facts = readStyle(css);
    if (this.styles.size < MAX_STYLES) this.styles.set(css, facts);
    return facts;
  }
}

function frameInside(parent: Frame, { tag, attributes }: HtmlElement, facts: StyleFacts): Frame {
  const background =
    facts.background === undefined
      ? parent.background
      : inFrontOf(parent.background, facts.background);
  const boxed = parent.boxed || isBox(tag.name, background, parent.background);
  const fontSize = sizeOf(facts.fontSize ?? tag.fontSize, parent.fontSize);
  return {
    gone: parent.gone || isGone(facts),
    visible: facts.visible ?? parent.visible,
    fontSize,
    color: facts.color ?? inheritedColor(tag.name, parent),
    background,
    painted: parent.painted || facts.background !== undefined,
    boxed,
    emphasis: emphasisOf(tag, facts, parent, { fontSize, boxed }),
    preformatted: facts.preformatted ?? (tag.isPreformatted || parent.preformatted),
    quotes: parent.quotes + Number(isQuote(tag.name, attributes)),
  };
}

const saysLook = ({ hidden, bgcolor, background, color }: Attributes) =>
  (hidden ?? bgcolor ?? background ?? color) !== undefined;

/** What attributes of old HTML say. */
function attributeFacts(name: string, attributes: Attributes): StyleFacts | null {
  if (!saysLook(attributes)) return null;
  const { hidden, bgcolor, background, color } = attributes;
  const facts = new StyleFacts();
  if (hidden !== undefined) facts.gone = true;
  if (background !== undefined) facts.background = UNKNOWN;
  else if (bgcolor !== undefined) facts.background = colorOf(bgcolor) ?? UNKNOWN;
  if (name === 'font' && color) facts.color = colorOf(color);
  return facts;
}

const colorOf = (value: string) => readColor(value.trim().toLowerCase());

const inheritedColor = (name: string, { color }: Frame) => (name === 'a' ? LINK_BLUE : color);

function sizeOf(own: number | undefined, inherited: number): number {
  if (own === undefined) return inherited;
  return own < 0 ? -own * inherited : own;
}

function isBox(name: string, own: number, parent: number): boolean {
  if (own === UNKNOWN || parent === UNKNOWN) return false;
  return name !== 'body' && name !== 'table' && !sameColor(own, parent);
}

function isQuote(name: string, attributes: Attributes): boolean {
  if (name !== 'blockquote') return false;
  return attributes.type === 'cite' || /quote|cite/i.test(attributes.class ?? '');
}

function emphasisOf(
  { isStrong, isMonospace }: Tag,
  facts: StyleFacts,
  parent: Frame,
  { fontSize, boxed }: Pick<Frame, 'fontSize' | 'boxed'>,
): number {
  if (facts.bold === false && fontSize < LARGE) return 0;
  const own =
    Number(facts.bold === true || isStrong) +
    Number(fontSize >= LARGE && parent.fontSize < LARGE) +
    Number(facts.spaced === true) +
    Number(facts.monospace === true || isMonospace) +
    (boxed && !parent.boxed ? 0.5 : 0);
  return Math.min(3, parent.emphasis + own);
}
