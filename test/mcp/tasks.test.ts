import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SessionOwner } from '../../src/resources/tool-sessions/service.js';
import { ToolTasks } from '../../src/resources/tool-sessions/tasks.js';
import { until } from '../support/mail-api.js';
import { startToolApi, type Posted, type ToolApi } from './fixture.js';
import { ask as request, first, type Answer, type From, type Params } from './task-program.js';

let one: ToolApi;
let other: ToolApi;
let tasks: WatchedTasks;
let key: string;

/** Tasks that tell how many there were too many. */
class WatchedTasks extends ToolTasks {
  refused = 0;

  override async begin(owner: SessionOwner) {
    const task = await super.begin(owner);
    if (!task) this.refused++;
    return task;
  }
}

beforeAll(async () => {
  one = await startToolApi();
  tasks = new WatchedTasks(one.api);
  other = await startToolApi({ beside: one, tasks });
});
beforeEach(async () => {
  ({ key } = await one.api.createOrg());
});
afterAll(async () => {
  await other.close();
  await one.close();
});

type FromSome = Partial<From>;

const ask = (method: string, params: Params, from: FromSome = {}): Promise<Posted> =>
  request(method, params, { tools: one, key, ...from });
const called = (name: string, text: string, from?: FromSome) =>
  ask('tools/call', { name, arguments: { text } }, from);
const asked = async (taskId: string, from?: FromSome) =>
  first(await ask('tasks/get', { taskId }, from));
const begun = async (name: string, text: string): Promise<string> =>
  first(await called(name, text)).result.taskId;
const settled = (text: string) => one.toolbox.settled.filter(([given]) => given === text);
const change = (sql: string, id: string) => one.api.database.query(sql, [id]);

describe('a call that takes long', () => {
  it('is answered as a task, of which every process knows what came', async () => {
    const { messages } = await called('work', 'long');
    const { taskId } = (messages[0] as Answer).result;
    const meanwhile = await asked(taskId, { tools: other });
    one.toolbox.running.get('long')!.end('done');
    await until(async () => (await asked(taskId)).result.status !== 'working');
    const { result } = await asked(taskId, { tools: other });

    expect(messages[0].result).toMatchObject({
      ...{ resultType: 'task', taskId: expect.stringMatching(/^mct_/), status: 'working' },
      ...{ ttlMs: 3_600_000, pollIntervalMs: expect.any(Number) },
    });
    expect(meanwhile.result).toMatchObject({ resultType: 'complete', status: 'working' });
    expect(result).toMatchObject({
      status: 'completed',
      result: { content: [{ type: 'text', text: 'done' }] },
    });
    await until(() => settled('long').length === 1);
    expect(settled('long')).toEqual([['long', true]]);
  });

  it('goes on when its connection is closed behind its answer, also where it waits', async () => {
    const taskId = await begun('wait', 'waits');
    const { signal, end } = one.toolbox.running.get('waits')!;
    expect(signal.aborted).toBe(false);
    end('came');
    await until(async () => (await asked(taskId)).result.status === 'completed');
  });

  it('is answered when it is over, where it is over soon or its program knows no tasks', async () => {
    let soon = await called('echo', 'soon');
    // Where all is slow, even that takes long.
    while (soon.messages[0].result.resultType === 'task') soon = await called('echo', 'soon');
    const plain = called('work', 'plain', { extensions: {} });
    await until(() => one.toolbox.running.has('plain'));
    one.toolbox.running.get('plain')!.end('done');

    expect(soon.messages[0].result).toMatchObject({
      resultType: 'complete',
      content: [{ text: 'soon' }],
    });
    expect((await plain).messages[0].result).toMatchObject({ content: [{ text: 'done' }] });
  });

  it.each([
    ['by this process', () => one],
    ['by another', () => other],
  ])('is cancelled %s', async (how, tools) => {
    const taskId = await begun('work', how);
    const { signal, end } = one.toolbox.running.get(how)!;

    const { messages } = await ask('tasks/cancel', { taskId }, { tools: tools() });
    await until(() => signal.aborted);
    end('too late');
    await until(() => settled(how).length === 1);
    const again = await ask('tasks/cancel', { taskId });

    expect(messages[0].result).toMatchObject({ resultType: 'complete' });
    expect(again.messages[0].result).toMatchObject({ resultType: 'complete' });
    expect((await asked(taskId)).result).toMatchObject({ status: 'cancelled' });
    expect((await asked(taskId)).result).not.toHaveProperty('result');
    expect(settled(how)).toEqual([[how, false]]);
  });

  it('is cancelled by storage alone, where no notification came', async () => {
    const taskId = await begun('work', 'silent');
    const first = await tasks.alive([taskId]);
    await change(`UPDATE tool_tasks SET status = 'cancelled' WHERE id = $1`, taskId);

    expect([...first]).toEqual([taskId]);
    expect(await tasks.alive([taskId])).toEqual(new Set());
    one.toolbox.running.get('silent')!.end('');
  });

  it('has failed when its process is gone', async () => {
    const taskId = await begun('work', 'gone');
    let told = await asked(taskId, { tools: other });
    // Its process may just be saying that it runs.
    await until(async () => {
      await change(
        `UPDATE tool_tasks SET alive_at = now() - interval '46 seconds' WHERE id = $1`,
        taskId,
      );
      told = await asked(taskId, { tools: other });
      return told.result.status !== 'working';
    });

    expect(told.result).toMatchObject({
      status: 'failed',
      error: { code: -32603, message: expect.stringContaining('idempotency_key') },
    });
    one.toolbox.running.get('gone')!.end('');
  });

  it('is kept for an hour', async () => {
    const taskId = await begun('work', 'old');
    await change(
      `UPDATE tool_tasks SET created_at = now() - interval '61 minutes' WHERE id = $1`,
      taskId,
    );

    expect((await asked(taskId)).error).toMatchObject({ code: -32602 });
    one.toolbox.running.get('old')!.end('');
  });

  it('is its owner’s alone, and only where tasks are known', async () => {
    const taskId = await begun('work', 'mine');
    const { key: foreign } = await one.api.createOrg();
    const methods = ['tasks/get', 'tasks/update', 'tasks/cancel'];
    const codes = (from: FromSome) =>
      Promise.all(
        methods.map(async (method) => first(await ask(method, { taskId }, from)).error.code),
      );

    expect(await codes({ key: foreign })).toEqual([-32602, -32602, -32602]);
    expect(await codes({ extensions: {} })).toEqual([-32021, -32021, -32021]);
    expect((await asked(taskId)).result).toMatchObject({ status: 'working' });
    one.toolbox.running.get('mine')!.end('');
  });

  it('says so where its answer is larger than what is kept', async () => {
    const taskId = await begun('work', 'large');
    one.toolbox.running.get('large')!.end('x'.repeat(1024 * 1024));
    await until(async () => (await asked(taskId)).result.status === 'completed');

    expect((await asked(taskId)).result.result).toMatchObject({ isError: true });
  });

  it('is answered when it is over, where its owner has a hundred tasks', async () => {
    const taskId = await begun('work', 'first');
    await change(
      `INSERT INTO tool_tasks (id, org_id, owner_id, status)
       SELECT 'mct_' || n, org_id, owner_id, 'completed' FROM tool_tasks, generate_series(1, 99) AS n WHERE id = $1`,
      taskId,
    );
    const more = called('work', 'more', { tools: other });
    await until(() => other.toolbox.running.has('more'));
    const { end } = other.toolbox.running.get('more')!;
    await until(() => tasks.refused === 1);
    end('done');

    expect((await more).messages[0].result).toMatchObject({
      resultType: 'complete',
      content: [{ text: 'done' }],
    });
    one.toolbox.running.get('first')!.end('');
  });
});
