import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { outputSchemaOf } from '../../../src/mcp/tools/json-schema.js';
import { separationOf } from '../../../src/mcp/tools/untrusted.js';
import { untrusted } from '../../../src/operations/shapes.js';

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

it('moves what is marked below untrusted, in the object that it stands in', () => {
  const { separate, hasStrangers } = separationOf(page);
  expect(hasStrangers).toBe(true);
  expect(separate({ data: [given], cursor: null })).toEqual({ data: [separated], cursor: null });
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
  const { separate, hasStrangers } = separationOf(own);
  expect(hasStrangers).toBe(false);
  expect(separate({ id: 'a', parts: [{ size: 1 }] })).toEqual({ id: 'a', parts: [{ size: 1 }] });
});
