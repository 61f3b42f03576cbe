import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { classifyInboundRequest, isJSONRPCRequest } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { isPlainCall } from '../../src/mcp/plain-call.js';
import { call, initialize, post, startToolApi, type Sender, type ToolApi } from './fixture.js';

const META = { progressToken: 1 };

it.each<[string, object]>([
  ['without arguments', { params: { name: 'echo' } }],
  ['with progress', { params: { name: 'echo', arguments: {}, _meta: META } }],
  ['by a text', { id: 'a' }],
])('a call %s is plain', (_what, more) => {
  expect(isPlainCall({ ...call(1, 'echo'), ...more })).toBe(true);
});

it('what is plain the SDK takes for a request of a session, whatever else it is', () => {
  const anything = fc.anything({ maxDepth: 2, withBigInt: false });
  const nearly = <T>(right: fc.Arbitrary<T>) =>
    fc.oneof<[fc.WeightedArbitrary<unknown>, fc.Arbitrary<unknown>]>(
      { weight: 4, arbitrary: right },
      anything,
    );
  const id = fc.oneof(fc.integer(), fc.string(), fc.double());
  const named = (member: string) =>
    fc.constantFrom(member, '__proto__', 'io.modelcontextprotocol/protocolVersion', 'task');
  const meta = fc
    .tuple(named('progressToken'), nearly(id))
    .map((entry) => Object.fromEntries([entry]));
  const params = fc.record(
    {
      ...{ name: nearly(fc.string()), arguments: nearly(fc.dictionary(fc.string(), anything)) },
      ...{ _meta: nearly(meta), task: anything },
    },
    { requiredKeys: [] },
  );
  const message = fc.record(
    {
      ...{ jsonrpc: nearly(fc.constant('2.0')), id: nearly(id), params: nearly(params) },
      ...{ method: nearly(fc.constantFrom('tools/call', 'tools/list')), result: anything },
    },
    { requiredKeys: ['jsonrpc', 'id', 'method', 'params'] },
  );
  const right = fc.record({
    ...{ jsonrpc: fc.constant('2.0'), id: fc.oneof(fc.integer(), fc.string()) },
    ...{ method: fc.constant('tools/call') },
    params: fc.record(
      { name: fc.string(), arguments: fc.dictionary(fc.string(), anything), _meta: meta },
      { requiredKeys: ['name'] },
    ),
  });
  let plain = 0;
  fc.assert(
    fc.property(fc.oneof(right, message), (given) => {
      const body: unknown = JSON.parse(JSON.stringify(given));
      if (!isPlainCall(body)) return;
      plain += 1;
      expect(isJSONRPCRequest(body)).toBe(true);
      expect(classifyInboundRequest({ httpMethod: 'POST', body })).toMatchObject({
        kind: 'legacy',
      });
    }),
    { numRuns: 2_000 },
  );
  expect(plain).toBeGreaterThan(0);
});

describe('a plain call is answered as the SDK would answer it:', () => {
  let tools: ToolApi;
  let session: Sender;

  beforeAll(async () => {
    tools = await startToolApi();
    session = await initialize({ url: tools.url, key: (await tools.api.createOrg()).key });
  });
  afterAll(() => tools.close());

  it.each(['echo', 'forbidden', 'nothing'])('%s', async (name) => {
    const plain = call(7, name, 'the same');
    // What the package has to look at goes through it.
    const looked = { ...plain, params: { ...plain.params, _meta: { note: 'look' } } };
    const [one, other] = [await post(session, plain), await post(session, looked)];
    expect(isPlainCall(looked)).toBe(false);
    expect({ status: one.status, messages: one.messages }).toEqual({
      status: other.status,
      messages: other.messages,
    });
  });
});
