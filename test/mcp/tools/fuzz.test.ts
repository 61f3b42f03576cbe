import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { paused, type AppError } from '../../../src/errors.js';
import type { ToolSchema } from '../../../src/mcp/tools/json-schema.js';
import { startApi, type TestApi } from '../../support/start-api.js';
import { frontEndsOf, WORLD_PARTS, type World } from '../../operations/world.js';
import { ALL_TOOLS, toolCaller, type CallTool } from './tool-caller.js';

const RUNS = 50;
// Nobody waits for what does not come.
const LEFT = AbortSignal.abort();
// There is no browser here.
const REFUSED: Readonly<Record<string, number>> = { browser_open: 503 };
// A call before it may have paused the inbox: what is sent from it then is refused.
const PAUSED = paused().message;

describe('Whatever a tool is given', () => {
  let api: TestApi;
  let world: World;
  let callTool: CallTool;

  beforeAll(async () => {
    api = await startApi({ parts: WORLD_PARTS });
    const { called, worldOf } = frontEndsOf(api);
    world = await worldOf((key) => {
      callTool = toolCaller(api, key);
      return called(key);
    });
  });
  afterAll(() => api.close());

  it.each(ALL_TOOLS.list.map(({ name }) => name))('%s answers or refuses', async (name) => {
    const ids: string[] = Object.values({ ...world.own, ...world.shared });
    const args = argumentsFor(ALL_TOOLS.find(name)!.inputs.schema, fc.constantFrom(...ids));
    const calls = fc.asyncProperty(args, async (given) => {
      const failures: AppError[] = [];
      const onRefused = (error: AppError) => void failures.push(error);
      const answer = await callTool(name, given, { onRefused, signal: LEFT });
      const isOurs = ({ status, message }: AppError) =>
        status >= 500 && status !== REFUSED[name] && message !== PAUSED;
      expect(failures.filter(isOurs)).toEqual([]);
      expect(answer.isError).toBe(failures.length > 0);
      expect(answer.text.length).toBeGreaterThan(0);
    });
    await fc.assert(calls, { numRuns: RUNS });
  });
});

/** Arguments that are right, nearly right, or anything at all. */
function argumentsFor(schema: ToolSchema, id: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const anything = fc.anything({ maxDepth: 3, withNullPrototype: true, withBigInt: false });
  const object = like(schema, id);
  const stray = fc.tuple(object, fc.dictionary(fc.string({ unit: 'binary' }), anything));
  return fc.oneof(
    { weight: 6, arbitrary: object },
    { weight: 2, arbitrary: stray.map(([given, more]) => Object.assign({}, more, given)) },
    { weight: 1, arbitrary: object.map((given) => JSON.stringify(given)) },
    { weight: 1, arbitrary: anything },
  );
}

function like(schema: ToolSchema, id: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const wrong = fc.anything({ maxDepth: 2, withBigInt: false });
  return fc.oneof({ weight: 5, arbitrary: right(schema, id) }, { weight: 1, arbitrary: wrong });
}

function right(schema: ToolSchema, id: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const { type, items = {}, minimum: min = -5, maximum: max = 5_000 } = schema;
  switch (type) {
    case 'integer':
    case 'number':
      return fc.integer({ min, max });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(like(items, id), { maxLength: 3 });
    case 'object':
      return members(schema, id);
    default:
      return schema.enum ? fc.constantFrom(...schema.enum) : text(id);
  }
}

function members(schema: ToolSchema, id: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const { properties } = schema;
  if (!properties) return fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer()));
  const fields = Object.entries(properties).map(([name, part]) => [name, like(part, id)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...(schema.required ?? [])] });
}

const text = (id: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: id },
    { weight: 1, arbitrary: fc.emailAddress() },
    { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  );
