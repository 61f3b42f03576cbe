import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { call, headersOf, initialize, post, startToolApi, type ToolApi } from './fixture.js';

let tools: ToolApi;
let sender: Awaited<ReturnType<typeof initialize>>;

beforeAll(async () => {
  tools = await startToolApi();
  const { key } = await tools.api.createOrg();
  sender = await initialize({ url: tools.url, key });
});
afterAll(() => tools.close());

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

it.each([
  ['toolset=short', 'toolset', 4],
  ['toolsets=short&a%20b=1&readonly=true', 'a_b, readonly', 1],
  ['toolsets=short&read_only=true', null, 1],
])('names what of ?%s means nothing', async (query, ignored, count) => {
  const at = { ...sender, url: `${sender.url}?${query}` };
  const answers = [await post(at, LIST), await post(at, call(2, 'echo'))];

  expect(answers.map(({ headers }) => headers.get('X-Ignored-Parameters'))).toEqual([
    ignored,
    ignored,
  ]);
  expect(answers[0]!.messages[0].result.tools).toHaveLength(count);
});

it.each(['toolsets[]=short', 'toolsets=default&toolsets=short', 'other=1&other=2', 'toolsets=%00'])(
  'refuses ?%s',
  async (query) => {
    const at = { ...sender, url: `${sender.url}?${query}` };
    const { status, messages } = await post(at, LIST);
    const deleted = await fetch(at.url, { method: 'DELETE', headers: headersOf(at) });

    expect([status, messages]).toEqual([
      400,
      [{ jsonrpc: '2.0', id: 1, error: { code: -32000, message: expect.any(String) } }],
    ]);
    expect(deleted.status).toBe(400);
  },
);
