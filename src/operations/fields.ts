import type { AnyOperation, Route } from './operation.js';

/** Where a field of an operation's input stands in a request. */
export type FieldLocation = 'path' | 'header' | 'query' | 'body';

/** Whether the fields of a route come in a JSON body; otherwise they are query parameters. */
export const takesBody = ({ method }: Route): boolean => method !== 'GET' && method !== 'DELETE';

/** The names of the `:parameters` in a path. */
export const pathFields = ({ path }: Route): string[] =>
  Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name!);

/** Each field of an operation's input with its place on one of its routes. */
export function locationsOf(
  operation: AnyOperation,
  route: Route,
): ReadonlyMap<string, FieldLocation> {
  const inPath = new Set(pathFields(route));
  const placeOf = (field: string): FieldLocation => {
    if (inPath.has(field)) return 'path';
    if (Object.hasOwn(operation.headers ?? {}, field)) return 'header';
    if (operation.inQuery?.includes(field)) return 'query';
    return takesBody(route) ? 'body' : 'query';
  };
  return new Map(Object.keys(operation.input.shape).map((field) => [field, placeOf(field)]));
}

/** Every spelling of an operation over REST. */
export const routesOf = ({ http }: AnyOperation): readonly Route[] =>
  http ? [http, ...(http.variants ?? [])] : [];
