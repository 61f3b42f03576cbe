import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  call,
  initialize,
  post,
  startToolApi,
  type Posted,
  type Sender,
  type ToolApi,
} from './fixture.js';

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
  const sessions: Sender[] = [];
  // One after the other: where all is slow, fifty at once wait for a connection for too long.
  while (sessions.length < CLIENTS) {
    const { key } = await one.api.createOrg();
    sessions.push(await initialize({ url: one.url, key }));
  }
  const program = async (session: Sender, n: number) => {
    const foreign: string[] = [];
    for (let id = 0; id < CALLS; id++) {
      const text = `client ${n}, call ${id}`;
      const to = { ...session, url: (n + id) % 2 ? one.url : two.url };
      const { messages } = await answered(to, call(id, 'echo', text));
      const expected = { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } };
      if (JSON.stringify(sorted(messages)) !== JSON.stringify(sorted([expected])))
        foreign.push(text);
    }
    return foreign;
  };

  const foreign = await Promise.all(sessions.map(program));

  expect(foreign.flat()).toEqual([]);
});

/** An answer, once storage is there for it. */
async function answered(to: Sender, body: object): Promise<Posted> {
  const answer = await post(to, body);
  return answer.status === 503 ? answered(to, body) : answer;
}

const sorted = (messages: readonly object[]) =>
  messages.map((message) => Object.entries(message).sort(([a], [b]) => (a < b ? -1 : 1)));
