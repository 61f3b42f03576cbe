import type { z } from 'zod';

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;
type Predicates = {
  readonly [Code in RawIssue['code']]: (issue: Extract<RawIssue, { code: Code }>) => string;
};

const REQUIRED = 'is required';
const NO_UNION_MEMBER = 'has the wrong form';

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'an address with its scheme, such as https://example.com',
  datetime: 'an ISO 8601 time with a zone',
  base64: 'base64',
};

const UNITS: Readonly<Record<string, string>> = { string: 'characters', array: 'items' };

function atLeast({ origin, minimum, inclusive }: Extract<RawIssue, { code: 'too_small' }>): string {
  const unit = UNITS[origin];
  if (!unit) return `must be ${inclusive === false ? 'more than' : 'at least'} ${minimum}`;
  return minimum === 1 ? 'must not be empty' : `must have at least ${minimum} ${unit}`;
}

function atMost({ origin, maximum, inclusive }: Extract<RawIssue, { code: 'too_big' }>): string {
  const unit = UNITS[origin];
  if (!unit) return `must be ${inclusive === false ? 'less than' : 'at most'} ${maximum}`;
  return `must have at most ${maximum} ${unit}`;
}

// Messages for schemas that have none of their own.
const PREDICATES: Predicates = {
  invalid_type: ({ expected }) => `must be ${TYPES[expected] ?? expected}`,
  invalid_value: ({ values }) =>
    `must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`,
  invalid_format: ({ format }) =>
    FORMATS[format] ? `must be ${FORMATS[format]}` : 'has the wrong form',
  too_small: atLeast,
  too_big: atMost,
  not_multiple_of: ({ divisor }) => `must be a multiple of ${divisor}`,
  unrecognized_keys: ({ keys }) => `must not have ${keys.join(', ')}`,
  invalid_key: ({ issues }) =>
    `is no name for a member: it ${issues[0]?.message ?? 'is not allowed'}`,
  invalid_element: () => 'has an item that is not allowed',
  invalid_union: () => NO_UNION_MEMBER,
  custom: () => 'is not valid',
};

/** What is wrong with a value, as a predicate: the field's name is put in front. */
export const predicateOf: z.core.$ZodErrorMap = (issue) =>
  issue.input === undefined && issue.code !== 'custom'
    ? REQUIRED
    : (PREDICATES[issue.code] as (issue: RawIssue) => string)(issue);

/**
 * The first problem of a refused input: `<field> <what it must be>`.
 * `spelling` has the fields that clients know by another name.
 */
export function firstProblem(
  error: z.core.$ZodError,
  input: unknown,
  spelling: Readonly<Record<string, string>> = {},
): string {
  const issue = nearest(error.issues[0]!);
  const field = nameOf(
    issue.path.map((part, index) => (index === 0 && spelling[String(part)]) || part),
  );
  if (!field) return issue.message;
  const missing = issue.code !== 'custom' && valueAt(input, issue.path) === undefined;
  return `${field} ${missing ? REQUIRED : issue.message}`;
}

/** Of a union whose members all refuse, the problem of the one that looked furthest into the value. */
function nearest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union' || issue.message !== NO_UNION_MEMBER) return issue;
  const members = issue.errors.flatMap(([first]) => (first ? [nearest(first)] : []));
  const inner = members.find(({ path }) => path.length > 0);
  if (inner) return { ...inner, path: [...issue.path, ...inner.path] };
  const messages = [...new Set(members.map(({ message }) => message))];
  return messages.length > 0 ? { ...issue, message: alternatives(messages) } : issue;
}

/** `must be a string or an array`. */
const alternatives = ([first, ...others]: readonly string[]) =>
  [first, ...others.map((message) => message.replace(/^must be /, ''))].join(' or ');

const nameOf = (path: readonly PropertyKey[]) =>
  path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`,
    )
    .join('');

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, part)
        ? (value as Record<PropertyKey, unknown>)[part]
        : undefined,
    input,
  );
