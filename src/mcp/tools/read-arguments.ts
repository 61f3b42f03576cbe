import { invalid, notFound } from '../../errors.js';
import { sanitizeName } from '../../operations/sanitize-name.js';
import { isPossibleId, problemOfText } from '../../operations/unstorable.js';
import { CLEAR, IDEMPOTENCY_KEY, type ToolInputs } from './inputs.js';
import { knownName, meant, parsed } from './tolerances.js';

/** The arguments of a call as fields of its operation. */
export interface ReadArguments {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | null;
  /** Names that were given but mean nothing. */
  readonly ignored: readonly string[];
}

/**
 * Reads the arguments of a tool as programs and models write them, not only as its schema says.
 * @throws AppError 400, 404 for an id that cannot exist
 */
export function readArguments(inputs: ToolInputs, given: unknown): ReadArguments {
  const { known, others } = named(inputs, membersOf(given));
  addMissingId(inputs, known, others);
  const properties = inputs.schema.properties!;
  const args = Object.fromEntries(
    Object.entries(known).map(([name, value]) => [name, meant(properties[name]!, value)]),
  );
  checkText(args);
  const { [IDEMPOTENCY_KEY]: key } = args;
  return {
    fields: {
      ...inputs.defaults,
      ...clearedFields(inputs, args[CLEAR]),
      ...fieldsOf(inputs, args),
      ...inputs.fixed,
    },
    idempotencyKey: typeof key === 'string' ? key : null,
    ignored: Object.keys(others),
  };
}

type ToolArguments = Record<string, unknown>;

function membersOf(given: unknown): ToolArguments {
  const members = parsed(given) ?? {};
  if (typeof members !== 'object' || Array.isArray(members))
    throw invalid('The arguments must be a JSON object');
  return members as ToolArguments;
}

/** What is given by the names of arguments; null is not given. */
function named(
  inputs: ToolInputs,
  given: ToolArguments,
): { known: ToolArguments; others: ToolArguments } {
  const isKnown = (name: string) => Object.hasOwn(inputs.schema.properties!, name);
  const known: ToolArguments = {};
  const others: ToolArguments = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue;
    const meantName = knownName(name, isKnown);
    if (meantName === null) others[sanitizeName(name)] = value;
    // Whoever gives both means the one that is spelt as it should be.
    else if (name === meantName || !Object.hasOwn(known, meantName)) known[meantName] = value;
  }
  return { known, others };
}

/** Takes `id`, or the one name that ends like an id, for the only id that is missing. */
function addMissingId({ ids }: ToolInputs, known: ToolArguments, others: ToolArguments): void {
  const [missing, ...further] = ids.filter((name) => !Object.hasOwn(known, name));
  if (missing === undefined || further.length > 0) return;
  const like = Object.keys(others).filter((name) => /(_id|[a-z]Id)$/.test(name));
  const name = Object.hasOwn(others, 'id') ? 'id' : like.length === 1 ? like[0]! : null;
  if (name === null) return;
  known[missing] = others[name];
  delete others[name];
}

function fieldsOf({ fields, inPath }: ToolInputs, args: ToolArguments): ToolArguments {
  const read: ToolArguments = {};
  for (const [name, value] of Object.entries(args)) {
    const field = fields.get(name);
    if (field === undefined) continue;
    // What cannot exist is not there: 404, not 400.
    if (inPath.has(field) && typeof value === 'string' && !isPossibleId(value))
      throw notFound('Resource');
    read[field] = value;
  }
  return read;
}

/** Null for each field that is to be emptied. @throws AppError 400 for one that cannot be */
function clearedFields({ fields, clearable }: ToolInputs, names: unknown): ToolArguments {
  const cleared = ([names ?? []].flat() as unknown[]).map((given) => {
    const isClearable = (name: string) => clearable.includes(name);
    const name = typeof given === 'string' ? knownName(given, isClearable) : null;
    if (name === null) throw invalid(`clear must be of ${clearable.join(', ')}`);
    return [fields.get(name)!, null] as const;
  });
  return Object.fromEntries(cleared);
}

// Levels of lists and objects; what is in a request is counted before, what stands in text is not.
const MAX_DEPTH = 64;

/** @throws AppError 400 for text that cannot be stored */
function checkText(args: ToolArguments): void {
  for (const [name, value] of Object.entries(args)) {
    const problem = problemIn(value, name, 0);
    if (problem !== null) throw invalid(problem);
  }
}

function problemIn(value: unknown, name: string, depth: number): string | null {
  if (typeof value === 'string') return problemOfText(value, name);
  if (typeof value !== 'object' || value === null) return null;
  if (depth === MAX_DEPTH) return `${name} must not be nested deeper than ${MAX_DEPTH}`;
  const isList = Array.isArray(value);
  for (const [key, part] of Object.entries(value)) {
    const problem = (isList ? null : problemOfKey(key, name)) ?? problemIn(part, name, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

const problemOfKey = (key: string, name: string): string | null =>
  // It would be the prototype of whatever the members are copied to.
  key === '__proto__' ? `${name} must not hold __proto__` : problemOfText(key, name);
