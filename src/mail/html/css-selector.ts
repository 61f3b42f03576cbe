import { plain } from './css.js';
import { isRead, type Attributes } from './html-walk.js';
import { clip } from '../text/safe-text.js';

/** What a selector asks of one element. */
export interface Compound {
  /** `td`, `.a`, `#a`, and `*`, which every element has. */
  readonly keys: string[];
  readonly tests: AttributeTest[];
  /** Whether the element to its right stands in it and in nothing further in. */
  isParent: boolean;
}

interface AttributeTest {
  readonly name: keyof Attributes;
  readonly operator: string;
  readonly value: string;
}

/** The element that it is about first, then those around it, outwards. */
export type Selector = readonly Compound[];

const MAX_LENGTH = 300;
const MAX_CLASSES = 8;
/** Of an attribute, as rules of many elements look at it. */
const MAX_VALUE = 2000;
/** Of a selector with single blanks. */
const TOKEN =
  /(?<combinator> ?> ?| )|(?<key>[a-z][\w-]{0,40}|\*|[.#][\w-]{1,80})|\[ ?(?<attribute>[a-z-]{1,40}) ?(?:(?<operator>[~|^$*]?=) ?["']?(?<value>[^\]"']{0,80})["']? ?)?\]/iy;

/** Null for what is not followed: states and places of elements, siblings, attributes that are not read. */
export function readSelector(written: string): Selector | null {
  const text = plain(clip(written, MAX_LENGTH)).replace(/\s+/g, ' ');
  const compounds = [emptyCompound()];
  TOKEN.lastIndex = 0;
  for (let end = 0; end < text.length; end = TOKEN.lastIndex) {
    const token = TOKEN.exec(text)?.groups;
    if (!token || (token.attribute !== undefined && !isRead(token.attribute))) return null;
    addToken(compounds, token);
  }
  return compounds.every(({ keys, tests }) => keys.length + tests.length > 0) ? compounds : null;
}

type SelectorToken = Readonly<Record<string, string | undefined>>;

const emptyCompound = (): Compound => ({ keys: [], tests: [], isParent: false });

function addToken(compounds: Compound[], token: SelectorToken): void {
  const { combinator, key, attribute, operator = '', value = '' } = token;
  const last = compounds[0]!;
  if (combinator !== undefined) {
    last.isParent = combinator !== ' ';
    compounds.unshift(emptyCompound());
  } else if (key !== undefined) last.keys.push(key);
  else last.tests.push({ name: attribute as keyof Attributes, operator, value });
}

/** By the first character of a key; those of any other are names. */
const WEIGHTS: Readonly<Record<string, number>> = { '#': 10_000, '.': 100, '*': 0 };
const ATTRIBUTE = 100;

/** Of two rules the heavier one counts (Selectors 4, section 17). */
export const weightOf = (selector: Selector): number =>
  selector
    .flatMap(({ keys, tests }) => [
      ...keys.map((key) => WEIGHTS[key.charAt(0)] ?? 1),
      ATTRIBUTE * tests.length,
    ])
    .reduce((sum, weight) => sum + weight, 0);

/** The keys that a class attribute gives. */
export const classKeys = (classes: string): string[] =>
  wordsOf(classes.toLowerCase()).map((word) => `.${word}`);

/** Whether an element is all that a part of a selector asks for. */
export const isMet = (asked: Compound, keys: readonly string[], given: Attributes): boolean =>
  asked.keys.every((key) => keys.includes(key)) && asked.tests.every((test) => passes(test, given));

const wordsOf = (value: string) => value.split(/\s+/, MAX_CLASSES).filter(Boolean);

function passes({ name, operator, value }: AttributeTest, attributes: Attributes): boolean {
  const given = attributes[name];
  if (given === undefined) return false;
  return TESTS.get(operator)?.(clip(given, MAX_VALUE).toLowerCase(), value) ?? false;
}

const TESTS = new Map<string, (given: string, value: string) => boolean>([
  ['', () => true],
  ['=', (given, value) => given === value],
  ['~=', (given, value) => wordsOf(given).includes(value)],
  ['|=', (given, value) => given === value || given.startsWith(`${value}-`)],
  ['^=', (given, value) => value !== '' && given.startsWith(value)],
  ['$=', (given, value) => value !== '' && given.endsWith(value)],
  ['*=', (given, value) => value !== '' && given.includes(value)],
]);
