import type { ToolSchema } from './json-schema.js';

/** A form that programs and models use for another one. */
interface Tolerance {
  /** The type of what is expected. */
  readonly expected: string;
  /** Whether this is that form. */
  readonly isIt: (given: unknown) => boolean;
  readonly meant: (given: never) => unknown;
}

const NUMBER = /^\s*-?(?:\d{1,15}(?:\.\d{1,15})?|\.\d{1,15})\s*$/;
const FLAGS = new Map<unknown, boolean>([
  ['true', true],
  ['yes', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['no', false],
  ['0', false],
  [0, false],
]);

const isNumeric = (given: unknown) => typeof given === 'string' && NUMBER.test(given);
const isPlain = (given: unknown) => typeof given === 'number' || typeof given === 'boolean';
const lower = (given: unknown) => (typeof given === 'string' ? given.trim().toLowerCase() : given);
const isList = (given: unknown) => Array.isArray(given);
const isObject = (given: unknown) => typeof given === 'object' && given !== null && !isList(given);

const TOLERANCES: readonly Tolerance[] = [
  { expected: 'string', isIt: isPlain, meant: String },
  { expected: 'number', isIt: isNumeric, meant: Number },
  { expected: 'integer', isIt: isNumeric, meant: Number },
  {
    expected: 'boolean',
    isIt: (given) => FLAGS.has(lower(given)),
    meant: (given) => FLAGS.get(lower(given)),
  },
  { expected: 'array', isIt: (given) => isList(parsed(given)), meant: parsed },
  { expected: 'array', isIt: (given) => !isList(given), meant: (given) => [given] },
  { expected: 'object', isIt: (given) => isObject(parsed(given)), meant: parsed },
];

/**
 * What is meant by a given value where one of `schema` is expected: numbers and flags as text, one item in place
 * of a list, lists and objects as JSON text; in objects null for what is not given and names in camel case.
 * What still does not fit is left as it is.
 */
export function meant(schema: ToolSchema, given: unknown): unknown {
  const tolerance = TOLERANCES.find(
    ({ expected, isIt }) => expected === schema.type && isIt(given),
  );
  const value = tolerance ? tolerance.meant(given as never) : given;
  const { items, properties } = schema;
  if (items && isList(value)) return (value as unknown[]).map((item) => meant(items, item));
  if (properties && isObject(value)) return meantMembers(properties, value as object);
  return value;
}

function meantMembers(properties: NonNullable<ToolSchema['properties']>, given: object): object {
  const members = Object.entries(given).flatMap(([name, value]) => {
    const known = knownName(name, (one) => Object.hasOwn(properties, one));
    if (known === null) return [[name, value] as const];
    return value === null ? [] : [[known, meant(properties[known]!, value)] as const];
  });
  return Object.fromEntries(members);
}

/** The name that is meant by `given`, in snake case where it is not known as it is; null for none. */
export function knownName(given: string, isKnown: (name: string) => boolean): string | null {
  if (isKnown(given)) return given;
  const name = given
    .replace(/[a-z0-9](?=[A-Z])/g, '$&_')
    .replaceAll('-', '_')
    .toLowerCase();
  return isKnown(name) ? name : null;
}

/** What a JSON text says; anything else as it is. */
export function parsed(given: unknown): unknown {
  if (typeof given !== 'string' || !/^\s*[[{]/.test(given)) return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}
