import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startTwoTaskApis, type ShownTask, type TwoTaskApis } from '../support/two-task-apis.js';

let tasks: TwoTaskApis;
beforeAll(async () => {
  tasks = await startTwoTaskApis();
});
beforeEach(() => tasks.begin());
afterAll(() => tasks.close());

describe('POST /v1/tasks', () => {
  it('answers 202 with every field, and has its run started', async () => {
    const { status, body } = await tasks.create({
      inbox_id: tasks.own.inbox.inboxId,
      input: { page: 7 },
    });
    expect(status).toBe(202);
    expect(body).toEqual({
      id: expect.stringMatching(/^task_\w{20}$/),
      type: 'custom',
      status: 'PENDING',
      inbox_id: tasks.own.inbox.inboxId,
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
    const told = await tasks.api.database.query(
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
    const { status, body: answer } = await tasks.create(body);
    expect([400, 404]).toContain(status);
    expect(answer.error).toContain(message);
  });

  it('needs the scopes of what it reads', async () => {
    const made = await tasks.api.call<{ api_key: string }>('POST', '/v1/orgs/me/api-keys', {
      key: tasks.own.key,
      body: { name: 'weak', scopes: ['tasks:write'] },
    });
    const weak = made.body.api_key;
    const wait = { type: 'wait_for_email', inbox_id: tasks.own.inbox.inboxId };
    const refused = await tasks.api.call('POST', '/v1/tasks', { key: weak, body: wait });
    expect([refused.status, refused.body]).toEqual([
      403,
      { error: expect.stringContaining('emails:read') },
    ]);
    const { body } = await tasks.create(wait);
    expect((await tasks.api.call('GET', `/v1/tasks/${body.id}`, { key: weak })).status).toBe(403);
  });
});

describe('GET /v1/tasks/{id}', () => {
  it('waits until the task has ended, also in another process', async () => {
    const { id } = (await tasks.create()).body;
    const waiting = tasks.second.call<ShownTask>('GET', `/v1/tasks/${id}?timeout=30`, {
      key: tasks.own.key,
    });
    await tasks.act(id, 'cancel');
    expect((await waiting).body.status).toBe('CANCELLED');
  });

  it('answers 200 when the time is up', async () => {
    const { id } = (await tasks.create()).body;
    const { status, body } = await tasks.api.call<ShownTask>('GET', `/v1/tasks/${id}?timeout=1`, {
      key: tasks.own.key,
    });
    expect([status, body.status]).toEqual([200, 'PENDING']);
  });
});

describe('What the status does not allow', () => {
  it('is 409: a tasks.second cancel, a retry of what is open', async () => {
    const { id } = (await tasks.create()).body;
    expect((await tasks.act(id, 'retry')).status).toBe(409);
    expect((await tasks.act(id, 'cancel')).body.status).toBe('CANCELLED');
    const again = await tasks.act(id, 'cancel');
    expect([again.status, again.body.error]).toEqual([
      409,
      'The task is CANCELLED and cannot be cancelled',
    ]);
  });

  it('fails what is about an inbox that is deleted', async () => {
    const { id } = (await tasks.create({ inbox_id: tasks.own.inbox.inboxId })).body;
    await tasks.api.call('DELETE', `/v1/inboxes/${tasks.own.inbox.inboxId}`, {
      key: tasks.own.key,
    });
    const events = await tasks.api.database.query(
      `SELECT body::jsonb->'data'->>'error' AS error FROM events
       WHERE resource_id = $1 AND kind = 'task.failed'`,
      [id],
    );
    expect(events).toEqual([{ error: 'The inbox was deleted' }]);
  });

  it('tries again what failed, from its first attempt', async () => {
    const { id } = (await tasks.create()).body;
    const { lease_token } = (await tasks.claim()).body;
    await tasks.act(id, 'fail', { lease_token, error: 'no', retryable: false });
    expect((await tasks.act(id, 'retry')).body).toMatchObject({ status: 'PENDING', error: null });
    expect((await tasks.claim()).body).toMatchObject({ id, attempt: 1 });
  });
});
