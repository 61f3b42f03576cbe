import { firstRow } from '../../db/queries.js';
import { AppError } from '../../errors.js';
import { newApproval } from './deciding.js';
import { endTaskByRun } from './ending.js';
import type { JsonObject, StepRow, TaskView } from './rows.js';
import {
  ASKING,
  COMPLETED,
  FIND,
  LEASE_EXPIRED,
  LOCK,
  STANDING,
  UNDONE,
  WAITING,
} from './run-statements.js';
import type { NextStep, StepContext, StepDeps, StepOutcome, TaskStep } from './task-type.js';
import { findTaskType, isCustom } from './types/types.js';
import type { TaskStatus } from './vocabulary.js';

/** How a task stands, for its run: no more than operators may see. */
export interface TaskReport {
  readonly status: TaskStatus;
  /** The step that is to be done next; null while it waits, is done by others, or has ended. */
  readonly next: string | null;
  /** Whether that may ask a model, or use a browser; not said by earlier versions. */
  readonly usesModel?: boolean;
  /** The finished step that is to be undone next. */
  readonly undo: string | null;
  /** Seconds until something is due by the clock; null where nothing is. */
  readonly dueIn: number | null;
  /** For operators: the step, the lease, the open approval, the attempt. */
  readonly summary: string;
}

/** What a run is told of a task that was completed, in place of looking. */
export type ToldEnd = Pick<TaskReport, 'summary'> & { readonly status: 'COMPLETED' };

// Statuses in which whoever else knows of an error tries again.
const PASSING = new Set([429, 503]);

/** What runs of tasks do. Everything is safe to do twice: the row and its steps say what was done. */
export class TaskRuns {
  constructor(private readonly deps: StepDeps) {}

  /** Ends what is due by the clock, and tells how the task stands; null when it is gone. */
  async look(taskId: string): Promise<TaskReport | null> {
    const task = await this.standing(taskId);
    if (!task?.isOverdue) return task && this.reportOf(task);
    await this.endOverdue(task);
    return this.report(taskId);
  }

  /** Does a step that is to be done now, and records it in the same transaction. */
  async runStep(taskId: string, name: string, attempt: number): Promise<TaskReport | null> {
    try {
      await this.stepOf(taskId, name, attempt);
    } catch (error) {
      if (!(error instanceof AppError) || PASSING.has(error.status)) {
        // What cannot be done for now is tried again, but not for ever.
        const report = await this.look(taskId);
        if (report?.status === 'EXPIRED') return report;
        throw error;
      }
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
    if (task) await endTaskByRun(this.deps.database, task, { status: 'CANCELLED' });
    return this.report(taskId);
  }

  private async report(taskId: string): Promise<TaskReport | null> {
    const task = await this.standing(taskId);
    return task && this.reportOf(task);
  }

  private async reportOf(task: StandingTask): Promise<TaskReport> {
    const { status, dueIn } = task;
    const common = { status, dueIn, summary: summaryOf(task) };
    const next = nextOf(task)?.step;
    const usesModel = next !== undefined && (await this.mayAskModel(task, next));
    return { ...common, next: next?.name ?? null, usesModel, undo: undoOf(task) };
  }

  private async mayAskModel(
    { orgId }: TaskView,
    { usesModel, usesBrowser }: TaskStep,
  ): Promise<boolean> {
    if (usesBrowser) return true;
    if (usesModel !== 'if-there-is-one') return usesModel === 'always';
    return (await this.deps.models.find(orgId, 'tasks')) !== null;
  }

  private async endOverdue(task: StandingTask): Promise<void> {
    if (task.isExpired)
      await endTaskByRun(this.deps.database, task, { status: 'EXPIRED', error: 'Its time is up' });
    else if (task.attempt < task.maxAttempts) await this.record(LEASE_EXPIRED, [task.id]);
    else await this.fail(task.id, 'The lease of its last attempt ran out');
  }

  private async stepOf(taskId: string, name: string, attempt: number): Promise<void> {
    const before = await this.find(taskId);
    const planned = before && nextOf(before);
    if (planned?.step.name !== name) return;
    const { as } = planned;
    const begun = { attempt, at: before!.foundAt };
    const prepared = (await planned.step.prepare?.(this.contextOf(before!), as)) ?? null;
    await this.deps.database.together(async () => {
      const task = await this.find(taskId, LOCK);
      const next = task && nextOf(task);
      if (next?.step.name !== name || next.as !== as) return;
      const outcome = await next.step.run(this.contextOf(task!), prepared);
      await this.conclude(task!, next, begun, outcome);
    });
  }

  private async conclude(
    task: TaskView,
    { step, as }: NextStep,
    { attempt, at }: BegunStep,
    outcome: StepOutcome,
  ): Promise<void> {
    if (outcome.kind === 'too-late') {
      await endTaskByRun(this.deps.database, task, { status: 'EXPIRED', error: 'Its time is up' });
      return;
    }
    const place = [as, positionOf(task, step, as), attempt, at] as const;
    if (outcome.kind === 'asking') return this.ask(task, place, outcome);
    if (outcome.kind === 'done') return this.complete(task, step, place, outcome);
    // A wait is told of once, however often it is looked at.
    if (task.status !== 'WAITING_EMAIL')
      await this.record(WAITING, [task.id, ...place, '{}', null]);
  }

  private async complete(
    task: TaskView,
    step: TaskStep,
    place: StepPlace,
    { result, content, output }: Extract<StepOutcome, { kind: 'done' }>,
  ): Promise<void> {
    const kept = content === undefined ? null : JSON.stringify(content);
    await this.record(COMPLETED, [task.id, ...place, JSON.stringify(result), kept]);
    const last = output ?? lastResult(task, step, result);
    if (last) await endTaskByRun(this.deps.database, task, { status: 'COMPLETED', output: last });
  }

  /** Has a person decide about what a step is to do. */
  private async ask(
    task: TaskView,
    place: StepPlace,
    { content, inboxId = task.inboxId }: Extract<StepOutcome, { kind: 'asking' }>,
  ): Promise<void> {
    const { id, orgId, madeBy, expiresAt } = task;
    const { approvalId, events } = newApproval(task, 'tool', inboxId);
    await this.record(ASKING, [
      ...[id, ...place, JSON.stringify(content), approvalId],
      ...[orgId, inboxId, madeBy ?? '', expiresAt, events],
    ]);
  }

  private async fail(taskId: string, error: string): Promise<void> {
    const task = await this.find(taskId);
    if (task) await endTaskByRun(this.deps.database, task, { status: 'FAILED', error });
  }

  private contextOf(task: TaskView): StepContext {
    const finished = task.steps.filter(({ status }) => status === 'COMPLETED');
    const results = Object.fromEntries(finished.map(({ name, result }) => [name, result]));
    // What the client gave was checked by it; what it left out is filled in again.
    const input = findTaskType(task.type)!.input.parse(task.input) as JsonObject;
    return { ...this.deps, task, input, results };
  }

  private standing(taskId: string): Promise<StandingTask | null> {
    return firstRow<StandingTask>(this.deps.database, STANDING, [taskId]);
  }

  private find(taskId: string, lock = ''): Promise<FoundTask | null> {
    return firstRow<FoundTask>(this.deps.database, `${FIND} ${lock}`, [taskId]);
  }

  private async record(text: string, values: readonly unknown[]): Promise<void> {
    await this.deps.database.query(text, values);
  }
}

/** The name of a step in its row, where it stands, the attempt at it, and when that began. */
type StepPlace = readonly [as: string, position: number, attempt: number, startedAt: Date];

/** An attempt at a step, and when it began: before the transaction in which the step is done. */
interface BegunStep {
  readonly attempt: number;
  readonly at: Date;
}

/** A task, and when it was found so. */
interface FoundTask extends TaskView {
  readonly foundAt: Date;
}

/** A task and how it stands by the clock. */
interface StandingTask extends TaskView {
  /** Seconds until something is due; null once it has ended. */
  readonly dueIn: number | null;
  readonly isOverdue: boolean;
  /** Its time is up; otherwise what is overdue is its lease. */
  readonly isExpired: boolean;
}

const stepsOf = ({ type }: TaskView): readonly TaskStep[] => findTaskType(type)?.steps ?? [];

const stepNamed = (task: TaskView, name: string) =>
  stepsOf(task).find((step) => step.name === name);

const isDone = (steps: readonly StepRow[], name: string) =>
  steps.some((step) => step.name === name && step.status === 'COMPLETED');

/** What is to be done next; null where nothing is to be done now. */
function nextOf(task: TaskView): NextStep | null {
  if (task.completedAt !== null || task.status === 'WAITING_APPROVAL') return null;
  const type = findTaskType(task.type);
  if (type?.next) return type.next(task.steps);
  const step = stepsOf(task).find(({ name }) => !isDone(task.steps, name));
  return step ? { step, as: step.name } : null;
}

/** Where a step stands among the others. */
function positionOf({ type, steps }: TaskView, step: TaskStep, as: string): number {
  if (!findTaskType(type)!.next) return findTaskType(type)!.steps.indexOf(step);
  const known = steps.findIndex(({ name }) => name === as);
  return known < 0 ? steps.length : known;
}

/** The output of a task whose last step this is. */
function lastResult(task: TaskView, step: TaskStep, result: JsonObject): JsonObject | undefined {
  if (findTaskType(task.type)!.next) return undefined;
  return stepsOf(task).at(-1) === step ? result : undefined;
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
  if (!isCustom(task.type)) {
    const next = nextOf(task);
    const done = steps.filter(({ status }) => status === 'COMPLETED').length;
    return `${done} steps done${next ? `, ${next.as} is next` : ''}`;
  }
  const lease = leaseUntil ? `, lease until ${leaseUntil.toISOString()}` : '';
  return `attempt ${attempt} of ${maxAttempts}${lease}`;
}
