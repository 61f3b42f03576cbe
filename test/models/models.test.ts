import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import type { EgressOptions } from '../../src/egress/egress.js';
import { newId } from '../../src/ids.js';
import type { ModelRequest } from '../../src/models/messages.js';
import { ModelError } from '../../src/models/model-error.js';
import { Models } from '../../src/models/models.js';
import type { ModelSettings } from '../../src/models/settings.js';
import { closeAll, makeCertificate, testEgress, type Certificate } from '../egress/fixture.js';
import { LOOPBACK } from '../outbound/fixture.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { MODEL_KEY, startModelServer, type ModelServer } from '../support/model-server.js';

let certificate: Certificate;
let test: TestDatabase;
let server: ModelServer;
let models: Models;
let settings: ModelSettings;

// Milliseconds: twelve handshakes at once take a while on a busy machine.
const PATIENT = { connect: 20_000 };

const modelsWith = (egress: Partial<EgressOptions> = {}) => {
  const way = { allow: LOOPBACK, authorities: certificate.cert, timeouts: PATIENT };
  const { fetch } = testEgress({ ...way, ...egress });
  const vault = { open: async () => MODEL_KEY };
  return new Models({ database: test.database, vault, fetch });
};

beforeAll(async () => {
  certificate = await makeCertificate('localhost');
  test = await createTestDatabase();
  server = await startModelServer(certificate);
  models = modelsWith();
});
beforeEach(() => {
  settings = {
    ...{ orgId: newId('org'), baseUrl: server.url, model: 'test-model', apiKey: MODEL_KEY },
    ...{ embeddingModel: 'vectors', features: ['ask'], monthlyTokenCap: null },
  };
});
afterEach(() => {
  server.script({ text: 'ready' });
  server.forget();
});
afterAll(async () => {
  await test.drop();
  await server.close();
  await closeAll();
});

const SECRET = 'the words of the mail';
const REQUEST: ModelRequest = {
  system: 'Say something.',
  messages: [{ role: 'user', text: SECRET }],
  maxOutputTokens: 100,
};
const used = async () => {
  const [row] = await test.database.query<{ tokens: number }>(
    'SELECT tokens::float8 AS tokens FROM ai_usage WHERE org_id = $1',
    [settings.orgId],
  );
  return row?.tokens ?? 0;
};
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error as ModelError,
  );

describe('the server of the tests', () => {
  const client = () => {
    const { fetch } = testEgress({ allow: LOOPBACK, authorities: certificate.cert });
    return new OpenAI({ baseURL: server.url, apiKey: MODEL_KEY, maxRetries: 0, fetch });
  };

  it('speaks as the client of OpenAI expects', async () => {
    server.script({
      text: 'hello',
      calls: [{ name: 'look', arguments: { at: 'mail' } }],
      usage: 7,
    });
    const { choices, usage } = await client().chat.completions.create({
      model: 'test-model',
      messages: [{ role: 'user', content: 'hello?' }],
    });
    expect(choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: 'hello',
        tool_calls: [{ type: 'function', function: { name: 'look', arguments: '{"at":"mail"}' } }],
      },
    });
    expect(usage?.total_tokens).toBe(7);
  });

  it('gives vectors, and refuses as OpenAI does', async () => {
    server.embed(() => [1, 0]);
    const { data } = await client().embeddings.create({
      ...{ model: 'vectors', input: ['one', 'two'] },
      encoding_format: 'float',
    });
    expect(data.map(({ embedding }) => embedding)).toEqual([
      [1, 0],
      [1, 0],
    ]);
    server.script({ status: 429 });
    const completion = { model: 'm', messages: [{ role: 'user' as const, content: 'x' }] };
    const refused = client().chat.completions.create(completion);
    await expect(refused).rejects.toBeInstanceOf(OpenAI.RateLimitError);
  });
});

describe('a model that is asked', () => {
  it('is given the conversation, the tools and the key', async () => {
    server.script({ text: 'two', calls: [{ name: 'look', arguments: { at: 1 } }] });
    const answer = await models.ask(settings, {
      system: 'Say something.',
      messages: [
        { role: 'user', text: 'one' },
        { role: 'assistant', text: '', calls: [{ id: 'c1', name: 'look', arguments: { at: 0 } }] },
        { role: 'tool', id: 'c1', name: 'look', result: 'nothing there' },
      ],
      tools: [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }],
      maxOutputTokens: 50,
      idempotencyKey: 'task_1:1',
    });
    expect(answer).toEqual({
      text: 'two',
      calls: [{ id: 'call_0', name: 'look', arguments: { at: 1 } }],
      tokens: 10,
    });
    const [{ headers, request }] = server.calls as [(typeof server.calls)[0]];
    expect(headers['idempotency-key']).toBe('task_1:1');
    expect(request).toMatchObject({
      model: 'test-model',
      max_tokens: 50,
      messages: [
        { role: 'system', content: 'Say something.' },
        { role: 'user', content: 'one' },
        { role: 'assistant', tool_calls: [{ id: 'c1', function: { arguments: '{"at":0}' } }] },
        { role: 'tool', tool_call_id: 'c1', content: 'nothing there' },
      ],
      tools: [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }],
    });
  });

  it.each([
    ['refuses', { status: 401 }, 'refused', false],
    ['has had enough', { status: 429 }, 'away', false],
    ['is broken', { status: 500 }, 'away', false],
    ['is cut off', { then: 'cut' as const }, 'away', true],
    ['says too much', { body: 'x'.repeat(10_000_000) }, 'away', true],
    ['says something else', { body: '[]' }, 'unusable', true],
  ])(
    'and %s is asked once, and told of without the request',
    async (_what, reply, problem, cost) => {
      server.script(reply);
      const error = await failure(models.ask(settings, REQUEST));
      expect(error).toBeInstanceOf(ModelError);
      expect(error).toMatchObject({ problem, mayHaveCost: cost });
      expect(server.calls).toHaveLength(1);
      const told = JSON.stringify([error, error!.stack, error!.cause, Object.entries(error!)]);
      expect(told).not.toContain(SECRET);
      expect(told).not.toContain(MODEL_KEY);
      expect((await used()) > 0).toBe(cost);
    },
  );

  it('and hangs is given up', async () => {
    server.script({ then: 'hang' });
    const error = await failure(modelsWith({ timeouts: { fetch: 2_000 } }).ask(settings, REQUEST));
    expect(error).toMatchObject({ problem: 'away', message: expect.stringContaining('timed out') });
    expect(await used()).toBeGreaterThan(0);
  });

  it('costs nothing where nobody listens', async () => {
    const gone = { ...settings, baseUrl: 'https://127.0.0.1:1/v1' };
    expect(await failure(models.ask(gone, REQUEST))).toMatchObject({ problem: 'away' });
    expect(await used()).toBe(0);
  });

  it('is never one of the network inside', async () => {
    const error = await failure(modelsWith({ allow: [] }).ask(settings, REQUEST));
    expect(error).toMatchObject({
      problem: 'refused',
      message: expect.stringContaining('base_url'),
    });
    expect(server.calls).toHaveLength(0);
  });
});

describe('an answer in JSON', () => {
  const form = {
    schema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
    read: async (value: unknown) => {
      const { n } = (value ?? {}) as { n?: unknown };
      return typeof n === 'number' ? { value: n } : { problem: 'n is no number' };
    },
  };

  it.each([
    ['alone', '{"n": 1}'],
    ['within a fence', 'Sure:\n```json\n{"n": 1}\n```\nThere you are.'],
    ['with words around it', 'It is {"n": 1}.'],
  ])('is read %s', async (_how, text) => {
    server.script({ text });
    expect(await models.askForJson(settings, REQUEST, form)).toBe(1);
    expect(server.calls).toHaveLength(1);
    expect(server.calls[0]!.request.response_format).toMatchObject({ type: 'json_schema' });
  });

  it('that does not fit is repaired once', async () => {
    server.script((_call, turn) => ({ text: turn === 1 ? '{"n": "one"' : '{"n": 1}' }));
    expect(await models.askForJson(settings, REQUEST, form)).toBe(1);
    const { messages } = server.calls[1]!.request;
    expect(JSON.stringify(messages.slice(-2))).toContain('n is no number');
  });

  it('that never fits is given up after the second', async () => {
    server.script({ text: 'no' });
    const error = await failure(models.askForJson(settings, REQUEST, form));
    expect(error).toMatchObject({ problem: 'unusable' });
    expect(server.calls).toHaveLength(2);
  });

  it('is asked for without a schema where the server knows none', async () => {
    server.script(({ request }) =>
      request.response_format ? { status: 400 } : { text: '{"n": 1}' },
    );
    expect(await models.askForJson(settings, REQUEST, form)).toBe(1);
  });
});

describe('the tokens of a month', () => {
  it('are never more than the cap, however many ask at once', async () => {
    const cap = 1_500;
    server.script({ text: 'ready', usage: 150 });
    const all = Array.from({ length: 12 }, () =>
      failure(models.ask({ ...settings, monthlyTokenCap: cap }, REQUEST)),
    );
    const failed = (await Promise.all(all)).filter((error) => error !== null);
    expect(failed.every(({ problem }) => problem === 'spent')).toBe(true);
    expect(server.calls.length + failed.length).toBe(12);
    expect(failed.length).toBeGreaterThan(0);
    expect(await used()).toBe(server.calls.length * 150);
    expect(await used()).toBeLessThanOrEqual(cap);
  });

  it('count as many as a call can cost while it is not known what it did', async () => {
    server.script({ text: 'ready', usage: null });
    await models.ask(settings, REQUEST);
    expect(await used()).toBeGreaterThan(REQUEST.maxOutputTokens);
  });

  it('of another month do not count', async () => {
    await test.database.query(`INSERT INTO ai_usage VALUES ($1, '2020-01-01', 1000000)`, [
      settings.orgId,
    ]);
    await models.ask({ ...settings, monthlyTokenCap: 1_000 }, REQUEST);
    expect(server.calls).toHaveLength(1);
  });
});

describe('vectors', () => {
  it('say how near texts are', async () => {
    server.embed((text) => (text.includes('cat') ? [1, 0] : [0, 1]));
    const near = await models.nearness(settings, ['a cat', 'the cat', 'a dog']);
    expect(near).toEqual([1, 0]);
  });

  it('are not asked for without a model for them', async () => {
    const none = { ...settings, embeddingModel: null };
    expect(await models.nearness(none, ['a cat', 'the cat'])).toBeNull();
    expect(server.embedded).toHaveLength(0);
  });
});
