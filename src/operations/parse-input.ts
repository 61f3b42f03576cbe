import type { z } from 'zod';
import { invalid } from '../errors.js';
import type { AnyOperation } from './operation.js';
import { firstProblem, predicateOf } from './problems.js';
import { unknownMembers } from './unknown-members.js';

/** What a call gives, by the names of the operation's fields; what is undefined is not given. */
export type GivenFields = Readonly<Record<string, unknown>>;

/** A checked input and the names that were given but mean nothing here. */
export interface ParsedInput {
  readonly input: z.output<z.ZodObject>;
  readonly ignored: readonly string[];
}

const PREDICATES = { error: predicateOf };

/** Turns fields into the operation's input. @throws AppError 400 that names the field and what it must be */
export function parseInput(
  { input, headers = {} }: Pick<AnyOperation, 'input' | 'headers'>,
  fields: GivenFields,
): ParsedInput {
  const result = input.safeParse(fields, PREDICATES);
  if (!result.success) throw invalid(firstProblem(result.error, fields, headers));
  return { input: result.data, ignored: unknownMembers(input, fields) };
}
