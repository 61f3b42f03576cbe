import type { Queries } from '../../db/queries.js';
import { AppError } from '../../errors.js';
import { changing, IS_OPEN } from './changes.js';
import { endTaskByRun } from './ending.js';
import { viewColumns, type JsonObject, type StepRow, type TaskView } from './rows.js';
import type { StepContext, StepDeps, StepOutcome, TaskStep } from './task-type.js';
import { findTaskType, isCustom } from './types/types.js';
import type { TaskStatus } from './vocabulary.js';

/** How a task stands, for its run: no more than operators may see. */
export interface TaskReport {
  readonly status: TaskStatus;
  /** The step that is to be done next; null while it waits, is done by others, or has ended. */
  readonly next: string | null;
  /** The finished step that is to be undone next. */
  readonly undo: string | null;
  /** Seconds until something is due by the clock; null where nothing is. */
  readonly dueIn: number | null;
  /** For operators: the lease, the open approval, the attempt. */
  readonly summary: string;
}

// Statuses in which whoever else knows of an error tries again.
const PASSING = new Set([429, 503]);

/** What runs of tasks do. Everything is safe to do twice: the row and its steps say what was done. */
export class TaskRuns {
  constructor(private readonly deps: StepDeps) {}

  /** Ends what is due by the clock, and tells how the task stands; null when it is gone. */
  async look(taskId: string): Promise<TaskReport | null> {
    const task = await this.find(taskId);
    if (!task) return null;
    await this.endOverdue(task);
    return this.report(taskId);
  }

  /** Does a step that is to be done now, and records it in the same transaction. */
  async runStep(taskId: string, name: string, attempt: number): Promise<TaskReport | null> {
    try {
      await this.deps.database.together(() => this.stepOf(taskId, name, attempt));
    } catch (error) {
      if (!(error instanceof AppError) || PASSING.has(error.status)) throw error;
      await this.fail(taskId, error.message);
    }
    return this.report(taskId);
  }

  /** Undoes a finished step of a task that ended otherwise than by being completed. */
  async undoStep(taskId: string, name: string): Promise<TaskReport | null> {
    await this.deps.database.together(async () => {
      const task = await this.find(taskId, LOCK);
      if (!task || undoOf(task) !== name) return;
      await stepNamed(task, name)!.undo!(this.contextOf(task));
      await this.record(UNDONE, [taskId, name]);
    });
    return this.report(taskId);
  }

  /** What an operator cancels is cancelled as by its client. */
  async cancel(taskId: string): Promise<TaskReport | null> {
    const task = await this.find(taskId);
    if (task) await endTaskByRun(this.queries, task, { status: 'CANCELLED' });
    return this.report(taskId);
  }

  private async report(taskId: string): Promise<TaskReport | null> {
    const task = await this.find(taskId);
    if (!task) return null;
    const [clock] = await this.deps.database.query<{ dueIn: number | null }>(DUE_IN, [taskId]);
    const { status } = task;
    const common = { status, dueIn: clock?.dueIn ?? null, summary: summaryOf(task) };
    return { ...common, next: nextOf(task)?.name ?? null, undo: undoOf(task) };
  }

  private async endOverdue(task: TaskView): Promise<void> {
    const [due] = await this.deps.database.query<Overdue>(OVERDUE, [task.id]);
    if (!due) return;
    if (due.expired)
      await endTaskByRun(this.queries, task, { status: 'EXPIRED', error: 'Its time is up' });
    else if (task.attempt < task.maxAttempts) await this.record(LEASE_EXPIRED, [task.id]);
    else await this.fail(task.id, 'The lease of its last attempt ran out');
  }

  private async stepOf(taskId: string, name: string, attempt: number): Promise<void> {
    const task = await this.find(taskId, LOCK);
    const step = task && nextOf(task);
    if (!step || step.name !== name) return;
    const outcome = await step.run(this.contextOf(task));
    await this.conclude(task, step, attempt, outcome);
  }

  private async conclude(
    task: TaskView,
    step: TaskStep,
    attempt: number,
    outcome: StepOutcome,
  ): Promise<void> {
    if (outcome.kind === 'too-late') {
      await endTaskByRun(this.queries, task, { status: 'EXPIRED', error: 'Its time is up' });
      return;
    }
    const steps = stepsOf(task);
    const position = steps.indexOf(step);
    const isWaiting = outcome.kind === 'waiting';
    const result = isWaiting ? {} : outcome.result;
    // A wait is told of once, however often it is looked at.
    if (isWaiting && task.status === 'WAITING_EMAIL') return;
    await this.record(isWaiting ? WAITING : COMPLETED, [
      task.id,
      step.name,
      position,
      attempt,
      JSON.stringify(result),
    ]);
    if (!isWaiting && position === steps.length - 1)
      await endTaskByRun(this.queries, task, { status: 'COMPLETED', output: result });
  }

  private async fail(taskId: string, error: string): Promise<void> {
    const task = await this.find(taskId);
    if (task) await endTaskByRun(this.queries, task, { status: 'FAILED', error });
  }

  private contextOf(task: TaskView): StepContext {
    const finished = task.steps.filter(({ status }) => status === 'COMPLETED');
    const results = Object.fromEntries(finished.map(({ name, result }) => [name, result]));
    // What the client gave was checked by it; what it left out is filled in again.
    const input = findTaskType(task.type)!.input.parse(task.input) as JsonObject;
    return { ...this.deps, task, input, results };
  }

  private async find(taskId: string, lock = ''): Promise<TaskView | null> {
    const [row] = await this.deps.database.query<TaskView>(`${FIND} ${lock}`, [taskId]);
    return row ?? null;
  }

  private async record(text: string, values: readonly unknown[]): Promise<void> {
    await this.deps.database.query(text, values);
  }

  private readonly queries: Queries = {
    query: (text, values) => this.deps.database.query(text, values),
  };
}

interface Overdue {
  readonly expired: boolean;
}

const stepsOf = ({ type }: TaskView): readonly TaskStep[] => findTaskType(type)?.steps ?? [];

const stepNamed = (task: TaskView, name: string) =>
  stepsOf(task).find((step) => step.name === name);

const isDone = (steps: readonly StepRow[], name: string) =>
  steps.some((step) => step.name === name && step.status === 'COMPLETED');

/** The first step that is not done; null where nothing is to be done now. */
function nextOf(task: TaskView): TaskStep | null {
  if (task.completedAt !== null || task.status === 'WAITING_APPROVAL') return null;
  return stepsOf(task).find(({ name }) => !isDone(task.steps, name)) ?? null;
}

/** The last step that was done and is to be taken back. */
function undoOf(task: TaskView): string | null {
  if (task.completedAt === null || task.status === 'COMPLETED') return null;
  const undoable = stepsOf(task).filter(({ name, undo }) => undo && isDone(task.steps, name));
  return undoable.at(-1)?.name ?? null;
}

/** Steps that can be undone: a task is not tried again before they are. */
export const undoableSteps = (type: string): readonly string[] =>
  (findTaskType(type)?.steps ?? []).filter(({ undo }) => undo).map(({ name }) => name);

function summaryOf(task: TaskView): string {
  if (task.approvalId !== null) return `waits for ${task.approvalId}`;
  const { attempt, maxAttempts, leaseUntil, steps } = task;
  if (!isCustom(task.type))
    return `${steps.filter((s) => s.status === 'COMPLETED').length} steps done`;
  const lease = leaseUntil ? `, lease until ${leaseUntil.toISOString()}` : '';
  return `attempt ${attempt} of ${maxAttempts}${lease}`;
}

const FIND = `SELECT ${viewColumns('tasks')} FROM tasks WHERE id = $1`;
const LOCK = 'FOR UPDATE';

const DUE_AT = `least(t.expires_at, CASE WHEN t.status = 'RUNNING' THEN t.lease_until END)`;

const DUE_IN = `
SELECT greatest(extract(epoch FROM ${DUE_AT} - now()), 0)::float8 AS "dueIn"
FROM tasks t WHERE t.id = $1 AND ${IS_OPEN}`;

const OVERDUE = `
SELECT t.expires_at <= now() AS expired FROM tasks t
WHERE t.id = $1 AND ${IS_OPEN} AND ${DUE_AT} <= now()`;

const LEASE_EXPIRED = changing({
  kind: 'lease_expired',
  set: `status = 'PENDING'`,
  where: `t.id = $1 AND t.status = 'RUNNING' AND t.lease_until <= now()`,
  data: `jsonb_build_object('attempt', attempt)`,
  quiet: true,
});

const stepped = (kind: 'step_waiting' | 'step_completed', status: string, of: string) =>
  changing({
    kind,
    before: [
      `step AS (
  INSERT INTO task_steps (task_id, name, position, status, attempt, result, started_at, ended_at)
  VALUES ($1, $2, $3, '${status}', $4, $5, now(), ${status === 'COMPLETED' ? 'now()' : 'NULL'})
  ON CONFLICT (task_id, name) DO UPDATE SET status = excluded.status, attempt = excluded.attempt,
    result = excluded.result, ended_at = excluded.ended_at
)`,
    ],
    set: `status = '${of}', started_at = coalesce(t.started_at, now())`,
    where: `t.id = $1 AND ${IS_OPEN}`,
    data: `jsonb_build_object('step', $2::text)`,
    quiet: true,
  });

const WAITING = stepped('step_waiting', 'WAITING', 'WAITING_EMAIL');
const COMPLETED = stepped('step_completed', 'COMPLETED', 'RUNNING');

const UNDONE = changing({
  kind: 'step_undone',
  before: [
    `step AS (
  UPDATE task_steps SET status = 'UNDONE', ended_at = now() WHERE task_id = $1 AND name = $2
)`,
  ],
  set: 'priority = t.priority',
  where: 't.id = $1',
  data: `jsonb_build_object('step', $2::text)`,
  quiet: true,
});
