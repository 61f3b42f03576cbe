import { mergeFacts, readStyle, withoutComments, type StyleFacts } from './css.js';
import { classKeys, isMet, readSelector, weightOf, type Selector } from './css-selector.js';
import type { Tag } from './html-tags.js';
import type { Attributes } from './html-walk.js';
import { clip } from '../text/safe-text.js';

/** An element of a document. */
export interface HtmlElement {
  readonly tag: Tag;
  readonly attributes: Attributes;
  /** What selectors may call it, once that was asked. */
  keys: readonly string[] | null;
}

interface StyleRule {
  readonly selector: Selector;
  readonly weight: number;
  readonly facts: StyleFacts;
}

const OPEN = 0x7b;
const CLOSE = 0x7d;
const MAX_RULES = 700;
const MAX_SHEET = 64 * 1024;
const MAX_KNOWN = 2000;
/** Rules and elements looked at for a whole document. */
const STEPS = 30_000;
const NONE: readonly StyleRule[] = [];

/** Conditions that every screen meets. */
const EVERY_SCREEN = /@media\s{1,9}(?:only\s{1,9})?(?:all|screen)\s{0,9}$/i;

/**
 * The style elements of a mail, as far as they hide text or make it stand out. Rules inside
 * `@media` and the like that hold for some screens only are left out.
 */
export class StyleSheet {
  /** Those that ask for one key only, by that: each is found by looking it up. */
  private readonly simple = new Map<string, StyleRule>();
  /** Those of several conditions, by the last key of the element that they are about. */
  private readonly combined = new Map<string, StyleRule[]>();
  private rules = 0;
  private steps = STEPS;
  private passedOver = false;
  /** Mails repeat a few class attributes over and over. */
  private readonly classes = new Map<string, readonly string[]>();
  /** Keys of what was open and came since the first rule: most ask for elements that this mail does not have. */
  private readonly seen = new Set<string>();

  /** Whether a rule that is not followed may set a background: a white text may stand on it. */
  get hasUnknownBackgrounds(): boolean {
    return this.passedOver || this.steps <= 0;
  }

  add(css: string): void {
    this.addRules(withoutComments(clip(css, MAX_SHEET)), 0);
  }

  private addRules(plain: string, depth: number): void {
    let place = 0;
    while (this.rules < MAX_RULES) {
      const open = plain.indexOf('{', place);
      if (open < 0) return;
      const close = endOfBlock(plain, open);
      const selectors = plain.slice(place, open);
      const body = plain.slice(open + 1, close);
      if (depth === 0 && EVERY_SCREEN.test(selectors.slice(-60))) this.addRules(body, 1);
      else this.addRule(selectors, body);
      place = close + 1;
    }
  }

  private addRule(selectors: string, body: string): void {
    const own = selectors.slice(selectors.lastIndexOf(';') + 1);
    if (own.includes('@')) return this.passOver(body.includes('background'));
    const facts = readStyle(body);
    if (Object.values(facts).every((fact) => fact === undefined)) return;
    for (const written of own.split(',', 20)) {
      const selector = readSelector(written);
      if (selector) this.addSelector(selector, facts);
      else this.passOver(body.includes('background'));
    }
  }

  private passOver(setsBackground: boolean): void {
    this.passedOver ||= setsBackground;
  }

  private addSelector(selector: Selector, facts: StyleFacts): void {
    const { keys, tests } = selector[0]!;
    const key = keys.at(-1) ?? '*';
    const rule: StyleRule = { selector, weight: weightOf(selector), facts };
    if (selector.length > 1 || tests.length > 0 || keys.length > 1) {
      this.rules++;
      this.combined.set(key, [...(this.combined.get(key) ?? NONE), rule]);
    } else {
      const known = this.simple.get(key);
      if (!known) this.rules++;
      this.simple.set(key, known ? { ...rule, facts: mergeFacts(known.facts, facts)! } : rule);
    }
  }

  /** What the rules say of an element inside others, from the page itself inwards. */
  facts(element: HtmlElement, around: readonly HtmlElement[]): StyleFacts | null {
    if (this.rules === 0) return null;
    if (this.seen.size === 0) for (const open of around) this.keysOf(open);
    return this.rulesAbout(element, around)
      .sort((one, other) => one.weight - other.weight)
      .reduce<StyleFacts | null>((facts, rule) => mergeFacts(facts, rule.facts), null);
  }

  private rulesAbout(element: HtmlElement, around: readonly HtmlElement[]): StyleRule[] {
    const found: StyleRule[] = [];
    for (const key of this.keysOf(element)) {
      const simple = this.simple.get(key);
      if (simple) found.push(simple);
      for (const rule of this.combined.get(key) ?? NONE) {
        if (this.steps-- <= 0) break;
        if (this.isAbout(rule, element, around)) found.push(rule);
      }
    }
    return found;
  }

  private isAbout(
    { selector }: StyleRule,
    element: HtmlElement,
    around: readonly HtmlElement[],
  ): boolean {
    if (!selector.every(({ keys }) => keys.every((key) => this.seen.has(key)))) return false;
    const isItself = isMet(selector[0]!, this.keysOf(element), element.attributes);
    return isItself && this.isInside(selector, around);
  }

  /** Whether what stands to the left in a selector is found from an open element outwards. */
  private isInside(
    selector: Selector,
    around: readonly HtmlElement[],
    at = 1,
    from = around.length - 1,
  ): boolean {
    const outer = selector[at];
    if (!outer) return true;
    const last = outer.isParent ? Math.max(1, from) : 1;
    for (let i = from; i >= last; i--) {
      if (--this.steps < 0) return false;
      const open = around[i]!;
      const isOuter = isMet(outer, this.keysOf(open), open.attributes);
      if (isOuter && this.isInside(selector, around, at + 1, i - 1)) return true;
    }
    return false;
  }

  private keysOf(element: HtmlElement): readonly string[] {
    if (element.keys) return element.keys;
    const { id, class: classes = '' } = element.attributes;
    const named = this.classes.get(classes) ?? classKeys(classes);
    if (this.classes.size < MAX_KNOWN) this.classes.set(classes, named);
    const keys = ['*', element.tag.name, ...named];
    if (id !== undefined) keys.push(`#${id.toLowerCase()}`);
    for (const key of keys) this.seen.add(key);
    return (element.keys = keys);
  }
}

/** The place of the brace that closes the one at `open`; blocks inside are passed over. */
function endOfBlock(css: string, open: number): number {
  let depth = 0;
  for (let i = open; i < css.length; i++) {
    const char = css.charCodeAt(i);
    if (char === OPEN) depth++;
    else if (char === CLOSE && --depth === 0) return i;
  }
  return css.length;
}
