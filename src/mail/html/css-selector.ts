import { plain } from './css.js';
import { isRead, type Attributes } from './html-walk.js';
import { clip } from '../text/safe-text.js';

/** What a selector asks of one element. */
export interface Compound {
  /** '*' for any, '' when none is named. */
  tag: string;
  id: string;
  classes: string[];
  attributes: AttributeTest[];
  /** What the element to its left is to it. */
  within: 'ancestor' | 'parent';
}

interface AttributeTest {
  readonly name: keyof Attributes;
  readonly operator: string;
  readonly value: string;
}

/** A selector of several conditions, the element that it is about first. */
export type Selector = readonly Compound[];

const MAX_LENGTH = 300;
const MAX_CLASSES = 8;
/** Of a selector with single blanks. */
const TOKEN =
  /(?<child> ?> ?)|(?<blank> )|(?<tag>[a-z][\w-]{0,40}|\*)|(?<kind>[.#])(?<name>[\w-]{1,80})|\[ ?(?<attribute>[a-z-]{1,40}) ?(?:(?<operator>[~|^$*]?=) ?["']?(?<value>[^\]"']{0,80})["']? ?)?\]/iy;

/** Null for what is not followed: states and places of elements, siblings, attributes that are not read. */
export function readSelector(written: string): Selector | null {
  const text = plain(clip(written, MAX_LENGTH)).replace(/\s+/g, ' ');
  const compounds = [emptyCompound('ancestor')];
  TOKEN.lastIndex = 0;
  for (let end = 0; end < text.length; end = TOKEN.lastIndex) {
    const token = TOKEN.exec(text)?.groups;
    if (!token || (token.attribute !== undefined && !isRead(token.attribute))) return null;
    addToken(compounds, token);
  }
  return compounds.every(isGiven) ? compounds : null;
}

const isGiven = ({ tag, id, classes, attributes }: Compound) =>
  tag !== '' || id !== '' || classes.length + attributes.length > 0;

type SelectorToken = Readonly<Record<string, string | undefined>>;

const emptyCompound = (within: Compound['within']): Compound => ({
  tag: '',
  id: '',
  classes: [],
  attributes: [],
  within,
});

function addToken(compounds: Compound[], token: SelectorToken): void {
  if (token.child !== undefined || token.blank !== undefined)
    compounds.unshift(emptyCompound(token.child === undefined ? 'ancestor' : 'parent'));
  else addCondition(compounds[0]!, token);
}

function addCondition(
  compound: Compound,
  { tag, kind, name, attribute, ...test }: SelectorToken,
): void {
  if (tag !== undefined) compound.tag = tag;
  else if (kind === '#') compound.id = name!;
  else if (kind === '.') compound.classes.push(name!);
  else compound.attributes.push(attributeTest(attribute!, test));
}

const attributeTest = (
  name: string,
  { operator = '', value = '' }: SelectorToken,
): AttributeTest => ({
  name: name as keyof Attributes,
  operator,
  value,
});

/** Whether a selector says more than the names of elements, and so more than a rule for a name. */
export const isLoud = (selector: Selector): boolean =>
  selector.some(({ attributes }) => attributes.length > 0) || namesIn(selector).length > 0;

/** The ids and classes that a selector asks for. */
export const namesIn = (selector: Selector): string[] =>
  selector.flatMap(({ id, classes }) => [
    ...(id === '' ? [] : [`#${id}`]),
    ...classes.map((name) => `.${name}`),
  ]);

/** The id and the classes that an element has, as selectors write them. */
export const idAndClasses = ({
  id,
  class: classes,
}: Partial<Pick<Attributes, 'id' | 'class'>>): string[] => [
  ...(id === undefined ? [] : [`#${id.toLowerCase()}`]),
  ...(classes === undefined ? [] : wordsOf(classes).map((name) => `.${name}`)),
];

/** Whether an element is all that a part of a selector asks for. */
export const isMet = (compound: Compound, name: string, given: Attributes): boolean =>
  isNamed(compound, name, given) &&
  compound.attributes.every((test) => passes(test, given[test.name]?.toLowerCase()));

/** Whether it has the name, the id and the classes. */
export function isNamed({ tag, id, classes }: Compound, name: string, given: Attributes): boolean {
  if (tag !== '' && tag !== '*' && tag !== name) return false;
  if (id !== '' && given.id?.toLowerCase() !== id) return false;
  return classes.length === 0 || hasWords(given.class ?? '', classes);
}

const wordsOf = (value: string) => value.toLowerCase().split(/\s+/, MAX_CLASSES).filter(Boolean);

const hasWords = (value: string, words: readonly string[]) => {
  const held = wordsOf(value);
  return words.every((word) => held.includes(word));
};

const passes = ({ operator, value }: AttributeTest, given: string | undefined): boolean =>
  given !== undefined && (TESTS.get(operator)?.(given, value) ?? false);

const TESTS = new Map<string, (given: string, value: string) => boolean>([
  ['', () => true],
  ['=', (given, value) => given === value],
  ['~=', (given, value) => hasWords(given, [value])],
  ['|=', (given, value) => given === value || given.startsWith(`${value}-`)],
  ['^=', (given, value) => value !== '' && given.startsWith(value)],
  ['$=', (given, value) => value !== '' && given.endsWith(value)],
  ['*=', (given, value) => value !== '' && given.includes(value)],
]);
