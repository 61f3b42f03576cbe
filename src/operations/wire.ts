import type { z } from 'zod';
import { columnOf } from '../db/columns.js';

type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : Name;

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** What clients give, under the names it has inside; none of it is undefined. */
export type FromWire<Given> = {
  [Name in keyof Given as CamelCase<Name & string>]: Exclude<Given[Name], undefined>;
};

/** The same fields under the snake_case names clients know them by; those of values inside stay. */
export const toWire = <Row extends object>(row: Row) =>
  renamed(row, columnOf) as { [Field in keyof Row as SnakeCase<Field & string>]: Row[Field] };

/** The same fields under their camelCase names inside; what is undefined is left out. */
export const fromWire = <Given extends object>(given: Given): FromWire<Given> =>
  renamed(given, camelCase) as FromWire<Given>;

/** The names inside of what clients see: as a rule those of the fields of a row. */
export const fieldsOf = (shown: z.ZodObject): string[] => Object.keys(shown.shape).map(camelCase);

const camelCase = (name: string) =>
  name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

const renamed = (fields: object, rename: (name: string) => string): object =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[rename(name), value as unknown]],
    ),
  );
