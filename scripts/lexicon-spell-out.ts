/** Rules by which CLDR writes numbers in words: by their names, each with the number it begins at and its text. */
export type SpellOutRules = Readonly<Record<string, readonly (readonly [string, string])[]>>;

/** Rules for counting; others are of years and of ordinals. */
const CARDINAL = /^%spellout-(?:numbering|cardinal)(?!-(?:year|days|verbose))/;
/** Digits and signs are left where a rule asks for more than words. */
const NO_WORDS = /[\d=#$%←→[\]]/;
/** Where a word may be broken. */
const SOFT_HYPHENS = /\u00ad/g;
const MAX_DEPTH = 20;

/** All number words for a whole number, by the forms that a language counts with. */
export function spellOut(rules: SpellOutRules, value: number): string[] {
  const words = Object.keys(rules)
    .filter((name) => CARDINAL.test(name))
    .map((name) => format(rules, { name, value, depth: 0 }).replace(SOFT_HYPHENS, '').trim());
  return [...new Set(words)].filter((word) => word !== '' && !NO_WORDS.test(word));
}

interface SpelledNumber {
  readonly name: string;
  readonly value: number;
  readonly depth: number;
}

interface SpellOutRule {
  readonly base: number;
  /** What a number is divided by. */
  readonly divisor: number;
  readonly text: string;
}

/** Between brackets stands what is left out where nothing remains, behind a bar what stands there instead. */
const OPTIONAL = /\[([^\]|]*)\|?([^\]]*)\]/g;
const SUBSTITUTION = /→→→|←([^←]*)←|→([^→]*)→|=([^=]*)=/g;

function format(rules: SpellOutRules, { name, value, depth }: SpelledNumber): string {
  const rule = ruleOf(rules[name] ?? [], value);
  if (!rule || depth > MAX_DEPTH) return '#';
  const rest = value % rule.divisor;
  const ask = (said: string, part: number) =>
    format(rules, { name: said === '' ? name : said, value: part, depth: depth + 1 });
  return rule.text
    .replace(OPTIONAL, (_, some: string, none: string) => (rest === 0 ? none : some))
    .replace(SUBSTITUTION, (_, front?: string, behind?: string, same?: string) => {
      if (front !== undefined) return ask(front, Math.floor(value / rule.divisor));
      return same === undefined ? ask(behind ?? '', rest) : ask(same, value);
    });
}

/** The last rule that begins at a number or below. */
function ruleOf(list: SpellOutRules[string], value: number): SpellOutRule | null {
  let found: SpellOutRule | null = null;
  for (const [head, text] of list) {
    const match = /^(\d+)(?:\/(\d+))?(>*)$/.exec(head);
    if (!match || Number(match[1]) > value) continue;
    const base = Number(match[1]);
    if (found && found.base > base) continue;
    const divisor = divisorOf(base, Number(match[2] ?? 10), match[3]!.length);
    found = { base, divisor, text: text.replace(/;$/, '').replace(/^'/, '') };
  }
  return found;
}

/** The highest power of a radix that is not above a base, so many times lowered. */
function divisorOf(base: number, radix: number, lowered: number): number {
  let divisor = 1;
  while (divisor * radix <= base) divisor *= radix;
  return Math.max(1, divisor / radix ** lowered);
}
