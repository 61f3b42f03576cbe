import { plain } from './css.js';
import { isRead, type Attributes } from './html-walk.js';
import { clip } from '../text/safe-text.js';

/** What a selector asks of one element. */
export interface Compound {
  /** '*' for any, '' when none is named. */
  tag: string;
  /** An id and classes are attributes as others are: `.a` is `[class~=a]`, `#a` is `[id=a]`. */
  readonly tests: AttributeTest[];
  /** What the element to its left is to it. */
  readonly within: 'ancestor' | 'parent';
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

const isGiven = ({ tag, tests }: Compound) => tag !== '' || tests.length > 0;

type SelectorToken = Readonly<Record<string, string | undefined>>;

const emptyCompound = (within: Compound['within']): Compound => ({ tag: '', tests: [], within });

function addToken(compounds: Compound[], token: SelectorToken): void {
  const { child, blank, tag, kind, name = '', attribute, operator = '', value = '' } = token;
  const { tests } = compounds[0]!;
  if (child !== undefined) compounds.unshift(emptyCompound('parent'));
  else if (blank !== undefined) compounds.unshift(emptyCompound('ancestor'));
  else if (tag !== undefined) compounds[0]!.tag = tag;
  else if (kind === '#') tests.push({ name: 'id', operator: '=', value: name });
  else if (kind === '.') tests.push({ name: 'class', operator: '~=', value: name });
  else tests.push({ name: attribute as keyof Attributes, operator, value });
}

/** Whether a selector says more than the names of elements, and so more than a rule for a name. */
export const isLoud = (selector: Selector): boolean =>
  selector.some(({ tests }) => tests.length > 0);

/** The ids and classes that a selector asks for. */
export const namesIn = (selector: Selector): string[] =>
  selector
    .flatMap(({ tests }) => tests)
    .flatMap(({ name, operator, value }) => {
      if (name === 'id' && operator === '=') return [`#${value}`];
      return name === 'class' && operator === '~=' ? [`.${value}`] : [];
    });

/** The id and the classes that an element has, as selectors write them. */
export const idAndClasses = ({
  id,
  class: classes,
}: Partial<Pick<Attributes, 'id' | 'class'>>): string[] => [
  ...(id === undefined ? [] : [`#${id.toLowerCase()}`]),
  ...(classes === undefined ? [] : wordsOf(classes.toLowerCase()).map((name) => `.${name}`)),
];

/** Whether an element is all that a part of a selector asks for. */
export const isMet = ({ tag, tests }: Compound, name: string, given: Attributes): boolean =>
  (tag === '' || tag === '*' || tag === name) && tests.every((test) => passes(test, given));

/** What it asks of the name, the id and the classes of an element alone. */
export const ofNames = (compound: Compound): Compound => ({
  ...compound,
  tests: compound.tests.filter(({ name }) => name === 'id' || name === 'class'),
});

const wordsOf = (value: string) => value.split(/\s+/, MAX_CLASSES).filter(Boolean);

function passes({ name, operator, value }: AttributeTest, attributes: Attributes): boolean {
  const given = attributes[name]?.toLowerCase();
  return given !== undefined && (TESTS.get(operator)?.(given, value) ?? false);
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
