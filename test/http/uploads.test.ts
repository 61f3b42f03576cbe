import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ByteBudget, FOR_LARGE } from '../../src/byte-budget.js';
import { createJsonThread, type JsonThread } from '../../src/http/json-thread.js';
import { operation } from '../../src/operations/operation.js';
import { until } from '../support/mail-api.js';
import { startApi, type TestApi } from '../support/start-api.js';

const MiB = 1024 * 1024;
const BODY_LIMIT = 8 * MiB;
const BUDGET = 4 * MiB;

/** Operations that are under way, and what lets them end. */
const running: (() => void)[] = [];

const thing = {
  summary: 'Tell the length of what was understood.',
  access: 'public' as const,
  input: z.object({
    text: z.string().optional(),
    deep: z.json().optional(),
    hold: z.boolean().default(false),
  }),
  output: z.object({ length: z.number(), text: z.string().optional() }),
  async run(_context: unknown, { text = '', hold }: { text?: string | undefined; hold: boolean }) {
    if (hold) await new Promise<void>((resolve) => running.push(resolve));
    return { length: text.length, ...(text.length < 100 && { text }) };
  },
};

const writeThing = operation({
  ...thing,
  name: 'writeThing',
  bodyLimit: BODY_LIMIT,
  http: { method: 'POST', path: '/v1/things' },
});

const writeSmall = operation({
  ...thing,
  name: 'writeSmall',
  http: { method: 'POST', path: '/v1/small' },
});

let api: TestApi;
let thread: JsonThread;
let readApart = 0;
const budget = new ByteBudget({ bytes: BUDGET / FOR_LARGE, sharePercent: 100 });

beforeAll(async () => {
  const worker = join(process.cwd(), 'dist/src/http/json-worker.js');
  thread = createJsonThread(pathToFileURL(worker));
  const jsonThread = {
    ...thread,
    read: (text: Parameters<JsonThread['read']>[0]) => {
      readApart++;
      return thread.read(text);
    },
  };
  const catalogue = [writeThing, writeSmall];
  const trustedProxies = ['127.0.0.1'];
  api = await startApi({ config: { catalogue, trustedProxies, budget, jsonThread } });
});
afterAll(() => api.close());
afterEach(() => until(() => budget.held === 0));

let address = 0;
// Each request comes from an address of its own, so that none uses up another's minute.
const from = () => ({ 'X-Forwarded-For': `198.51.100.${++address}` });

async function post(body: string | Buffer, headers = {}, path = '/v1/things') {
  const response = await fetch(new URL(path, api.baseUrl), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...from(), ...headers },
    body,
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as { error?: string },
  };
}

/** A request of which the rest is sent later, or never. */
class Upload {
  readonly socket: Socket;
  answer = '';
  closed = false;

  constructor(headers: Record<string, string | number>, path = '/v1/things') {
    this.socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
    this.socket.on('data', (bytes) => (this.answer += bytes.toString()));
    this.socket.on('close', () => (this.closed = true));
    this.socket.on('error', () => undefined);
    const all = { Host: 'x', 'Content-Type': 'application/json', ...from(), ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    this.socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  }

  /** As a chunk of a body whose length is not told. */
  chunk(text: string): void {
    this.socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
  }

  async status(): Promise<number> {
    await until(() => this.answer.includes('\r\n\r\n'));
    return Number(this.answer.split(' ')[1]);
  }

  end(): void {
    this.socket.destroy();
  }
}

describe('a body that would cost too much', () => {
  it('is refused for its values before it has come', async () => {
    const upload = new Upload({ 'Content-Length': 3 * MiB });
    upload.socket.write(`{"deep": [${'1,'.repeat(100_001)}`);
    expect(await upload.status()).toBe(400);
    expect(upload.answer).toContain('{"error":"The body must hold at most 100000 values"}');
    upload.end();
  });

  it.each([
    ['100,000 values', `{"deep":[${'1,'.repeat(99_997)}1]}`, 200],
    ['one more', `{"deep":[${'1,'.repeat(99_998)}1]}`, 400],
    ['100,000 empty ones', `{"deep":[${'{},'.repeat(99_997)}[]]}`, 200],
    ['a text that looks like many', JSON.stringify({ text: '{"a":[1,2],'.repeat(60_000) }), 200],
    ['a text full of quotes', JSON.stringify({ text: '",[\\'.repeat(60_000) }), 200],
    ['64 levels', `{"deep":${'['.repeat(63)}${']'.repeat(63)}}`, 200],
    ['65 levels', `{"deep":${'['.repeat(64)}${']'.repeat(64)}}`, 400],
    ['65 levels of objects', `{"deep":${'{"a":'.repeat(64)}1${'}'.repeat(64)}}`, 400],
  ])('of %s', async (_case, body, status) => {
    const reply = await post(body);
    expect(reply.status).toBe(status);
  });

  it('names the member that is nested too deeply', async () => {
    const { body } = await post(`{"text":"a","deep":${'['.repeat(70_000)}`);
    expect(body).toEqual({ error: 'deep must not be nested deeper than 64' });
  });

  it('is refused while it is unpacked, for its values as for its bytes', async () => {
    const gzip = { 'Content-Encoding': 'gzip' };
    const values = gzipSync(`{"deep":[${'1,'.repeat(3 * MiB)}1]}`);
    expect((await post(values, gzip)).body.error).toMatch(/^The body must hold at most/);
    const small = await post(gzipSync(' '.repeat(64 * MiB)), gzip, '/v1/small');
    expect(small.body).toEqual({ error: `The body must have at most ${MiB} bytes` });
  });

  it.each(['/v1/things', '/v1/small'])('of %s is 413 by its length alone', async (path) => {
    const upload = new Upload({ 'Content-Length': BODY_LIMIT + 1 }, path);
    expect(await upload.status()).toBe(413);
    upload.end();
  });
});

describe('a large body', () => {
  it('is read by a thread, to the same result', async () => {
    const before = readApart;
    const text = 'é😀"\\'.repeat(300_000);
    const { body } = await post(JSON.stringify({ text }));
    expect(body).toEqual({ length: text.length });
    expect(readApart).toBe(before + 1);
  });

  it.each([
    ['no JSON', 'x'],
    ['a number', '1'],
    ['a prototype', '{"deep": [{"__proto__": {}}]}'],
    ['no UTF-8', Buffer.from([...Buffer.from('{"text":"'), 0xff, ...Buffer.from('"}')])],
    ['half a pair', '{"text": "\\ud83d"}'],
    ['a NUL in a name', '{"deep": {"a\\u0000": 1}}'],
  ])('of %s is refused as a small one is', async (_case, body) => {
    const small = await post(body);
    const large = await post(Buffer.concat([Buffer.from(body), Buffer.alloc(MiB, ' ')]));
    expect(small.status).toBe(400);
    expect([large.status, large.body]).toEqual([small.status, small.body]);
  });

  it.each([0, MiB])('may begin with a byte order mark', async (blanks) => {
    const { body } = await post(`\ufeff{"text":"a","text":"b"}${' '.repeat(blanks)}`);
    expect(body).toEqual({ length: 1, text: 'b' });
  });

  it('may come in small chunks', async () => {
    const upload = new Upload({ 'Transfer-Encoding': 'chunked' });
    for (const piece of ['{"te', 'xt":"\\', '"', 'x'.repeat(MiB), '"', '}']) upload.chunk(piece);
    upload.chunk('');
    expect(await upload.status()).toBe(200);
    expect(upload.answer).toContain(`{"length":${MiB + 1}}`);
    upload.end();
  });
});

describe('the budget', () => {
  it('answers 503 before the body has come when its length is not left', async () => {
    const first = new Upload({ 'Content-Length': 3 * MiB });
    await until(() => budget.held === 3 * MiB);
    const second = new Upload({ 'Content-Length': 2 * MiB });
    expect(await second.status()).toBe(503);
    expect(second.answer).toMatch(/\r\nRetry-After: \d+\r\n/);
    expect((await post('{"text":"a"}')).status).toBe(200);
    first.end();
    second.end();
  });

  it('is taken by what has come when the length is not told', async () => {
    const upload = new Upload({ 'Transfer-Encoding': 'chunked' });
    upload.chunk(`{"text":"${'x'.repeat(MiB)}`);
    await until(() => budget.held >= MiB);
    expect(budget.held).toBeLessThan(2 * MiB);
    upload.chunk('x'.repeat(BUDGET));
    expect(await upload.status()).toBe(503);
    upload.end();
  });

  it('counts what a compressed body unpacks to', async () => {
    const body = gzipSync(`{"text":"${'x'.repeat(BUDGET + MiB)}"}`);
    expect((await post(body, { 'Content-Encoding': 'gzip' })).status).toBe(503);
  });

  it('gets back what a body took when its request has ended, also without its client', async () => {
    const body = `{"hold":true,"text":"${'x'.repeat(2 * MiB)}"}`;
    const upload = new Upload({ 'Content-Length': body.length });
    upload.socket.write(body);
    await until(() => running.length === 1);
    upload.end();
    await once(upload.socket, 'close');
    expect(budget.held).toBe(body.length);
    running.pop()!();
    await until(() => budget.held === 0);
  });

  it('gets back what was refused', async () => {
    const { status } = await post(`{"text":1,"deep":"${'x'.repeat(2 * MiB)}"}`);
    expect(status).toBe(400);
    expect(budget.held).toBe(0);
  });
});

it('a body that stalls is 408, and its connection is closed', async () => {
  const upload = new Upload({ 'Content-Length': 2 * MiB });
  const drip = setInterval(() => upload.socket.write(' '), 200);
  expect(await upload.status()).toBe(408);
  await until(() => upload.closed);
  clearInterval(drip);
});
