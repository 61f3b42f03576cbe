import { mergeFacts, type StyleFacts } from './css.js';
import {
  idAndClasses,
  isLoud,
  isMet,
  namesIn,
  ofNames,
  readSelector,
  type Compound,
  type Selector,
} from './css-selector.js';
import type { Attributes } from './html-walk.js';

/** The elements around a place of a document, from the page itself inwards. */
export interface OpenElements {
  readonly names: readonly string[];
  readonly attributes: readonly Attributes[];
}

/** What such rules say of an element: those that name elements only, and those that say more. */
export interface CombinedFacts {
  quiet: StyleFacts | null;
  loud: StyleFacts | null;
}

interface CombinedRule {
  readonly selector: Selector;
  /** What tells elements that it may be about. */
  readonly names: Compound;
  readonly facts: StyleFacts;
  readonly volume: keyof CombinedFacts;
  /** Ids and classes of the elements around. */
  readonly asksFor: readonly string[];
}

const MAX_RULES = 200;
const MAX_KNOWN = 2000;
/** Rules and elements looked at for a whole document. */
const STEPS = 30_000;
const NOTHING: Readonly<CombinedFacts> = { quiet: null, loud: null };

/** Rules of several conditions: classes together, an element inside another. */
export class CombinedRules {
  private readonly rules: CombinedRule[] = [];
  /** Those that may be about an element of a name, classes and id: mails repeat a few of them. */
  private readonly candidates = new Map<string, readonly CombinedRule[]>();
  /** Ids and classes so far: most rules ask for elements that this mail does not have. */
  private readonly seen = new Set<string>();
  private steps = STEPS;
  /** Some of those stood before the first rule, and were not written down. */
  private isLate = false;

  /** Whether there was more to look at than is looked at. */
  get isUsedUp(): boolean {
    return this.steps <= 0;
  }

  /** Whether such a rule is followed. */
  add(written: string, facts: StyleFacts): boolean {
    const selector = this.rules.length < MAX_RULES ? readSelector(written) : null;
    if (!selector) return false;
    const volume = isLoud(selector) ? 'loud' : 'quiet';
    const [names, asksFor] = [ofNames(selector[0]!), namesIn(selector.slice(1))];
    this.rules.push({ selector, names, facts, volume, asksFor });
    this.candidates.clear();
    return true;
  }

  facts(name: string, attributes: Attributes, around: OpenElements): Readonly<CombinedFacts> {
    if (this.rules.length === 0) {
      this.isLate ||= (attributes.class ?? attributes.id) !== undefined;
      return NOTHING;
    }
    let found = NOTHING;
    for (const { selector, facts, volume, asksFor } of this.candidatesFor(name, attributes)) {
      if (this.steps-- <= 0) break;
      if (!this.isLate && !asksFor.every((asked) => this.seen.has(asked))) continue;
      if (isMet(selector[0]!, name, attributes) && this.isInside(selector, around))
        found = { ...found, [volume]: mergeFacts(found[volume], facts) };
    }
    return found;
  }

  private candidatesFor(name: string, attributes: Attributes): readonly CombinedRule[] {
    const key = `${name} ${attributes.id ?? ''} ${attributes.class ?? ''}`;
    const known = this.candidates.get(key);
    if (known) return known;
    for (const held of idAndClasses(attributes)) this.seen.add(held);
    if (this.isUsedUp) return [];
    this.steps -= this.rules.length;
    const found = this.rules.filter(({ names }) => isMet(names, name, attributes));
    if (this.candidates.size < MAX_KNOWN) this.candidates.set(key, found);
    return found;
  }

  /** Whether what stands to the left in a selector is found from an open element outwards. */
  private isInside(
    selector: Selector,
    around: OpenElements,
    at = 1,
    from = around.names.length - 1,
  ): boolean {
    const outer = selector[at];
    if (!outer) return true;
    const last = selector[at - 1]!.within === 'parent' ? Math.max(1, from) : 1;
    for (let i = from; i >= last; i--) {
      if (--this.steps < 0) return false;
      const isOuter = isMet(outer, around.names[i]!, around.attributes[i]!);
      if (isOuter && this.isInside(selector, around, at + 1, i - 1)) return true;
    }
    return false;
  }
}
