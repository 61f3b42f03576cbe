import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { outputSchemaOf } from '../../../src/mcp/tools/json-schema.js';
import { separated as separatedJson, separationOf } from '../../../src/mcp/tools/untrusted.js';
import { untrusted } from '../../../src/operations/shapes.js';
import { apart } from './apart.js';

const file = z.object({ id: z.string(), name: untrusted(z.string().nullable()) });
const mail = z.object({
  id: z.string(),
  subject: untrusted(z.string()),
  note: untrusted(z.string()).optional(),
  files: z.array(file),
  first: file.nullable(),
  plain: z.object({ size: z.number() }),
  either: z.union([file, z.array(file)]),
});
const page = z.object({ data: z.array(mail), cursor: z.string().nullable() });

const given = {
  id: 'eml_1',
  subject: 'Do this',
  files: [{ id: 'att_1', name: 'that' }],
  first: null,
  plain: { size: 1 },
  either: [{ id: 'att_2', name: 'these' }],
};
const separated = {
  id: 'eml_1',
  files: [{ id: 'att_1', untrusted: { name: 'that' } }],
  first: null,
  plain: { size: 1 },
  either: [{ id: 'att_2', untrusted: { name: 'these' } }],
  untrusted: { subject: 'Do this' },
};

const separate = (schema: z.ZodType, value: unknown): unknown =>
  JSON.parse(separatedJson(separationOf(schema), JSON.stringify(value)));

it('moves what is marked below untrusted, in the object that it stands in', () => {
  expect(separationOf(page).separate).not.toBeNull();
  expect(separate(page, { data: [given], cursor: null })).toEqual({
    data: [separated],
    cursor: null,
  });
});

it('describes the answer as it is then', () => {
  const { properties } = outputSchemaOf(separationOf(mail).schema);
  expect(Object.keys(properties!)).toEqual([
    ...['id', 'files', 'first', 'plain', 'either', 'untrusted'],
  ]);
  expect(properties!['untrusted']).toMatchObject({
    properties: { subject: { type: 'string' }, note: { type: 'string' } },
    required: ['subject'],
  });
  expect(properties!['first']).toMatchObject({ type: ['object', 'null'] });
});

it('leaves what has no marks as it is', () => {
  const own = z.object({ id: z.string(), parts: z.array(z.object({ size: z.number() })) });
  expect(separationOf(own).separate).toBeNull();
  expect(separate(own, { id: 'a', parts: [{ size: 1 }] })).toEqual({
    id: 'a',
    parts: [{ size: 1 }],
  });
});

it('leaves out what no schema names', () => {
  expect(separate(file, { secret: { deep: ['"}'] }, id: 'a', more: 1, name: 'b' })).toEqual({
    id: 'a',
    untrusted: { name: 'b' },
  });
});

it('takes nothing that stands in a text for JSON, and writes what JSON.stringify writes', () => {
  const anything = untrusted(z.unknown());
  const nested = z.object({ own: z.unknown(), strange: anything });
  const schema = z.object({
    ...{
      first: z.unknown(),
      strange: anything,
      second: z.unknown(),
      missing: z.string().optional(),
    },
    ...{ nested: nested.nullable(), list: z.array(nested), last: anything, end: z.unknown() },
  });
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('"', '\\', '\\"', '"},{"', '],['),
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(text, fc.double(), fc.boolean(), fc.constant(null), tie('list'), tie('object')),
    list: fc.array(tie('any'), { maxLength: 3 }),
    object: fc.dictionary(text, tie('any'), { maxKeys: 3 }),
  })).any;
  const parts = fc.record({ own: value, strange: value });
  const given = fc.record({
    ...{ first: value, strange: value, second: value },
    ...{
      nested: fc.option(parts),
      list: fc.array(parts, { maxLength: 3 }),
      last: value,
      end: value,
    },
  });
  fc.assert(
    fc.property(given, (whole) => {
      const json = JSON.stringify(whole);
      const expected = JSON.stringify(apart(schema, JSON.parse(json)));
      expect(separatedJson(separationOf(schema), json)).toBe(expected);
    }),
    { numRuns: 300 },
  );
});

it.each([200_000, 500_000, 5_000_000])('takes %i quotes and escapes in a text', (length) => {
  const message = z.object({
    ...{ id: z.string(), size: z.number(), subject: untrusted(z.string()) },
    ...{ to: untrusted(z.array(z.string())), cc: untrusted(z.array(z.string())) },
  });
  const text = '"\n'.repeat(length / 2);
  const strange = { subject: text, to: [text, ']'], cc: ['['] };
  expect(separate(message, { id: 'a', size: 1, ...strange })).toEqual({
    ...{ id: 'a', size: 1, untrusted: strange },
  });
});

it.each(['{"id":"a', '{"id":[', '{"name":{"a":1', '{"id":1'])(
  'refuses %s, which is no JSON',
  (broken) => {
    expect(() => separatedJson(separationOf(file), broken)).toThrow('This is no JSON');
  },
);

it.each<[string, (schema: z.ZodString) => z.ZodType]>([
  ['a description', (schema) => untrusted(schema).describe('What it says.')],
  ['something else told of it', (schema) => untrusted(schema).meta({ examples: ['Do this'] })],
  ['a check', (schema) => untrusted(schema).max(10)],
  ['a description, and may be null', (schema) => untrusted(schema).describe('It.').nullable()],
])('knows what is marked again behind %s', (_what, made) => {
  const schema = z.object({ said: made(z.string()) });

  expect(separate(schema, { said: 'Do this' })).toEqual({ untrusted: { said: 'Do this' } });
});
