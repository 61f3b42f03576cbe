import { must, type Outside, type Point } from '../outside.js';

// A part of JSON Schema, as the description of the service uses it.
interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly format?: string;
}

interface Operation {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<Record<string, unknown>>;
}

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

const NOTHING = 'inb_00000000000000000000';
const ID = /(^|_)ids?$/;

/** Every operation of /openapi.json, with ids of nothing in its path, its query and its body. */
export const unknownIds: Point = {
  number: 26,
  title: 'ids of nothing are answered as the description says',
  see: async (outside) => {
    const { json } = await outside.curl('GET', '/openapi.json');
    const { id: inbox } = await outside.inbox();
    const statuses = new Map<number, number>();
    for (const [path, methods] of Object.entries((json as Document).paths))
      for (const [method, operation] of Object.entries(methods))
        for (const asked of requestsOf(operation, path, inbox)) {
          const { status } = await ask(outside, method, asked);
          const name = `${operation.operationId} (${asked.what})`;
          must(status < 500 || status === 503, `${name}: ${status}`);
          must(String(status) in operation.responses, `${name}: ${status} is not listed`);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
    const counts = [...statuses].toSorted(([a], [b]) => a - b);
    return `all listed: ${counts.map(([status, times]) => `${times} × ${status}`).join(', ')}`;
  },
};

interface Asked {
  readonly what: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** One request with an id of nothing in the path, and one for each field that takes an id. */
function requestsOf(
  { parameters = [], requestBody }: Operation,
  path: string,
  inbox: string,
): Asked[] {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const schema = requestBody?.content['application/json']?.schema;
  const query = Object.fromEntries(
    inQuery
      .filter(({ required }) => required)
      .map(({ name, schema: of }) => [name, valueOf(of, name)]),
  );
  const body = schema && (valueOf(schema) as Record<string, unknown>);
  const words = new Map(parameters.map(({ name, schema: of }) => [name, of.enum?.[0]]));
  const filled = (id: string) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => words.get(name) ?? id);
  const ids = (names: readonly string[]) => names.filter((name) => ID.test(name));
  return [
    ...(path.includes('{') ? [{ what: 'in its path', path: filled(NOTHING), query, body }] : []),
    ...ids(inQuery.map(({ name }) => name)).map((name) => ({
      what: name,
      path: filled(inbox),
      query: { ...query, [name]: NOTHING },
      body,
    })),
    ...ids(Object.keys(schema?.properties ?? {})).map((name) => ({
      what: name,
      path: filled(inbox),
      query,
      body: { ...body, [name]: name.endsWith('s') ? [NOTHING] : NOTHING },
    })),
  ];
}

/** The least that fits. */
function valueOf(schema: Schema, name = ''): unknown {
  const { anyOf, enum: values } = schema;
  if (values) return values[0];
  if (anyOf) return valueOf(anyOf[0]!, name);
  const [type = 'string'] = [schema.type].flat();
  return LEAST[type]!(schema, name);
}

const number = ({ minimum = 1 }: Schema) => Math.max(minimum, 1);
const LEAST: Readonly<Record<string, (schema: Schema, name: string) => unknown>> = {
  object: ({ properties = {}, required = [] }) =>
    Object.fromEntries(required.map((field) => [field, valueOf(properties[field]!, field)])),
  array: ({ items }, name) => (items ? [valueOf(items, name)] : []),
  integer: number,
  number,
  boolean: () => true,
  string: textOf,
};

// What a field is called says what it takes.
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [ID, NOTHING],
  [/url/, 'https://hooks.example.com/in'],
  [/^(to|from|cc|bcc|address)$|email$/, 'kim@example.com'],
  [/^domain$/, 'mail.example.com'],
  [/^type$/, 'custom'],
  [/_at$|^since$|^from$|^until$/, '2026-01-01T00:00:00Z'],
];

function textOf({ format }: Schema, name: string): string {
  if (format === 'date-time') return '2026-01-01T00:00:00Z';
  return TEXTS.find(([pattern]) => pattern.test(name))?.[1] ?? 'outside';
}

function ask({ curl }: Outside, method: string, { path, query, body }: Asked) {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const json = body === undefined ? {} : { json: body };
  return curl(method.toUpperCase(), search ? `${path}?${search}` : path, json);
}
