import { CombinedRules, type OpenElements } from './combined-rules.js';
import { mergeFacts, plain, readStyle, withoutComments, type StyleFacts } from './css.js';
import { idAndClasses } from './css-selector.js';
import type { Attributes } from './html-walk.js';
import { clip } from '../text/safe-text.js';

const OPEN = 0x7b;
const CLOSE = 0x7d;
const MAX_RULES = 500;
const MAX_SHEET = 64 * 1024;
const MAX_KNOWN = 2000;
/** One element, class or id, told by looking it up. */
const SIMPLE = /^(?:[a-z][a-z0-9]{0,15}|[.#][\w-]{1,80})$/;

/** Conditions that every screen meets. */
const EVERY_SCREEN = /@media\s{1,9}(?:only\s{1,9})?(?:all|screen)\s{0,9}$/i;

/**
 * The style elements of a mail, as far as they hide text or make it stand out. Rules inside
 * `@media` and the like that hold for some screens only are left out.
 */
export class StyleSheet {
  private readonly rules = new Map<string, StyleFacts>();
  /** Mails repeat a few class attributes over and over. */
  private readonly byClasses = new Map<string, StyleFacts | null>();
  private readonly combined = new CombinedRules();
  private passedOver = false;

  /** Whether a rule that is not followed may set a background: a white text may stand on it. */
  get hasUnknownBackgrounds(): boolean {
    return this.passedOver || this.combined.isUsedUp;
  }

  add(css: string): void {
    this.byClasses.clear();
    this.addRules(withoutComments(clip(css, MAX_SHEET)), 0);
  }

  private addRules(plain: string, depth: number): void {
    let place = 0;
    while (this.rules.size < MAX_RULES) {
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
    for (const written of own.split(',', 20)) this.addSelector(written, facts);
  }

  private addSelector(written: string, facts: StyleFacts): void {
    const name = plain(written);
    if (SIMPLE.test(name)) this.rules.set(name, mergeFacts(this.rules.get(name) ?? null, facts)!);
    else if (!this.combined.add(written, facts)) this.passOver(facts.background !== undefined);
  }

  private passOver(setsBackground: boolean): void {
    this.passedOver ||= setsBackground;
  }

  /** What the rules say of an element, element rules first, ids last. */
  facts(name: string, attributes: Attributes, around: OpenElements): StyleFacts | null {
    const combined = this.combined.facts(name, attributes, around);
    if (this.rules.size === 0) return mergeFacts(combined.quiet, combined.loud);
    const { class: classes, id } = attributes;
    let found = mergeFacts(this.rules.get(name) ?? null, combined.quiet);
    if (classes) found = mergeFacts(found, this.factsOfClasses(classes));
    found = mergeFacts(found, combined.loud);
    return id ? mergeFacts(found, this.rules.get(`#${id.toLowerCase()}`) ?? null) : found;
  }

  private factsOfClasses(classes: string): StyleFacts | null {
    const known = this.byClasses.get(classes);
    if (known !== undefined) return known;
    let found: StyleFacts | null = null;
    for (const key of idAndClasses({ class: classes }))
      found = mergeFacts(found, this.rules.get(key) ?? null);
    if (this.byClasses.size < MAX_KNOWN) this.byClasses.set(classes, found);
    return found;
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
