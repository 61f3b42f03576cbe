import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { buildDocument } from '../../src/openapi/document.js';
import { operation } from '../../src/operations/operation.js';
import { catalogue } from '../../src/catalogue.js';
import { pathFields, routesOf } from '../../src/operations/fields.js';
import { flag, page, paging, timestamp } from '../../src/operations/shapes.js';
import { startApi, type TestApi } from '../support/start-api.js';

type Json = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Json;
}

interface Described {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly security: readonly Json[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Json };
  readonly responses: Readonly<Record<string, Json>>;
}

interface Document extends Json {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

interface ErrorResponse {
  readonly content: { readonly 'application/json': { readonly schema: { required: string[] } } };
}

const PUBLIC_URL = 'https://mail.example.test';

const describeAll = (operations: Parameters<typeof buildDocument>[0]) =>
  JSON.parse(JSON.stringify(buildDocument(operations, PUBLIC_URL))) as Document;

/** Every `$ref` in a document, wherever it stands. */
function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' ? [String(inner)] : refsIn(inner),
  );
}

const resolve = (document: Json, ref: string) =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Json | undefined)?.[key], document);

describe('the OpenAPI document', () => {
  const document = describeAll(catalogue);
  const described = Object.values(document.paths).flatMap((path) => Object.values(path));

  it('is of version 3.1 and the interface version 1.0.0', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.0.0' },
      servers: [{ url: PUBLIC_URL }],
    });
  });

  it('has every route of the catalogue, and no two operation ids are equal', () => {
    const routes = catalogue.flatMap((each) => routesOf(each));
    expect(described).toHaveLength(routes.length);
    for (const { method, path } of routes) {
      const documented = document.paths[path.replace(/:(\w+)/g, '{$1}')];
      expect(documented?.[method.toLowerCase()]).toBeDefined();
    }
    const ids = described.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(['/v1/emails/{id}', '/v1/domains/{id}'])('lists that DELETE %s may be 409', (path) => {
    expect(Object.keys(document.paths[path]!['delete']!.responses)).toContain('409');
  });

  it('names every path parameter, as required', () => {
    for (const route of catalogue.flatMap((each) => routesOf(each))) {
      const path = document.paths[route.path.replace(/:(\w+)/g, '{$1}')];
      const parameters = path?.[route.method.toLowerCase()]?.parameters ?? [];
      const required = parameters.filter((each) => each.in === 'path' && each.required);
      expect(required.map(({ name }) => name).sort()).toEqual(pathFields(route).sort());
    }
  });

  it('refers to nothing that is not there', () => {
    const refs = [...new Set(refsIn(document))];
    expect(refs.length).toBeGreaterThan(10);
    expect(refs.filter((ref) => resolve(document, ref) === undefined)).toEqual([]);
  });

  it('answers every error as {error}', () => {
    const responses = resolve(document, '#/components/responses') as Record<string, ErrorResponse>;
    expect(Object.keys(responses)).toContain('Error429');
    for (const { content } of Object.values(responses))
      expect(content['application/json'].schema.required).toContain('error');
  });

  describe('of an operation', () => {
    const change = operation({
      name: 'changeThing',
      summary: 'Change a thing.',
      access: 'emails:write',
      input: z.object({
        id: z.string(),
        name: z.string(),
        loud: flag.optional(),
        preference: z.string().optional(),
      }),
      output: z.object({ at: timestamp, next: timestamp.nullable() }),
      headers: { preference: 'Prefer' },
      http: { method: 'POST', path: '/v1/things/:id', status: 202 },
      creates: true,
      alsoAnswers: { 204: 'Nothing to do.', 408: 'Too late.' },
      deprecated: { sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' },
      run: async () => ({ at: new Date(), next: null }),
    });
    const list = operation({
      name: 'listThings',
      summary: 'List things.',
      access: 'public',
      input: z.object(paging),
      output: page(z.object({ id: z.string() })),
      http: {
        method: 'GET',
        path: '/v1/things',
        variants: [{ method: 'GET', path: '/v1/things/search' }],
      },
      run: async () => ({ data: [], cursor: null, has_more: false }),
    });
    const { paths } = describeAll([change, list]);
    const post = paths['/v1/things/{id}']!['post']!;
    const get = paths['/v1/things']!['get']!;

    it('puts each field where it belongs', () => {
      const places = post.parameters!.map((each) => [each.in, each.name]);
      expect(places).toEqual([
        ['path', 'id'],
        ['header', 'Idempotency-Key'],
        ['header', 'Prefer'],
      ]);
      expect(post.requestBody).toEqual({
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { name: { type: 'string' }, loud: { type: 'boolean' } },
              required: ['name'],
            },
          },
        },
      });
    });

    it('shows numbers of the query with their bounds and default', () => {
      const limit = get.parameters!.find(({ name }) => name === 'limit');
      expect(limit?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 20 });
    });

    it('shows times as text, and lets more fields come', () => {
      const time = { type: 'string', format: 'date-time' };
      const content = post.responses['202']!['content'];
      expect(content).toEqual({
        'application/json': {
          schema: {
            type: 'object',
            properties: { at: time, next: { anyOf: [time, { type: 'null' }] } },
            required: ['at', 'next'],
          },
        },
      });
    });

    it('lists the answers it can give', () => {
      const errors = ['400', '401', '403', '404', '408', '409', '413', '415', '429', '500', '503'];
      expect(Object.keys(post.responses)).toEqual(['202', '204', ...errors]);
      expect(Object.keys(get.responses)).toEqual(['200', '400', '429', '500', '503']);
    });

    it('says which key with which scope it takes, and that it ends', () => {
      expect(post.security).toEqual([{ apiKey: ['emails:write'] }, { bearer: ['emails:write'] }]);
      expect(get.security).toEqual([]);
      expect([post.deprecated, get.deprecated]).toEqual([true, undefined]);
    });

    it('gives its variants ids of their own', () => {
      expect(paths['/v1/things/search']!['get']!.operationId).toBe('listThingsVariant1');
    });
  });

  describe('over HTTP', () => {
    let api: TestApi;

    beforeAll(async () => {
      api = await startApi({ config: { publicUrl: PUBLIC_URL } });
    });
    afterAll(() => api.close());

    it('is served without a key', async () => {
      const { status, body } = await api.call('GET', '/openapi.json');
      expect(status).toBe(200);
      expect(body).toEqual(document);
    });
  });
});
