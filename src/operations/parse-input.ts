import { invalid, notFound } from '../errors.js';
import { placesOf, takesBody } from './fields.js';
import type { AnyOperation, Route } from './operation.js';
import { firstProblem, predicateOf } from './problems.js';
import { clip } from '../mail/text/safe-text.js';

/** The parts of a request that hold fields. */
export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
  /** What JSON.parse made of the body; undefined without one. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** A checked input and the names that were given but mean nothing here. */
export interface ParsedInput {
  readonly input: unknown;
  readonly ignored: readonly string[];
}

const PREDICATES = { error: predicateOf };
// No id is longer, and control characters cannot be looked up.
const POSSIBLE_ID = /^[^\u0000-\u001f\u007f]{1,255}$/;

/** Makes the reader of one route's fields, once; it turns each request into the operation's input or 400. */
export function createInputReader(
  operation: AnyOperation,
  route: Route,
): (raw: RawInput) => ParsedInput {
  const places = placesOf(operation, route);
  const spelling = operation.headers ?? {};
  const fromHeaders = Object.entries(spelling).map(([field, name]) => [field, name.toLowerCase()]);
  const inBody = takesBody(route);
  const main = inBody ? 'body' : 'query';

  return ({ params, query, body, headers }) => {
    checkQuery(query);
    const given = inBody ? members(body) : query;
    const fields: Record<string, unknown> = {};
    const ignored = inBody ? Object.keys(query) : [];
    for (const name of Object.keys(given)) {
      if (places.get(name) === main) fields[name] = given[name];
      else ignored.push(name);
    }
    for (const [field, name] of fromHeaders) fields[field!] = headers[name!];
    addPathFields(fields, params);
    const result = operation.input.safeParse(fields, PREDICATES);
    if (!result.success) throw invalid(firstProblem(result.error, fields, spelling));
    return { input: result.data, ignored };
  };
}

function checkQuery(query: RawInput['query']): void {
  for (const name of Object.keys(query)) {
    const value = query[name];
    if (/[[\]]/.test(name)) throw invalid(`${harmless(name)} must be a plain parameter name`);
    if (typeof value !== 'string') throw invalid(`${harmless(name)} must be given once`);
    if (value.includes('\0')) throw invalid(`${harmless(name)} must not hold NUL characters`);
  }
}

function members(body: unknown): Readonly<Record<string, unknown>> {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid('The body must be a JSON object');
  return body as Record<string, unknown>;
}

function addPathFields(fields: Record<string, unknown>, params: RawInput['params']): void {
  for (const name of Object.keys(params)) {
    const value = params[name]!;
    // What cannot exist is not there: 404, not 400.
    if (!POSSIBLE_ID.test(value)) throw notFound('Resource');
    fields[name] = value;
  }
}

const SHOWN_NAMES = 20;
const SHOWN_LENGTH = 40;

/** A name a client made up, fit for a header and a message: plain characters, and short. */
export const harmless = (name: string): string => clip(name.replace(/[^\w.-]/g, '_'), SHOWN_LENGTH);

/** The value of `X-Ignored-Parameters`; null when nothing was ignored. */
export const ignoredHeader = (names: readonly string[]): string | null =>
  names.length > 0 ? names.slice(0, SHOWN_NAMES).map(harmless).join(', ') : null;
