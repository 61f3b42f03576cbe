import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { MODEL_KEY } from '../support/model-server.js';
import { modelConfig, startModelApi, type ModelApi } from '../support/model-api.js';

let model: ModelApi;

beforeAll(async () => {
  model = await startModelApi();
});
afterEach(() => {
  model.server.script({ text: 'ready' });
  model.server.forget();
});
afterAll(() => model.close());

const config = (more: object = {}) => ({ ...modelConfig(model.server), ...more });
const newOrg = async () => {
  const { key, orgId } = await model.api.createOrg();
  const put = (body: object) => model.api.call('PUT', '/v1/ai-config', { key, body });
  const get = () => model.api.call('GET', '/v1/ai-config', { key });
  const test = () => model.api.call('POST', '/v1/ai-config/test', { key });
  return { key, orgId, put, get, test };
};

const NEVER_SET = {
  provider: 'none',
  base_url: null,
  model: null,
  embedding_model: null,
  has_api_key: false,
  features: { summary: false, category: false, ask: false, tasks: false },
  monthly_token_cap: null,
  tokens_used: 0,
  updated_at: null,
};

describe('the model of an organization', () => {
  it('is none at first', async () => {
    const org = await newOrg();
    expect((await org.get()).body).toEqual(NEVER_SET);
  });

  it('is shown without its key, which is kept sealed', async () => {
    const org = await newOrg();
    const { status, body } = await org.put(config({ monthly_token_cap: 5_000 }));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      model: 'test-model',
      has_api_key: true,
      monthly_token_cap: 5_000,
    });
    expect(JSON.stringify([body, (await org.get()).body])).not.toContain(MODEL_KEY);
    const rows = await model.api.database.query('SELECT * FROM ai_configs WHERE org_id = $1', [
      org.orgId,
    ]);
    expect(JSON.stringify(rows)).not.toContain(MODEL_KEY);
    expect(rows).toMatchObject([{ sealed_api_key: expect.any(Buffer) }]);
  });

  it('is replaced as a whole, its key aside', async () => {
    const org = await newOrg();
    await org.put(config({ embedding_model: 'vectors', monthly_token_cap: 5_000 }));
    const { provider, base_url, model: name } = config();
    const { body } = await org.put({ provider, base_url, model: name });
    expect(body).toMatchObject({
      embedding_model: null,
      monthly_token_cap: null,
      has_api_key: true,
    });
    expect(body.features).toEqual(NEVER_SET.features);
    expect((await org.test()).body.ok).toBe(true);
  });

  it('keeps a key through a time without a model, and loses it by null', async () => {
    const org = await newOrg();
    await org.put(config());
    expect((await org.put({ provider: 'none' })).body).toMatchObject({ has_api_key: true });
    const others = config({ api_key: undefined });
    expect((await org.put(others)).body).toMatchObject({ has_api_key: true });
    expect((await org.put({ ...others, api_key: null })).body).toMatchObject({
      has_api_key: false,
    });
  });

  it('never shows a key to another server than it was given for', async () => {
    const org = await newOrg();
    await org.put(config());
    const other = config({ api_key: undefined, base_url: 'https://other.example/v1' });
    const { status, body } = await org.put(other);
    expect(status).toBe(400);
    expect(body.error).toMatch(/^api_key is required/);
    expect((await org.get()).body.base_url).toBe(model.server.url);
  });

  it.each([
    [{ provider: 'openai' }, /^provider/],
    [{ base_url: undefined }, /^base_url/],
    [{ model: undefined }, /^model/],
    [{ base_url: 'http://models.example/v1' }, /^base_url must be an https address/],
    [{ base_url: 'https://10.0.0.1/v1' }, /^base_url must not be a private/],
    [{ base_url: 'https://user:secret@models.example/v1' }, /^base_url must not contain/],
    [{ base_url: 'https://models.example/v1?key=1' }, /^base_url/],
    [{ api_key: 'two\nlines' }, /^api_key/],
    [{ api_key: 'sk-…' }, /^api_key must hold printable ASCII/],
    [{ features: { summary: 'maybe' } }, /^features\.summary/],
    [{ features: { ask: 'maybe' } }, /^features\.ask/],
    [{ monthly_token_cap: -1 }, /^monthly_token_cap/],
  ])('is not %j', async (more, problem) => {
    const org = await newOrg();
    const { status, body } = await org.put(config(more));
    expect(status).toBe(400);
    expect(body.error).toMatch(problem);
    expect((await org.get()).body).toEqual(NEVER_SET);
  });

  it('is for keys with ai:manage', async () => {
    const { key } = await newOrg();
    const { body } = await model.api.call('POST', '/v1/orgs/me/api-keys', {
      key,
      body: { name: 'reader', scopes: ['emails:read'] },
    });
    const { status } = await model.api.call('GET', '/v1/ai-config', { key: body.api_key });
    expect(status).toBe(403);
  });
});

describe('a test of it', () => {
  it('is ok where a plain completion is answered, and tells what else works', async () => {
    const org = await newOrg();
    await org.put(config());
    model.server.script(({ request }) => {
      if (request.tools) return { calls: [{ name: 'get_time', arguments: {} }] };
      return { text: request.response_format ? '{"ready": true}' : 'ready' };
    });
    const { body } = await org.test();
    expect(body).toEqual({
      ...{ ok: true, error: null, answer: 'ready' },
      ...{ tools: true, json_schema: true, usage: true },
    });
    expect((await org.get()).body.tokens_used).toBe(30);
  });

  it('is ok where nothing else works', async () => {
    const org = await newOrg();
    await org.put(config());
    model.server.script(({ request }) =>
      request.tools || request.response_format ? { status: 400 } : { text: 'yes', usage: null },
    );
    const { body } = await org.test();
    expect(body).toMatchObject({ ok: true, tools: false, json_schema: false, usage: false });
  });

  it.each([
    ['429', { status: 429 }, 'The model server answered 429'],
    ['401', { status: 401 }, 'The model server answered 401'],
    ['what is no JSON', { body: '<html>' }, 'The model server does not answer as OpenAI does'],
    [
      'JSON of something else',
      { body: '{"a": 1}' },
      'The model server does not answer as OpenAI does',
    ],
    ['10 MB', { body: 'x'.repeat(10_000_000) }, 'The model does not answer: the answer has more'],
    [
      'a connection that is cut',
      { then: 'cut' as const },
      'The model does not answer: the connection',
    ],
  ])('is not ok after %s, and holds nothing of the request', async (_what, reply, error) => {
    const org = await newOrg();
    await org.put(config());
    model.server.script(reply);
    const { status, body } = await org.test();
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: false, answer: null, tools: null, json_schema: null });
    expect(body.error).toContain(error);
    expect(JSON.stringify(body)).not.toMatch(/sk-|tried out/);
  });

  it('is not ok with a wrong key', async () => {
    const org = await newOrg();
    await org.put(config({ api_key: 'sk-wrong' }));
    const { body } = await org.test();
    expect(body).toMatchObject({ ok: false, error: 'The model server answered 401' });
    expect(model.server.calls).toHaveLength(0);
  });

  it('is 400 without a model', async () => {
    const org = await newOrg();
    expect(await org.test()).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('provider') },
    });
  });

  it('is not ok once the tokens are spent, and asks nobody', async () => {
    const org = await newOrg();
    await org.put(config({ monthly_token_cap: 10 }));
    const { body } = await org.test();
    expect(body).toMatchObject({ ok: false, error: expect.stringContaining('monthly_token_cap') });
    expect(model.server.calls).toHaveLength(0);
  });
});
