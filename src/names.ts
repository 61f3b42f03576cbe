// Fields are camelCase inside, and snake_case in SQL and in what clients see.

type Camel<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

type Snake<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;

/** Fields that clients name, under their names inside. */
export type CamelCased<Fields> = { [Name in keyof Fields as Camel<Name>]: Fields[Name] };

/** Fields under the names that clients see. */
export type SnakeCased<Fields> = { [Name in keyof Fields as Snake<Name>]: Fields[Name] };

const renamed = (fields: object, rename: (name: string) => string) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [rename(name), value]));

const camel = (name: string) =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The fields a client gave, as services take them. */
export const camelCased = <Fields extends object>(fields: Fields): CamelCased<Fields> =>
  renamed(fields, camel) as CamelCased<Fields>;

/** The fields of a row, as clients see them. */
export const snakeCased = <Fields extends object>(fields: Fields): SnakeCased<Fields> =>
  renamed(fields, snake) as SnakeCased<Fields>;

/** Those of the fields that were given. */
export const definedOf = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
