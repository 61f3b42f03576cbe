import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TaskReport } from '../../src/resources/tasks/runs.js';
import { until } from '../support/mail-api.js';
import { createTestTemporal, type TestTemporal } from '../support/temporal.js';

let temporal: TestTemporal;
beforeAll(async () => {
  temporal = await createTestTemporal();
});
afterAll(() => temporal.close());

const INPUT = { taskId: 'task_1' };
const open: TaskReport = { status: 'PENDING', next: null, undo: null, dueIn: 600, summary: 'x' };
const first: TaskReport = { ...open, next: 'startWaiting' };
const second: TaskReport = { ...open, status: 'RUNNING', next: 'collectMail' };
const waiting: TaskReport = { ...open, status: 'WAITING_EMAIL', next: 'collectMail' };
const done: TaskReport = { ...open, status: 'COMPLETED', dueIn: null, summary: '2 steps done' };

/** Activities that note their names and answer in turn. */
function script(answers: Readonly<Record<string, readonly (TaskReport | null)[]>>) {
  const called: string[] = [];
  const left = new Map(Object.entries(answers).map(([name, list]) => [name, [...list]]));
  const activities = Object.fromEntries(
    Object.keys(answers).map((name) => [
      name,
      async () => {
        called.push(name);
        const list = left.get(name)!;
        return list.length > 1 ? list.shift()! : list[0]!;
      },
    ]),
  );
  return { called, activities };
}

describe('runAgentTask', () => {
  it('does one step after the other, and says how it ended', async () => {
    const { called, activities } = script({
      lookAtTask: [first],
      startWaiting: [second],
      collectMail: [done],
    });
    const result = await temporal.run('runAgentTask', [INPUT], activities);
    expect(result).toBe('COMPLETED: 2 steps done');
    expect(called).toEqual(['lookAtTask', 'startWaiting', 'collectMail']);
  });

  it('has the step that waits look again when something happened', async () => {
    const { called, activities } = script({ lookAtTask: [second, waiting], collectMail: [done] });
    const handle = await temporal.start('runAgentTask', [INPUT]);
    const answers = [waiting, done];
    const all = {
      ...activities,
      async collectMail() {
        called.push('collectMail');
        // What happens while the step is under way may not be covered by it.
        if (answers.length > 1) await handle.signal('taskChanged');
        return answers.shift()!;
      },
    };
    // Steps are activities by their names, which types do not tell.
    await temporal.withWorker(all as typeof activities, () => handle.result());
    expect(called).toEqual(['lookAtTask', 'collectMail', 'lookAtTask', 'collectMail']);
  });

  const startedBySignal = () => {
    const at = { taskQueue: temporal.options.taskQueue, args: [INPUT], workflowId: randomUUID() };
    return temporal.client.workflow.signalWithStart('runAgentTask', {
      ...{ ...at, signal: 'taskChanged', signalArgs: [] },
    });
  };

  it('looks once for what started it', async () => {
    const { called, activities } = script({ lookAtTask: [open, done] });
    const handle = await startedBySignal();
    await temporal.withWorker(activities, async () => {
      await until(async () => (await handle.query('state')) !== null);
      expect(called).toEqual(['lookAtTask']);
      await handle.signal('taskChanged');
      expect(await handle.result()).toBe('COMPLETED: 2 steps done');
    });
    expect(called).toEqual(['lookAtTask', 'lookAtTask']);
  });

  it('has the step that waits look where a mail started it', async () => {
    const { called, activities } = script({ lookAtTask: [waiting], collectMail: [done] });
    const handle = await startedBySignal();
    await temporal.withWorker(activities, async () => {
      expect(await handle.result()).toBe('COMPLETED: 2 steps done');
    });
    expect(called).toEqual(['lookAtTask', 'collectMail']);
  });

  it.each([
    ['has ended', done, 'COMPLETED: 2 steps done'],
    ['is gone', null, 'the task is gone'],
  ])('ends at once where the task %s', async (_case, report, result) => {
    const { called, activities } = script({ lookAtTask: [report] });
    expect(await temporal.run('runAgentTask', [INPUT], activities)).toBe(result);
    expect(called).toEqual(['lookAtTask']);
  });

  it('does not look where it is told how the task ended, before it began or after', async () => {
    const { called, activities } = script({ lookAtTask: [open] });
    const end = { status: 'COMPLETED', summary: 'attempt 1 of 3' } as const;
    const at = { taskQueue: temporal.options.taskQueue, args: [INPUT] };
    const started = await temporal.client.workflow.signalWithStart('runAgentTask', {
      ...{ ...at, workflowId: randomUUID() },
      ...{ signal: 'taskChanged', signalArgs: [end] },
    });
    await temporal.withWorker(activities, async () => {
      expect(await started.result()).toBe('COMPLETED: attempt 1 of 3');
      expect(called).toEqual([]);
      const other = await temporal.start('runAgentTask', [INPUT]);
      await until(async () => (await other.query('state')) !== null);
      await other.signal('taskChanged', end);
      expect(await other.result()).toBe('COMPLETED: attempt 1 of 3');
    });
    expect(called).toEqual(['lookAtTask']);
  });

  it('looks when something is due by the clock', async () => {
    const { called, activities } = script({ lookAtTask: [{ ...open, dueIn: 0 }, done] });
    await temporal.run('runAgentTask', [INPUT], activities);
    expect(called).toEqual(['lookAtTask', 'lookAtTask']);
  });

  it('undoes what was done, the last first, where the task ends otherwise', async () => {
    const failed: TaskReport = { ...done, status: 'FAILED', undo: 'two' };
    const { called, activities } = script({
      lookAtTask: [failed],
      undoStep: [
        { ...failed, undo: 'one' },
        { ...failed, undo: null },
      ],
    });
    const result = await temporal.run('runAgentTask', [INPUT], activities);
    expect(result).toBe('FAILED: 2 steps done');
    expect(called).toEqual(['lookAtTask', 'undoStep', 'undoStep']);
  });

  it('cancels the task when an operator cancels the run, and undoes it', async () => {
    const cancelled: TaskReport = { ...done, status: 'CANCELLED', undo: 'one' };
    const { called, activities } = script({
      lookAtTask: [open],
      cancelTask: [cancelled],
      undoStep: [{ ...cancelled, undo: null }],
    });
    const handle = await temporal.start('runAgentTask', [INPUT]);
    const result = await temporal.withWorker(activities, async () => {
      await handle.cancel();
      return (await handle.result()) as string;
    });
    expect(result).toBe('CANCELLED: 2 steps done');
    expect(called.slice(-2)).toEqual(['cancelTask', 'undoStep']);
  });

  it('takes a decision only while one is asked for', async () => {
    const asking: TaskReport = { ...open, status: 'WAITING_APPROVAL' };
    const decisions: unknown[] = [];
    const { activities } = script({ lookAtTask: [asking, done] });
    const handle = await temporal.start('runAgentTask', [INPUT]);
    const decide = (decision: unknown) => handle.executeUpdate('decide', { args: [decision] });
    const all = {
      ...activities,
      decideTask: async (_id: string, decision: unknown) => void decisions.push(decision),
    };
    await temporal.withWorker(all, async () => {
      await until(async () => (await handle.query('state')) !== null);
      await expect(decide({ approve: 'yes' })).rejects.toThrow();
      await decide({ approve: true });
      expect(await handle.result()).toBe('COMPLETED: 2 steps done');
    });
    expect(decisions).toEqual([{ approve: true }]);
  });
});
