import { invalid, notFound } from '../errors.js';
import { locationsOf, takesBody } from '../operations/fields.js';
import type { AnyOperation, Route } from '../operations/operation.js';
import { sanitizeName } from '../operations/sanitize-name.js';
import { isPossibleId } from '../operations/unstorable.js';

/** The parts of a request that hold fields. */
export interface FieldSources {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
  /** What JSON.parse made of the body; undefined without one. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The fields of an operation that stand in a request, and the names that mean nothing where they stand. */
export interface CollectedFields {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly ignored: readonly string[];
}

/** Makes the collector of one route's fields, once. What it collects is not checked yet. @throws AppError 400, 404 */
export function createFieldCollector(
  operation: AnyOperation,
  route: Route,
): (parts: FieldSources) => CollectedFields {
  const places = locationsOf(operation, route);
  const fromHeaders = Object.entries(operation.headers ?? {}).map(
    ([field, name]) => [field, name.toLowerCase()] as const,
  );
  const inBody = takesBody(route);

  return ({ params, query, body, headers }) => {
    checkQuery(query);
    const fields: Record<string, unknown> = {};
    const ignored: string[] = [];
    const take = (given: Readonly<Record<string, unknown>>, isMeant: (name: string) => boolean) => {
      for (const name of Object.keys(given)) {
        if (isMeant(name)) fields[name] = given[name];
        else ignored.push(name);
      }
    };
    const inQuery = (name: string) => places.get(name) === 'query';
    if (inBody) take(members(body), (name) => places.get(name) === 'body' || inQuery(name));
    take(query, inQuery);
    for (const [field, name] of fromHeaders) fields[field] = headers[name];
    addPathFields(fields, params);
    return { fields, ignored };
  };
}

/** Refuses a query whose parameters could be read in several ways. @throws AppError 400 */
export function checkQuery(query: FieldSources['query']): void {
  for (const name of Object.keys(query)) {
    const value = query[name];
    if (/[[\]]/.test(name)) throw invalid(`${sanitizeName(name)} must be a plain parameter name`);
    if (typeof value !== 'string') throw invalid(`${sanitizeName(name)} must be given once`);
    if (value.includes('\0')) throw invalid(`${sanitizeName(name)} must not hold NUL characters`);
  }
}

function members(body: unknown): Readonly<Record<string, unknown>> {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid('The body must be a JSON object');
  return body as Record<string, unknown>;
}

function addPathFields(fields: Record<string, unknown>, params: FieldSources['params']): void {
  for (const name of Object.keys(params)) {
    const value = params[name]!;
    // What cannot exist is not there: 404, not 400.
    if (!isPossibleId(value)) throw notFound('Resource');
    fields[name] = value;
  }
}
