import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TaskQueue } from '../../src/resources/tasks/queue.js';
import { startTwoTaskApis, type TwoTaskApis } from '../support/two-task-apis.js';

let tasks: TwoTaskApis;
beforeAll(async () => {
  tasks = await startTwoTaskApis();
});
beforeEach(() => tasks.begin());
afterAll(() => tasks.close());

/** What is asked of it in one turn is asked together. */
const newQueue = () => new TaskQueue(tasks.api.database);

/** Its lease ran out so many seconds ago. */
const leaseEnded = (id: string) =>
  tasks.api.database.query(
    `UPDATE tasks SET lease_until = now() - interval '1 second',
       claimable_at = CASE WHEN attempt < max_attempts THEN now() - interval '1 second' END
     WHERE id = $1`,
    [id],
  );

describe('The queue', () => {
  it('gives a task to one agent, by priority and then age, as soon as its 202 is given', async () => {
    const low = (await tasks.create({ priority: 1 })).body.id;
    const first = (await tasks.create()).body.id;
    const next = (await tasks.create()).body.id;
    const high = (await tasks.create({ priority: 9 })).body.id;
    const claimed = [
      await tasks.claim(),
      await tasks.claim({}, tasks.second),
      await tasks.claim(),
      await tasks.claim(),
    ];
    expect(claimed.map(({ body }) => body.id)).toEqual([high, first, next, low]);
    expect(claimed[0]!.body).toMatchObject({ status: 'RUNNING', attempt: 1 });
    expect((await tasks.claim()).status).toBe(204);
  });

  it('gives each of many tasks to one of many agents', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await tasks.create()).body.id),
    );
    const agents = Array.from({ length: 30 }, (_, index) =>
      tasks.claim({}, index % 2 ? tasks.api : tasks.second),
    );
    const claimed = (await Promise.all(agents)).flatMap(({ status, body }) =>
      status === 200 ? [body.id] : [],
    );
    // Who looks while others hold the last rows sees none: it comes again.
    const left = ids.length - claimed.length;
    for (let index = 0; index < left; index++) claimed.push((await tasks.claim()).body.id);
    expect(claimed.sort()).toEqual(ids.sort());
  });

  it('keeps what is for an agent, and what is of other kinds, from others', async () => {
    const own = (await tasks.create({ agent_id: 'ada' })).body.id;
    const named = (await tasks.create({ type: 'custom:crawl' })).body.id;
    expect((await tasks.claim({ types: ['custom:print'] })).status).toBe(204);
    expect((await tasks.claim({ types: ['custom'] })).status).toBe(204);
    expect((await tasks.claim({ types: ['custom:crawl'] })).body.id).toBe(named);
    expect((await tasks.claim({ agent_id: 'ada' })).body.id).toBe(own);
  });

  it('gives several who ask at the same time what is for them, by priority', async () => {
    const queue = newQueue();
    const make = async (body: object) => (await tasks.create(body)).body.id;
    const [mine, alsoMine] = [
      await make({ agent_id: 'ada', priority: 9 }),
      await make({ agent_id: 'ada', priority: 8 }),
    ];
    const [first, second] = [await make({ priority: 7 }), await make({ priority: 6 })];
    const access = { orgId: tasks.own.orgId, allowedInboxIds: null };
    const ask = (agentId: string) => queue.claim(access, { agentId, leaseSeconds: 60 });
    const [ada, bob, carol] = await Promise.all(['ada', 'bob', 'carol'].map(ask));
    expect(ada!.task.id).toBe(mine);
    expect([bob!.task.id, carol!.task.id].sort()).toEqual([first, second].sort());
    const [again, nothing] = await Promise.all(['ada', 'bob'].map(ask));
    expect([again!.task.id, nothing]).toEqual([alsoMine, null]);
    expect(new Set([ada, bob, carol, again].map((one) => one!.token)).size).toBe(4);
    expect(await tasks.kindsOf(first)).toEqual(['created', 'claimed']);
  });

  it('completes several at the same time, each by the token of its lease', async () => {
    const queue = newQueue();
    const ids = [(await tasks.create()).body.id, (await tasks.create()).body.id];
    const access = { orgId: tasks.own.orgId, allowedInboxIds: null };
    const leases = await Promise.all(
      ids.map(() => queue.claim(access, { agentId: 'agent', leaseSeconds: 60 })),
    );
    const [one, other] = leases.map((lease) => lease!);
    const completed = await Promise.all([
      queue.complete(one!.task, other!.token, { n: 0 }),
      queue.complete(one!.task, one!.token, { n: 1 }),
      queue.complete(other!.task, other!.token, { n: 2 }),
      queue.complete(other!.task, other!.token, { n: 3 }),
    ]);
    expect(completed.map((task) => task?.output ?? null)).toEqual([null, { n: 1 }, { n: 2 }, null]);
    const events = await tasks.api.database.query<{ kind: string }>(
      'SELECT kind FROM events WHERE resource_id = ANY ($1)',
      [ids],
    );
    expect(events.map(({ kind }) => kind)).toEqual(['task.completed', 'task.completed']);
  });

  it('tells the run of what happened meanwhile at once, and of its end without a look', async () => {
    const { id } = (await tasks.create()).body;
    const { lease_token } = (await tasks.claim()).body;
    await tasks.act(id, 'complete', { lease_token, output: {} });
    const told = await tasks.api.database.query(
      `SELECT signal, signal_arg, again, run_after > now() AS can_wait FROM outbox WHERE resource_id = $1`,
      [id],
    );
    const end = { status: 'COMPLETED', summary: 'attempt 1 of 3' };
    expect(told).toEqual([{ signal: 'taskChanged', signal_arg: end, again: true, can_wait: true }]);
  });

  it('tells it at once of what a person did', async () => {
    const { id } = (await tasks.create()).body;
    await tasks.act(id, 'cancel');
    const told = await tasks.api.database.query(
      'SELECT signal_arg, run_after > now() AS can_wait FROM outbox WHERE resource_id = $1',
      [id],
    );
    expect(told).toEqual([{ signal_arg: null, can_wait: false }]);
  });

  it('lets an agent wait for a task that another process makes', async () => {
    const waiting = tasks.claim({ wait: 30 }, tasks.second);
    const { body } = await tasks.create();
    expect((await waiting).body.id).toBe(body.id);
  });

  it('completes a task once, and answers the same again as before', async () => {
    const { id } = (await tasks.create()).body;
    const { lease_token } = (await tasks.claim()).body;
    const done = await tasks.act(id, 'complete', { lease_token, output: { n: 1 } });
    expect(done.body).toMatchObject({ status: 'COMPLETED', output: { n: 1 } });
    const again = await tasks.act(id, 'complete', { lease_token, output: { n: 1 } });
    expect([again.status, again.body]).toEqual([200, done.body]);
    expect((await tasks.act(id, 'complete', { lease_token, output: { n: 2 } })).status).toBe(409);
    expect(await tasks.kindsOf(id)).toEqual(['created', 'claimed', 'completed']);
    const events = await tasks.api.database.query(
      'SELECT kind FROM events WHERE resource_id = $1',
      [id],
    );
    expect(events).toEqual([{ kind: 'task.completed' }]);
  });

  it('answers the same at the same time alike', async () => {
    const { id } = (await tasks.create()).body;
    const { lease_token } = (await tasks.claim()).body;
    const complete = () => tasks.act(id, 'complete', { lease_token, output: { n: 1 } });
    const answers = await Promise.all(Array.from({ length: 8 }, complete));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await tasks.kindsOf(id)).toEqual(['created', 'claimed', 'completed']);
  });

  it('holds an output against its schema and keeps the lease where it does not fit', async () => {
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    const { id } = (await tasks.create({ output_schema: schema })).body;
    const { lease_token } = (await tasks.claim()).body;
    const refused = await tasks.act(id, 'complete', { lease_token, output: { n: 'one' } });
    expect([refused.status, refused.body.error]).toEqual([400, 'output /n must be integer']);
    expect((await tasks.act(id, 'complete', { lease_token, output: { n: 1 } })).status).toBe(200);
  });

  it('ends a check that takes too long, and goes on checking', async () => {
    const schema = { type: 'object', properties: { s: { type: 'string', pattern: '^(a+)+$' } } };
    const { id } = (await tasks.create({ output_schema: schema })).body;
    const { lease_token } = (await tasks.claim()).body;
    const bait = { s: `${'a'.repeat(40)}!` };
    const refused = await tasks.act(id, 'complete', { lease_token, output: bait });
    expect([refused.status, refused.body.error]).toEqual([
      400,
      expect.stringContaining('too long'),
    ]);
    expect((await tasks.act(id, 'complete', { lease_token, output: { s: 'aa' } })).status).toBe(
      200,
    );
  });

  it('gives a task whose lease ran out to the next, with its checkpoint', async () => {
    const { id } = (await tasks.create()).body;
    const before = (await tasks.claim()).body;
    const beat = {
      lease_token: before.lease_token,
      progress: { percent: 50 },
      checkpoint: { page: 7 },
    };
    expect((await tasks.act(id, 'heartbeat', beat)).body).toMatchObject({
      checkpoint: { page: 7 },
    });
    await leaseEnded(id);
    // Nobody has it yet: its token is still good.
    expect((await tasks.act(id, 'heartbeat', { lease_token: before.lease_token })).status).toBe(
      200,
    );
    await leaseEnded(id);
    const after = (await tasks.claim({ agent_id: 'next' })).body;
    expect(after).toMatchObject({ id, attempt: 2, checkpoint: { page: 7 } });
    const late = { lease_token: before.lease_token, output: {} };
    expect((await tasks.act(id, 'complete', late)).status).toBe(409);
    expect((await tasks.act(id, 'heartbeat', { lease_token: before.lease_token })).status).toBe(
      409,
    );
  });

  it('takes an attempt that failed back, later and later, until all are used up', async () => {
    const { id } = (await tasks.create({ max_attempts: 2 })).body;
    const one = (await tasks.claim()).body;
    const failed = await tasks.act(id, 'fail', { lease_token: one.lease_token, error: 'no' });
    expect(failed.body.status).toBe('PENDING');
    expect((await tasks.claim()).status).toBe(204);
    await tasks.api.database.query('UPDATE tasks SET claimable_at = now() WHERE id = $1', [id]);
    const two = (await tasks.claim()).body;
    const last = await tasks.act(id, 'fail', { lease_token: two.lease_token, error: 'never' });
    expect(last.body).toMatchObject({ status: 'FAILED', error: 'never' });
    expect(await tasks.kindsOf(id)).toEqual([
      'created',
      'claimed',
      'attempt_failed',
      'claimed',
      'failed',
    ]);
  });

  it('gives no right for knowing an id', async () => {
    const { id } = (await tasks.create()).body;
    const { lease_token } = (await tasks.claim()).body;
    const other = await tasks.api.createOrg();
    for (const [what, body] of [
      ['heartbeat', { lease_token }],
      ['complete', { lease_token, output: {} }],
      ['fail', { lease_token, error: 'no' }],
      ['cancel', {}],
      ['retry', {}],
      ['approve', {}],
    ] as const) {
      const path = `/v1/tasks/${id}/${what}`;
      expect((await tasks.api.call('POST', path, { key: other.key, body })).status).toBe(403);
    }
    expect((await tasks.act(id, 'complete', { lease_token: 'guessed', output: {} })).status).toBe(
      409,
    );
  });
});
