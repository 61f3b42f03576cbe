import { readStyle, type StyleFacts } from './css.js';
import type { Attributes } from './html-walk.js';

const OPEN = 0x7b;
const CLOSE = 0x7d;
const MAX_RULES = 500;
const MAX_SHEET = 64 * 1024;
/** One element, class or id: combined selectors say too little about which element they mean. */
const SIMPLE = /^(?:[a-z][a-z0-9]{0,15}|[a-z]{0,10}[.#][\w-]{1,80})$/i;

/**
 * The style elements of a mail, as far as they hide text or make it stand out. Rules inside
 * `@media` and the like hold for some screens only and are left out.
 */
export class StyleSheet {
  private readonly rules = new Map<string, StyleFacts>();
  /** Whether some rule sets a background: then a white text may have one that is not known here. */
  setsBackgrounds = false;

  add(css: string): void {
    const plain = withoutComments(css.slice(0, MAX_SHEET));
    this.setsBackgrounds ||= plain.includes('background');
    let place = 0;
    while (this.rules.size < MAX_RULES) {
      const open = plain.indexOf('{', place);
      if (open < 0) return;
      const close = endOfBlock(plain, open);
      this.addRule(plain.slice(place, open), plain.slice(open + 1, close));
      place = close + 1;
    }
  }

  private addRule(selectors: string, body: string): void {
    if (selectors.includes('@')) return;
    const facts = readStyle(body);
    if (Object.keys(facts).length === 0) return;
    const own = selectors.slice(selectors.lastIndexOf(';') + 1);
    for (const written of own.split(',', 20)) {
      const selector = written.trim().toLowerCase();
      if (!SIMPLE.test(selector)) continue;
      const key = selector.replace(/^[a-z]+(?=[.#])/, '');
      this.rules.set(key, { ...(this.rules.get(key) ?? {}), ...facts });
    }
  }

  /** What the rules say of an element, element rules first, ids last. */
  facts(name: string, attributes: Attributes): StyleFacts | null {
    if (this.rules.size === 0) return null;
    const keys = [name];
    if (attributes.class) keys.push(...classNames(attributes.class));
    if (attributes.id) keys.push(`#${attributes.id.toLowerCase()}`);
    let found: StyleFacts | null = null;
    for (const key of keys) {
      const facts = this.rules.get(key);
      if (facts) found = { ...(found ?? {}), ...facts };
    }
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

const classNames = (value: string) =>
  value
    .toLowerCase()
    .split(/\s+/, 8)
    .map((name) => `.${name}`);

function withoutComments(css: string): string {
  let out = '';
  let from = 0;
  for (let at = css.indexOf('/*'); at >= 0; at = css.indexOf('/*', from)) {
    out += css.slice(from, at);
    const end = css.indexOf('*/', at + 2);
    if (end < 0) return out;
    from = end + 2;
  }
  return out + css.slice(from);
}
