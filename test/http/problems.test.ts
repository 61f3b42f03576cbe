import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { firstProblem, predicateOf } from '../../src/operations/problems.js';

describe('what is wrong with a field', () => {
  it.each([
    [z.string(), undefined, 'field is required'],
    [z.string(), 1, 'field must be a string'],
    [z.string(), null, 'field must be a string'],
    [z.int(), 1.5, 'field must be a whole number'],
    [z.boolean(), 'x', 'field must be true or false'],
    [z.array(z.string()), {}, 'field must be an array'],
    [z.object({}), [], 'field must be an object'],
    [z.record(z.string(), z.string()), 'x', 'field must be an object'],
    [z.string().min(1), '', 'field must not be empty'],
    [z.string().min(3), 'x', 'field must have at least 3 characters'],
    [z.array(z.string()).max(1), ['a', 'b'], 'field must have at most 1 items'],
    [z.number().min(2), 1, 'field must be at least 2'],
    [z.number().gt(2), 2, 'field must be more than 2'],
    [z.number().max(2), 3, 'field must be at most 2'],
    [z.number().lt(2), 2, 'field must be less than 2'],
    [z.number().multipleOf(5), 3, 'field must be a multiple of 5'],
    [z.literal('a'), 'b', 'field must be a'],
    [z.enum(['a', 'b']), undefined, 'field is required'],
    [z.email(), 'x', 'field must be an email address'],
    [z.string().regex(/^a$/), 'b', 'field has the wrong form'],
    [z.strictObject({}), { a: 1 }, 'field must not have a'],
    [z.union([z.string(), z.number()]), true, 'field must be a string or a number'],
    [z.union([z.string(), z.number()]), undefined, 'field is required'],
    [z.string('must be told'), 1, 'field must be told'],
    [z.string('must be told'), undefined, 'field is required'],
    [z.string().refine(() => false), 'a', 'field is not valid'],
    [z.string().refine(() => false, 'is taken'), 'a', 'field is taken'],
    [
      z.object({ in: z.array(z.object({ a: z.string() })) }),
      { in: [{}] },
      'field.in[0].a is required',
    ],
  ])('%# is one sentence that names it', (schema, value, problem) => {
    const input = { field: value };
    const result = z.object({ field: schema }).safeParse(input, { error: predicateOf });
    expect(firstProblem(result.error!, input)).toBe(problem);
  });

  it('keeps a sentence about all fields as it is', () => {
    const schema = z.object({}).refine(() => false, 'text or html is required');
    expect(firstProblem(schema.safeParse({}).error!, {})).toBe('text or html is required');
  });
});
