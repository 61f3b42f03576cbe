import { z } from 'zod';
import {
  Answer,
  operation,
  operationWith,
  type AnyOperation,
} from '../../src/operations/operation.js';
import { timestamp } from '../../src/operations/shapes.js';

// Checked by the compiler, never run.

const base = { summary: 's', access: 'emails:read', input: z.object({ id: z.string() }) } as const;

operation({
  ...base,
  name: 'wrongOutput',
  output: z.object({ count: z.number() }),
  // @ts-expect-error the result must match the output schema
  run: async () => ({ count: '1' }),
});

operation({
  ...base,
  name: 'wrongAnswer',
  output: z.object({ count: z.number() }),
  // @ts-expect-error the value of an Answer must match the output schema
  run: async () => new Answer({ count: '1' }, 202),
});

operation({
  ...base,
  name: 'missingValue',
  output: z.object({ count: z.number() }),
  // @ts-expect-error undefined is for outputs that admit it, or for an Answer
  run: async () => undefined,
});

operation({
  ...base,
  name: 'unknownScope',
  // @ts-expect-error an access is one of the scopes
  access: 'emails:reed',
  output: z.undefined(),
  run: async () => undefined,
});

operation({
  ...base,
  name: 'relativePath',
  output: z.undefined(),
  // @ts-expect-error a path starts with a slash
  http: { method: 'GET', path: 'v1/things' },
  run: async () => undefined,
});

operation({
  ...base,
  name: 'unknownField',
  output: z.object({ id: z.string() }),
  // @ts-expect-error the input has only the fields of its schema
  run: async (_context, input) => ({ id: input.identifier }),
});

// @ts-expect-error what answers with bytes returns them
operation({ ...base, name: 'wrongBytes', answers: 'bytes', run: async () => ({ count: 1 }) });

interface Needed {
  readonly things: { count(): Promise<number> };
}

const needing = operationWith<Needed>()({
  ...base,
  name: 'needing',
  output: z.object({ count: z.number() }),
  run: async ({ services }) => ({ count: await services.things.count() }),
});

/** Services of which one is not what the operation asks for. */
interface Given {
  readonly things: { count(): Promise<string> };
  readonly others: object;
}

// @ts-expect-error a catalogue takes operations whose services there are
export const unserved: readonly AnyOperation<Given>[] = [needing];

// What must compile: dates go in, text goes out, and a catalogue takes any of them.
const dated = operation({
  ...base,
  name: 'dated',
  output: z.object({ at: timestamp }).optional(),
  run: async (_context, { id }) => (id ? { at: new Date() } : new Answer(undefined, 204)),
});

/** A catalogue of operations with different types. */
export const catalogue: readonly AnyOperation<Needed>[] = [dated, needing];
