import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createJsonSchemas } from '../../src/resources/tasks/json-schema.js';
import { startMailApi, type MailApi, type TestInbox } from '../support/mail-api.js';
import type { Reply } from '../support/start-api.js';

interface ShownTask {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
  readonly attempt: number;
  readonly checkpoint: unknown;
  readonly output: unknown;
  readonly approval_id: string | null;
  readonly lease_token?: string;
}

let api: MailApi;
let second: MailApi;
let key: string;
let orgId: string;
let inbox: TestInbox;
// Threads are started from what was built; a busy machine is given more time than the service gives.
const jsonSchemas = createJsonSchemas(
  new URL('../../dist/src/resources/tasks/json-schema-worker.js', import.meta.url),
  3_000,
);
beforeAll(async () => {
  api = await startMailApi({ parts: { jsonSchemas } });
  second = await startMailApi({ beside: api });
});
beforeEach(async () => {
  ({ key, orgId } = await api.createOrg());
  inbox = await api.createInbox(orgId);
});
afterAll(async () => {
  await second.close();
  await api.close();
  await jsonSchemas.close();
});

type Answer = Reply<ShownTask & { readonly error: string }>;

const create = (body: object = {}, at = api): Promise<Answer> =>
  at.call('POST', '/v1/tasks', { key, body: { type: 'custom', ...body } });
const claim = (body: object = {}, at = api): Promise<Answer> =>
  at.call('POST', '/v1/tasks/claim', { key, body: { agent_id: 'agent', ...body } });
const act = (id: string, what: string, body: object = {}): Promise<Answer> =>
  api.call('POST', `/v1/tasks/${id}/${what}`, { key, body });
const kindsOf = async (id: string): Promise<string[]> => {
  const { body } = await api.call<{ data: { kind: string }[] }>('GET', `/v1/tasks/${id}/events`, {
    key,
  });
  return body.data.map(({ kind }) => kind);
};
/** Its lease ran out so many seconds ago. */
const leaseEnded = (id: string) =>
  api.database.query(
    `UPDATE tasks SET lease_until = now() - interval '1 second',
       claimable_at = CASE WHEN attempt < max_attempts THEN now() - interval '1 second' END
     WHERE id = $1`,
    [id],
  );

describe('POST /v1/tasks', () => {
  it('answers 202 with every field, and has its run started', async () => {
    const { status, body } = await create({ inbox_id: inbox.inboxId, input: { page: 7 } });
    expect(status).toBe(202);
    expect(body).toEqual({
      id: expect.stringMatching(/^task_\w{20}$/),
      type: 'custom',
      status: 'PENDING',
      inbox_id: inbox.inboxId,
      agent_id: null,
      input: { page: 7, timeout_seconds: 86_400 },
      output: null,
      output_schema: null,
      error: null,
      progress: null,
      steps: [],
      requires_approval: false,
      approval_id: null,
      priority: 5,
      attempt: 0,
      max_attempts: 3,
      lease_until: null,
      checkpoint: null,
      workflow_id: `runAgentTask:${body.id}`,
      created_at: expect.any(String),
      started_at: null,
      completed_at: null,
      expires_at: expect.any(String),
    });
    const told = await api.database.query(
      'SELECT op, workflow_id, signal FROM outbox WHERE resource_id = $1',
      [body.id],
    );
    expect(told).toEqual([
      { op: 'signal', workflow_id: `runAgentTask:${body.id}`, signal: 'taskChanged' },
    ]);
  });

  it.each<[string, object, string]>([
    ['an unknown type', { type: 'dance' }, 'type must be one of wait_for_email, extract'],
    ['no inbox to wait in', { type: 'wait_for_email' }, 'inbox_id is required'],
    ['nothing to extract', { type: 'extract' }, 'input.email_id must be given, or thread_id'],
    ['a number that is too high', { priority: 10 }, 'priority must be a whole number from 0 to 9'],
    ['no time at all', { input: { timeout_seconds: 0 } }, 'input.timeout_seconds must be'],
    ['a schema that is none', { output_schema: { type: 'nope' } }, 'output_schema'],
    ['a schema from elsewhere', { output_schema: { $ref: 'http://a.example/' } }, 'output_schema'],
    [
      'a schema of a type with its own',
      { type: 'extract', input: { email_id: 'eml_0' }, output_schema: {} },
      '',
    ],
  ])('refuses %s', async (_case, body, message) => {
    const { status, body: answer } = await create(body);
    expect([400, 404]).toContain(status);
    expect(answer.error).toContain(message);
  });

  it('needs the scopes of what it reads', async () => {
    const made = await api.call<{ api_key: string }>('POST', '/v1/orgs/me/api-keys', {
      key,
      body: { name: 'weak', scopes: ['tasks:write'] },
    });
    const weak = made.body.api_key;
    const wait = { type: 'wait_for_email', inbox_id: inbox.inboxId };
    const refused = await api.call('POST', '/v1/tasks', { key: weak, body: wait });
    expect([refused.status, refused.body]).toEqual([
      403,
      { error: expect.stringContaining('emails:read') },
    ]);
    const { body } = await create(wait);
    expect((await api.call('GET', `/v1/tasks/${body.id}`, { key: weak })).status).toBe(403);
  });
});

describe('The queue', () => {
  it('gives a task to one agent, by priority and then age, as soon as its 202 is given', async () => {
    const low = (await create({ priority: 1 })).body.id;
    const first = (await create()).body.id;
    const next = (await create()).body.id;
    const high = (await create({ priority: 9 })).body.id;
    const claimed = [await claim(), await claim({}, second), await claim(), await claim()];
    expect(claimed.map(({ body }) => body.id)).toEqual([high, first, next, low]);
    expect(claimed[0]!.body).toMatchObject({ status: 'RUNNING', attempt: 1 });
    expect((await claim()).status).toBe(204);
  });

  it('gives each of many tasks to one of many agents', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await create()).body.id));
    const agents = Array.from({ length: 30 }, (_, index) => claim({}, index % 2 ? api : second));
    const claimed = (await Promise.all(agents)).flatMap(({ status, body }) =>
      status === 200 ? [body.id] : [],
    );
    // Who looks while others hold the last rows sees none: it comes again.
    const left = ids.length - claimed.length;
    for (let index = 0; index < left; index++) claimed.push((await claim()).body.id);
    expect(claimed.sort()).toEqual(ids.sort());
  });

  it('keeps what is for an agent, and what is of other kinds, from others', async () => {
    const own = (await create({ agent_id: 'ada' })).body.id;
    const named = (await create({ type: 'custom:crawl' })).body.id;
    expect((await claim({ types: ['custom:print'] })).status).toBe(204);
    expect((await claim({ types: ['custom'] })).status).toBe(204);
    expect((await claim({ types: ['custom:crawl'] })).body.id).toBe(named);
    expect((await claim({ agent_id: 'ada' })).body.id).toBe(own);
  });

  it('lets an agent wait for a task that another process makes', async () => {
    const waiting = claim({ wait: 30 }, second);
    const { body } = await create();
    expect((await waiting).body.id).toBe(body.id);
  });

  it('completes a task once, and answers the same again as before', async () => {
    const { id } = (await create()).body;
    const { lease_token } = (await claim()).body;
    const done = await act(id, 'complete', { lease_token, output: { n: 1 } });
    expect(done.body).toMatchObject({ status: 'COMPLETED', output: { n: 1 } });
    const again = await act(id, 'complete', { lease_token, output: { n: 1 } });
    expect([again.status, again.body]).toEqual([200, done.body]);
    expect((await act(id, 'complete', { lease_token, output: { n: 2 } })).status).toBe(409);
    expect(await kindsOf(id)).toEqual(['created', 'claimed', 'completed']);
    const events = await api.database.query('SELECT kind FROM events WHERE resource_id = $1', [id]);
    expect(events).toEqual([{ kind: 'task.completed' }]);
  });

  it('holds an output against its schema and keeps the lease where it does not fit', async () => {
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    const { id } = (await create({ output_schema: schema })).body;
    const { lease_token } = (await claim()).body;
    const refused = await act(id, 'complete', { lease_token, output: { n: 'one' } });
    expect([refused.status, refused.body.error]).toEqual([400, 'output /n must be integer']);
    expect((await act(id, 'complete', { lease_token, output: { n: 1 } })).status).toBe(200);
  });

  it('ends a check that takes too long, and goes on checking', async () => {
    const schema = { type: 'object', properties: { s: { type: 'string', pattern: '^(a+)+$' } } };
    const { id } = (await create({ output_schema: schema })).body;
    const { lease_token } = (await claim()).body;
    const bait = { s: `${'a'.repeat(40)}!` };
    const refused = await act(id, 'complete', { lease_token, output: bait });
    expect([refused.status, refused.body.error]).toEqual([
      400,
      expect.stringContaining('too long'),
    ]);
    expect((await act(id, 'complete', { lease_token, output: { s: 'aa' } })).status).toBe(200);
  });

  it('gives a task whose lease ran out to the next, with its checkpoint', async () => {
    const { id } = (await create()).body;
    const before = (await claim()).body;
    const beat = {
      lease_token: before.lease_token,
      progress: { percent: 50 },
      checkpoint: { page: 7 },
    };
    expect((await act(id, 'heartbeat', beat)).body).toMatchObject({ checkpoint: { page: 7 } });
    await leaseEnded(id);
    // Nobody has it yet: its token is still good.
    expect((await act(id, 'heartbeat', { lease_token: before.lease_token })).status).toBe(200);
    await leaseEnded(id);
    const after = (await claim({ agent_id: 'next' })).body;
    expect(after).toMatchObject({ id, attempt: 2, checkpoint: { page: 7 } });
    const late = { lease_token: before.lease_token, output: {} };
    expect((await act(id, 'complete', late)).status).toBe(409);
    expect((await act(id, 'heartbeat', { lease_token: before.lease_token })).status).toBe(409);
  });

  it('takes an attempt that failed back, later and later, until all are used up', async () => {
    const { id } = (await create({ max_attempts: 2 })).body;
    const one = (await claim()).body;
    const failed = await act(id, 'fail', { lease_token: one.lease_token, error: 'no' });
    expect(failed.body.status).toBe('PENDING');
    expect((await claim()).status).toBe(204);
    await api.database.query('UPDATE tasks SET claimable_at = now() WHERE id = $1', [id]);
    const two = (await claim()).body;
    const last = await act(id, 'fail', { lease_token: two.lease_token, error: 'never' });
    expect(last.body).toMatchObject({ status: 'FAILED', error: 'never' });
    expect(await kindsOf(id)).toEqual([
      'created',
      'claimed',
      'attempt_failed',
      'claimed',
      'failed',
    ]);
  });

  it('gives no right for knowing an id', async () => {
    const { id } = (await create()).body;
    const { lease_token } = (await claim()).body;
    const other = await api.createOrg();
    for (const [what, body] of [
      ['heartbeat', { lease_token }],
      ['complete', { lease_token, output: {} }],
      ['fail', { lease_token, error: 'no' }],
      ['cancel', {}],
      ['retry', {}],
      ['approve', {}],
    ] as const) {
      const path = `/v1/tasks/${id}/${what}`;
      expect((await api.call('POST', path, { key: other.key, body })).status).toBe(403);
    }
    expect((await act(id, 'complete', { lease_token: 'guessed', output: {} })).status).toBe(409);
  });
});

describe('GET /v1/tasks/{id}', () => {
  it('waits until the task has ended, also in another process', async () => {
    const { id } = (await create()).body;
    const waiting = second.call<ShownTask>('GET', `/v1/tasks/${id}?timeout=30`, { key });
    await act(id, 'cancel');
    expect((await waiting).body.status).toBe('CANCELLED');
  });

  it('answers 200 when the time is up', async () => {
    const { id } = (await create()).body;
    const { status, body } = await api.call<ShownTask>('GET', `/v1/tasks/${id}?timeout=1`, { key });
    expect([status, body.status]).toEqual([200, 'PENDING']);
  });
});

describe('What the status does not allow', () => {
  it('is 409: a second cancel, a retry of what is open', async () => {
    const { id } = (await create()).body;
    expect((await act(id, 'retry')).status).toBe(409);
    expect((await act(id, 'cancel')).body.status).toBe('CANCELLED');
    const again = await act(id, 'cancel');
    expect([again.status, again.body.error]).toEqual([
      409,
      'The task is CANCELLED and cannot be cancelled',
    ]);
  });

  it('fails what is about an inbox that is deleted', async () => {
    const { id } = (await create({ inbox_id: inbox.inboxId })).body;
    await api.call('DELETE', `/v1/inboxes/${inbox.inboxId}`, { key });
    const events = await api.database.query(
      `SELECT body::jsonb->'data'->>'error' AS error FROM events
       WHERE resource_id = $1 AND kind = 'task.failed'`,
      [id],
    );
    expect(events).toEqual([{ error: 'The inbox was deleted' }]);
  });

  it('tries again what failed, from its first attempt', async () => {
    const { id } = (await create()).body;
    const { lease_token } = (await claim()).body;
    await act(id, 'fail', { lease_token, error: 'no', retryable: false });
    expect((await act(id, 'retry')).body).toMatchObject({ status: 'PENDING', error: null });
    expect((await claim()).body).toMatchObject({ id, attempt: 1 });
  });
});
