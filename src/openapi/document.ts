import { z } from 'zod';
import { createDocument, type CreateDocumentOptions } from 'zod-openapi';
import { needsKey } from '../operations/access.js';
import { asAnswered } from '../operations/shapes.js';
import { locationsOf, routesOf, type FieldLocation } from '../operations/fields.js';
import type { AnyOperation, Route } from '../operations/operation.js';
import { errorComponents, headerComponents, responsesOf } from './responses.js';

// The version of the interface, not of this service (docs/interface.md, Versioning).
const INTERFACE_VERSION = '1.0.0';

const DESCRIPTION = `Email inboxes for agents.

Every error is \`{"error": "<message>"}\`. Lists are \`{data, cursor, has_more}\`; send \`cursor\` back
for the next page. Unknown body members and query parameters are ignored and named in
\`X-Ignored-Parameters\`. Operations that create take \`Idempotency-Key\`.`;

const SECURITY_SCHEMES = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key.' },
  inboundSecret: { type: 'http', scheme: 'bearer', description: 'The secret of the mail server.' },
} as const;

/** The OpenAPI 3.1 document of `operations`, served at `publicUrl`. */
export function buildDocument(operations: readonly AnyOperation[], publicUrl: string) {
  return createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Restante', version: INTERFACE_VERSION, description: DESCRIPTION },
      servers: [{ url: publicUrl }],
      paths: pathsOf(operations),
      components: {
        securitySchemes: SECURITY_SCHEMES,
        headers: headerComponents,
        responses: errorComponents(),
      },
    },
    RENDERING,
  );
}

const RENDERING: CreateDocumentOptions = {
  allowEmptySchema: { custom: true, transform: true, undefined: true },
  override: (rendered) => {
    if (rendered.io === 'input') showDefault(rendered);
    else asAnswered(rendered);
  },
};

type RenderedSchema = Parameters<NonNullable<CreateDocumentOptions['override']>>[0];

// Left out by zod where the text of a query parameter is turned into something else.
function showDefault({ jsonSchema, zodSchema }: RenderedSchema): void {
  const { def } = zodSchema._zod;
  if (def.type === 'default') jsonSchema.default ??= def.defaultValue;
}

function pathsOf(operations: readonly AnyOperation[]) {
  const paths: Record<string, Record<string, ReturnType<typeof describe>>> = {};
  for (const operation of operations)
    routesOf(operation).forEach((route, index) => {
      const path = route.path.replace(/:(\w+)/g, '{$1}');
      (paths[path] ??= {})[route.method.toLowerCase()] = describe(operation, route, index);
    });
  return paths;
}

/** `index` counts the spellings of an operation; only the first has its plain name. */
function describe(operation: AnyOperation, route: Route, index: number) {
  const parts = partsOf(operation, route);
  const { body } = parts;
  return {
    operationId: index === 0 ? operation.name : `${operation.name}Variant${index}`,
    summary: operation.summary,
    tags: [route.path.split('/')[2] ?? 'service'],
    security: securityOf(operation),
    ...(operation.deprecated && { deprecated: true }),
    requestParams: parts.params,
    ...(body && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: { 'application/json': { schema: body } },
      },
    }),
    responses: responsesOf(operation, route),
  };
}

const IDEMPOTENCY_KEY = z.string().min(1).max(255).optional();

function partsOf(operation: AnyOperation, route: Route) {
  const fields: Record<FieldLocation, Record<string, z.ZodType>> = {
    path: {},
    header: operation.creates ? { 'Idempotency-Key': IDEMPOTENCY_KEY } : {},
    query: {},
    body: {},
  };
  const shape = operation.input.shape as Readonly<Record<string, z.ZodType>>;
  for (const [field, place] of locationsOf(operation, route)) {
    const name = place === 'header' ? (operation.headers?.[field] ?? field) : field;
    fields[place][name] = shape[field]!;
  }
  const { body, ...places } = fields;
  const params = Object.fromEntries(
    Object.entries(places)
      .filter(([, group]) => Object.keys(group).length > 0)
      .map(([place, group]) => [place, z.object(group)]),
  );
  return { params, body: Object.keys(body).length > 0 ? z.object(body) : null };
}

function securityOf({ access }: AnyOperation) {
  if (access === 'public') return [];
  if (!needsKey(access)) return [{ inboundSecret: [] }];
  // OpenAPI 3.1 lets any scheme name what a credential must be good for.
  const scopes = access === 'any-key' ? [] : [access];
  return [{ apiKey: scopes }, { bearer: scopes }];
}
