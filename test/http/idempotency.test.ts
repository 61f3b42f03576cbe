import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { anonymous } from '../../src/auth/authenticate.js';
import { AppError } from '../../src/errors.js';
import { IdempotentAnswers } from '../../src/operations/idempotency.js';
import { Answer, operation } from '../../src/operations/operation.js';
import { apiKeyOperations } from '../../src/resources/api-keys/operations.js';
import { startApi, type TestApi } from '../support/start-api.js';

const TAGS = { a: '1', b: '2' };
const runs: string[] = [];
let gate: Promise<void> = Promise.resolve();

const tags = z.record(z.string(), z.string());

const createThing = operation({
  name: 'createThing',
  summary: 'Create a thing, when the gate opens.',
  access: 'emails:send',
  input: z.object({ name: z.string(), size: z.int().default(1), tags: tags.optional() }),
  output: z.object({ run: z.int(), secret: z.string() }).optional(),
  http: {
    method: 'POST',
    path: '/v1/things',
    status: 201,
    variants: [{ method: 'POST', path: '/v1/other-things', status: 201 }],
  },
  creates: true,
  async run(_context, { name }) {
    const run = runs.push(name);
    await gate;
    if (name === 'taken') throw new AppError(409, 'Name is taken');
    if (name === 'broken') throw new Error('bug');
    if (name === 'empty') return new Answer(undefined, 204);
    return { run, secret: 'whsec_hush' };
  },
});

describe('Idempotency-Key', () => {
  let one: TestApi;
  let other: TestApi;
  let key: string;
  let orgId: string;

  beforeAll(async () => {
    const config = { catalogue: [createThing, ...apiKeyOperations] };
    one = await startApi({ config });
    other = await startApi({ config, beside: one });
  });
  afterAll(async () => {
    await other.close();
    await one.close();
  });
  beforeEach(async () => {
    runs.splice(0);
    gate = Promise.resolve();
    ({ key, orgId } = await one.createOrg());
  });

  const create = (name: string, idempotencyKey: string, { api = one, by = key } = {}) =>
    api.call('POST', '/v1/things', {
      key: by,
      body: { name },
      headers: { 'Idempotency-Key': idempotencyKey },
    });

  it('gives the same answer again, from every process, and runs once', async () => {
    const first = await create('a', 'k');
    const again = await create('a', 'k', { api: other });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual({ run: 1, secret: 'whsec_hush' });
    expect(again.headers.get('Content-Type')).toBe(first.headers.get('Content-Type'));
    expect(runs).toEqual(['a']);
  });

  it('keeps an empty answer too', async () => {
    await create('empty', 'k');
    const again = await create('empty', 'k');
    expect([again.status, again.body]).toEqual([204, null]);
    expect(runs).toEqual(['empty']);
  });

  it('runs each time without the header', async () => {
    const sent = { key, body: { name: 'a' } };
    await one.call('POST', '/v1/things', sent);
    await one.call('POST', '/v1/things', sent);
    expect(runs).toEqual(['a', 'a']);
  });

  it('answers 409 to another body', async () => {
    await create('a', 'k');
    const { status, body } = await create('b', 'k');
    expect(status).toBe(409);
    expect(body.error).toContain('another request');
    expect(runs).toEqual(['a']);
  });

  it.each([
    ['in another order', '/v1/things', '{"tags":{"b":"2","a":"1"},"name":"a"}'],
    ['with a default spelled out', '/v1/things', { name: 'a', tags: TAGS, size: 1 }],
    ['with something that means nothing', '/v1/things', { name: 'a', tags: TAGS, sise: 2 }],
    ['at another spelling of the operation', '/v1/other-things', { name: 'a', tags: TAGS }],
  ])('takes what is given %s for the same request', async (_case, path, body) => {
    const headers = { 'Idempotency-Key': 'k' };
    const first = { key, body: { name: 'a', tags: TAGS }, headers };
    await one.call('POST', '/v1/things', first);
    expect((await one.call('POST', path, { key, body, headers })).status).toBe(201);
    expect(runs).toEqual(['a']);
  });

  it('keeps no hash that a guess could be tried on', async () => {
    await create('a', 'k');
    const [before] = await hashes();
    await create('a', 'other');
    const hashKey = Buffer.alloc(32, 1);
    const parts = { database: one.database, largeDatabase: one.database, vault: one.vault };
    const elsewhere = new IdempotentAnswers({ ...parts, hashKey });
    const request = { key: 'third', operation: 'createThing', input: { name: 'a', size: 1 } };
    const caller = { ...anonymous(''), orgId, scopes: null, allowedInboxIds: null };
    const run = async () => ({ status: 204, value: undefined, headers: {} });
    await elsewhere.once(caller, request, { run, inOneTransaction: false, isLarge: false });
    const all = await hashes();
    expect(all.filter((hash) => hash === before)).toHaveLength(2);
    expect(all).toHaveLength(3);
  });

  const hashes = async () =>
    (
      await one.database.query<{ hash: string }>(
        `SELECT encode(request_hash, 'hex') AS hash FROM idempotent_answers WHERE org_id = $1`,
        [orgId],
      )
    ).map(({ hash }) => hash);

  it('answers 409 on another path', async () => {
    await create('a', 'k');
    const headers = { 'Idempotency-Key': 'k' };
    const sent = { key, body: { name: 'a' }, headers };
    expect((await one.call('POST', '/v1/orgs/me/api-keys', sent)).status).toBe(409);
  });

  it('runs once when two processes get the same key at the same time', async () => {
    let open: () => void = () => undefined;
    gate = new Promise((resolve) => (open = resolve));
    let refused = 0;
    const sent = Array.from({ length: 20 }, async (_, index) => {
      const reply = await create('a', 'k', { api: index % 2 ? one : other });
      if (reply.status === 409 && ++refused === 19) open();
      return reply;
    });
    const replies = await Promise.all(sent);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    const errors = new Set(replies.map(({ body }) => (body as { error?: string }).error));
    expect(errors).toEqual(new Set([undefined, expect.stringContaining('still running')]));
    expect(runs).toEqual(['a']);
  });

  it.each([
    ['a body that is refused', { name: 1 }, 400],
    ['a conflict', { name: 'taken' }, 409],
    ['a bug', { name: 'broken' }, 500],
  ])('is not used up by %s', async (_case, body, status) => {
    const sent = { key, body, headers: { 'Idempotency-Key': 'k' } };
    expect((await one.call('POST', '/v1/things', sent)).status).toBe(status);
    expect((await create('good', 'k')).status).toBe(201);
  });

  it('is free again when the process that held it died a minute ago', async () => {
    await create('a', 'k');
    await one.database.query(
      `UPDATE idempotent_answers SET status = NULL, sealed_answer = NULL, running_until = now()`,
    );
    expect((await create('b', 'k')).body).toEqual({ run: 2, secret: 'whsec_hush' });
  });

  it('is forgotten after a day', async () => {
    await create('a', 'k');
    await one.database.query(
      `UPDATE idempotent_answers SET created_at = now() - interval '24 hours 1 second'`,
    );
    expect((await create('b', 'k')).status).toBe(201);
  });

  it('belongs to the organization', async () => {
    await create('a', 'k');
    const { key: foreign } = await one.createOrg();
    expect((await create('b', 'k', { by: foreign })).status).toBe(201);
  });

  it('does not hand the answer to a key with other rights', async () => {
    const made = await one.call('POST', '/v1/orgs/me/api-keys', {
      key,
      body: { name: 'sender', scopes: ['emails:send'] },
    });
    await create('a', 'k');
    expect((await create('a', 'k', { by: made.body.api_key })).status).toBe(409);
  });

  it('keeps no answer in clear', async () => {
    await create('a', 'k');
    const rows = await one.database.query<{ text: string }>(
      `SELECT encode(sealed_answer, 'escape') AS text FROM idempotent_answers
       WHERE sealed_answer IS NOT NULL`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) expect(text).not.toContain('hush');
  });

  it.each([
    ['empty', ''],
    ['of 256 characters', 'x'.repeat(256)],
  ])('that is %s is 400', async (_case, idempotencyKey) => {
    const { status, body } = await create('a', idempotencyKey);
    expect(status).toBe(400);
    expect(body).toEqual({ error: 'Idempotency-Key must have 1 to 255 characters' });
  });

  it('of 255 characters is taken', async () => {
    expect((await create('a', 'x'.repeat(255))).status).toBe(201);
  });
});
