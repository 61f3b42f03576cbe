import { z } from 'zod';
import { operation } from '../../src/operations/operation.js';
import { flag, whole } from '../../src/operations/shapes.js';

// Operations that do nothing but answer what they were given.

/** Bytes of the body of `writeThing`. */
export const BODY_LIMIT = 50_000;

export const readThing = operation({
  name: 'readThing',
  summary: 'Give back what was understood.',
  access: 'public',
  input: z.object({
    id: z.string(),
    text: z.string().max(10).optional(),
    count: whole(1, 9).default(1),
    loud: flag.optional(),
    preference: z.string().min(1).optional(),
  }),
  output: z.looseObject({}),
  headers: { preference: 'Prefer' },
  http: { method: 'GET', path: '/v1/things/:id' },
  run: async (_context, input) => input,
});

export const writeThing = operation({
  name: 'writeThing',
  summary: 'Give back what was understood.',
  access: 'public',
  input: z.object({
    text: z.string().optional(),
    to: z.union([z.string(), z.array(z.object({ address: z.email() }))]).optional(),
    kind: z.enum(['a', 'b']).optional(),
    metadata: z.record(z.string(), z.json()).optional(),
  }),
  output: z.looseObject({}),
  bodyLimit: BODY_LIMIT,
  http: { method: 'POST', path: '/v1/things' },
  run: async (_context, input) => input,
});

export const breakThing = operation({
  name: 'breakThing',
  summary: 'Fail with words that are not for clients.',
  access: 'public',
  input: z.object({}),
  output: z.object({}),
  http: { method: 'GET', path: '/v1/broken' },
  run: async () => {
    throw new Error('secret of the house');
  },
});

export const literal = operation({
  name: 'literal',
  summary: 'Stand where an id could.',
  access: 'public',
  input: z.object({}),
  output: z.object({ literal: z.literal(true) }),
  http: { method: 'GET', path: '/v1/things/literal' },
  run: async () => ({ literal: true as const }),
});
