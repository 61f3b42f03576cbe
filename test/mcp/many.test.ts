import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { call, initialize, post, startToolApi, type ToolApi } from './fixture.js';

const CLIENTS = 50;
const CALLS = 200;

let one: ToolApi;
let two: ToolApi;

beforeAll(async () => {
  one = await startToolApi();
  two = await startToolApi({ beside: one });
});
afterAll(async () => {
  await two.close();
  await one.close();
});

it('gives nobody the answer of another, though all use the same ids on two processes', async () => {
  const program = async (n: number) => {
    const { key } = await one.api.createOrg();
    const session = await initialize({ url: one.url, key });
    const foreign: string[] = [];
    for (let id = 0; id < CALLS; id++) {
      const text = `client ${n}, call ${id}`;
      const to = { ...session, url: (n + id) % 2 ? one.url : two.url };
      const { messages } = await post(to, call(id, 'echo', text));
      const expected = { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } };
      if (JSON.stringify(sorted(messages)) !== JSON.stringify(sorted([expected])))
        foreign.push(text);
    }
    return foreign;
  };

  const foreign = await Promise.all(Array.from({ length: CLIENTS }, (_, n) => program(n)));

  expect(foreign.flat()).toEqual([]);
}, 120_000);

const sorted = (messages: readonly object[]) =>
  messages.map((message) => Object.entries(message).sort(([a], [b]) => (a < b ? -1 : 1)));
