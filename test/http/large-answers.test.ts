import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { operation } from '../../src/operations/operation.js';
import { until } from '../support/mail-api.js';
import { startApi, type TestApi } from '../support/start-api.js';

const MiB = 1024 * 1024;

/** What the operation answers with. */
let rows: { text: string; small?: string }[] = [];

const listThings = operation({
  name: 'listThings',
  summary: 'List things.',
  access: 'public',
  input: z.object({}),
  output: z.object({ data: z.array(z.looseObject({ text: z.string() })) }),
  http: { method: 'GET', path: '/v1/things' },
  run: async () => ({ data: rows }),
});

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ config: { catalogue: [listThings], trustedProxies: ['127.0.0.1'] } });
});
afterAll(() => api.close());

/** An answer of which nothing is read so far. */
function open(method = 'GET'): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const url = new URL('/v1/things', api.baseUrl);
    const sent = request(url, { method, agent: false }, resolve);
    sent.on('error', reject);
    sent.end();
  });
}

describe('an answer with long texts', () => {
  it.each([
    ['plain', 'x'.repeat(MiB)],
    ['with quotes and line ends', '"\\\r\n\u2028\0'.repeat(100_000)],
    ['with pairs that are cut', `x${'😀'.repeat(300_000)}`],
    ['with halves of pairs', `${'x'.repeat(64 * 1024 - 1)}\ud83d${'y\ude00'.repeat(MiB)}`],
  ])('%s is the JSON of all of it', async (_case, text) => {
    rows = [{ text: 'short', small: 'a' }, { text }, { text: text.slice(1), small: '"' }];
    const { status, headers, body } = await api.call('GET', '/v1/things');
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(body.data.length).toBe(rows.length);
    for (const [index, row] of rows.entries())
      expect(JSON.stringify(body.data[index]) === JSON.stringify(row)).toBe(true);
  });

  it('has no body for HEAD', async () => {
    rows = [{ text: 'x'.repeat(MiB) }];
    const answer = await open('HEAD');
    expect(answer.statusCode).toBe(200);
    let bytes = 0;
    for await (const piece of answer) bytes += (piece as Buffer).length;
    expect(bytes).toBe(0);
  });

  it('waits in memory for few slow readers at a time: more get 503', async () => {
    rows = [{ text: 'x'.repeat(60 * MiB) }];
    const slow = await Promise.all(Array.from({ length: 4 }, () => open()));
    expect(slow.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);

    const refused = await open();
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('5');
    rows = [{ text: 'short' }];
    expect((await api.call('GET', '/v1/things')).status).toBe(200);

    rows = [{ text: 'x'.repeat(60 * MiB) }];
    for (const answer of [...slow, refused]) answer.destroy();
    await until(async () => {
      const answer = await open();
      answer.destroy();
      return answer.statusCode === 200;
    });
  });
});
