import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Caller } from '../../auth/caller.js';
import { requireDecider } from '../../auth/deciders.js';
import { requireAccess, requireOwned } from '../../auth/ownership.js';
import { countedKeyId, principalId } from '../../auth/principal.js';
import { requireScope } from '../../auth/scopes.js';
import { secretHash } from '../../auth/secret-hash.js';
import type { ListDeps, Page, Paging } from '../../db/page.js';
import type { Queries } from '../../db/queries.js';
import type { LongPoll } from '../../deadline.js';
import { conflict, forbidden, invalid } from '../../errors.js';
import { newId } from '../../ids.js';
import { firstProblem, predicateOf } from '../../operations/problems.js';
import type { FromWire } from '../../operations/wire.js';
import { listedInboxes, type FindInbox } from '../../store/inboxes.js';
import type { Models } from '../../models/models.js';
import type { AgentTools } from './agent/tools.js';
import type { EndWatches } from '../../live/end-watches.js';
import { changing } from './changes.js';
import { newApproval, type TaskDeciding } from './deciding.js';
import { endTask } from './ending.js';
import { askApproval, TELL_APPROVERS } from '../../store/approvals.js';
import { boundSchema, type JsonSchemas } from './json-schema.js';
import type { LeasedTask } from './claiming.js';
import type { AttemptFailure, Heartbeat, TaskQueue } from './queue.js';
import type { JsonObject, TaskEventRow, TaskView } from './rows.js';
import { undoableSteps } from './runs.js';
import type { newTask, taskClaim, taskListQuery } from './schema.js';
import { TaskStore } from './store.js';
import { inboxOfTask, requireMeans, type MeansDeps } from './subject.js';
import type { TaskType } from './task-type.js';
import { findTaskType, isCustom, TASK_TYPES } from './types/types.js';

interface TaskServiceDeps extends ListDeps, MeansDeps {
  readonly findInbox: FindInbox;
  readonly queue: TaskQueue;
  readonly deciding: TaskDeciding;
  readonly schemas: Pick<JsonSchemas, 'check'>;
  readonly models: Pick<Models, 'find'>;
  readonly tools: Pick<AgentTools, 'all'>;
  /** Requests that wait for a change of a task. */
  readonly watches: Pick<EndWatches, 'watch'>;
  /** Requests that wait for a task to claim. */
  readonly claims: Pick<EndWatches, 'watch'>;
}

type NewTaskInput = FromWire<z.output<typeof newTask>>;

/** Work that takes time: done by the service, or by whoever claims it. */
export class TaskService {
  private readonly store: TaskStore;

  constructor(private readonly deps: TaskServiceDeps) {
    this.store = new TaskStore(deps.database);
  }

  /** A task and its run. @throws AppError 400, 403, 404, 429 too many open */
  async create(caller: Caller, given: NewTaskInput): Promise<TaskView> {
    const type = findTaskType(given.type)!;
    for (const scope of type.scopes) requireScope(caller, scope, ` that ${type.type} needs`);
    const { input } = given;
    const { timeout_seconds: timeoutSeconds } = input;
    const checked = checkedInput(type, input);
    await this.checkMeans(caller, type, checked);
    await this.checkSchema('input.schema', type.schemaOf?.(checked));
    const subject = type.subject?.(checked) ?? {};
    const inboxId = await inboxOfTask(this.deps, caller, type, {
      inboxId: given.inboxId,
      ...subject,
    });
    await this.checkOutputSchema(given);
    await this.store.roomFor(caller.orgId);
    const { requiresApproval } = given;
    const id = newId('task');
    const task = {
      ...{ id, orgId: caller.orgId, inboxId, agentId: given.agentId ?? null },
      ...{ type: given.type, input, timeoutSeconds, requiresApproval },
      ...{ priority: given.priority, maxAttempts: given.maxAttempts },
      outputSchema: given.outputSchema ?? null,
      madeBy: countedKeyId(caller.principal),
      status: requiresApproval ? 'WAITING_APPROVAL' : 'PENDING',
      claimable: isCustom(given.type) && !requiresApproval,
    } as const;
    if (!requiresApproval) return this.store.create(this.deps.database, task);
    // A task without the approval that it waits for would wait until its time is up.
    return this.deps.database.transaction(async (manager) =>
      askForApproval(manager, caller, await this.store.create(manager, task)),
    );
  }

  /** The task, once it has ended, asks for a decision or the time is up. @throws AppError 403, 404 */
  async get(caller: Caller, id: string, { timeoutSeconds, signal }: LongPoll): Promise<TaskView> {
    const until = Date.now() + timeoutSeconds * 1_000;
    for (;;) {
      const watch = this.deps.watches.watch(id);
      const task = await this.owned(caller, id).catch(async (error: unknown) => {
        await watch.until(0, signal);
        throw error;
      });
      const left = until - Date.now();
      const isSettled = task.completedAt !== null || task.status === 'WAITING_APPROVAL';
      await watch.until(isSettled ? 0 : Math.max(left, 0), signal);
      if (isSettled || left <= 0 || signal.aborted) return task;
    }
  }

  /** A page of tasks the caller may see, newest first. @throws AppError 400, 403, 404 */
  async list(
    caller: Caller,
    { limit, cursor, inboxId, ...filter }: FromWire<z.output<typeof taskListQuery>>,
  ): Promise<Page<TaskView>> {
    const listed = await listedInboxes(caller, inboxId, this.deps.findInbox);
    const shown = { ...filter, hiddenTypes: hiddenTypes(caller) };
    return this.store.list(this.deps, listed, shown, { limit, cursor });
  }

  /** A page of what happened to a task, in order. @throws AppError 400, 403, 404 */
  async events(
    caller: Caller,
    id: string,
    after: number,
    paging: Paging,
  ): Promise<Page<TaskEventRow>> {
    return this.store.events(this.deps, await this.owned(caller, id), after, paging);
  }

  /** Ends a task; what was done is undone. @throws AppError 403, 404, 409 when it has ended */
  async cancel(caller: Caller, id: string): Promise<TaskView> {
    const task = await this.owned(caller, id);
    const ended = await endTask(this.deps.database, task, { status: 'CANCELLED' });
    return ended ?? refuse(await this.owned(caller, id), 'cancelled');
  }

  /** Goes on behind the last finished step. @throws AppError 403, 404, 409 unless it failed or expired */
  async retry(caller: Caller, id: string): Promise<TaskView> {
    const { type } = await this.owned(caller, id);
    const values = [id, undoableSteps(type), isCustom(type)];
    const [task] = await this.deps.database.query<TaskView>(RETRY, values);
    return task ?? refuse(await this.owned(caller, id), 'tried again');
  }

  /** Lets a task begin or go on, or ends it. @throws AppError 400, 403, 404, 409 when it waits for no approval */
  async decide(
    caller: Caller,
    id: string,
    verdict: { readonly approve: boolean; readonly comment: string | null },
    fields?: Readonly<Record<string, string>>,
  ): Promise<TaskView> {
    requireDecider(caller);
    const { type } = await this.owned(caller, id);
    if (fields && !findTaskType(type)!.takesFields)
      throw invalid(`fields are not for tasks of type ${type}`);
    const by = principalId(caller.principal);
    const decided = { ...verdict, by, via: 'api' } as const;
    const task = await this.deps.deciding.decide(id, decided, fields);
    return task ?? refuse(await this.owned(caller, id), verdict.approve ? 'approved' : 'rejected');
  }

  /** The next custom task, leased to an agent; null when there is none in time. */
  async claim(
    caller: Caller,
    { wait, ...claim }: FromWire<z.output<typeof taskClaim>>,
    signal: AbortSignal,
  ): Promise<LeasedTask | null> {
    const until = Date.now() + wait * 1_000;
    for (;;) {
      const watch = this.deps.claims.watch(caller.orgId);
      const leased = signal.aborted ? null : await this.deps.queue.claim(caller, claim);
      const left = until - Date.now();
      await watch.until(leased || left <= 0 ? 0 : left, signal);
      if (leased || left <= 0 || signal.aborted) return leased;
    }
  }

  /** Holds a task longer. @throws AppError 403, 404, 409 when the lease is lost */
  async heartbeat(caller: Caller, id: string, token: string, told: Heartbeat): Promise<TaskView> {
    await this.owned(caller, id);
    return (await this.deps.queue.heartbeat(id, token, told)) ?? leaseLost();
  }

  /** Ends a task with what came of it; the same again is answered as before. @throws AppError 400, 403, 404, 409 */
  async complete(caller: Caller, id: string, token: string, output: JsonObject): Promise<TaskView> {
    const task = await this.owned(caller, id);
    if (task.outputSchema && task.completedAt === null)
      await this.deps.schemas.check('output', { schema: task.outputSchema, value: output });
    const completed = await this.deps.queue.complete(task, token, output);
    if (completed) return completed;
    // The same again, also where the first was under way when this one came.
    const before = await this.owned(caller, id);
    const isSame =
      before.status === 'COMPLETED' &&
      before.leaseToken?.equals(secretHash(token)) &&
      isDeepStrictEqual(before.output, output);
    return isSame ? before : leaseLost();
  }

  /** Gives a task back, or ends it. @throws AppError 403, 404, 409 when the lease is lost */
  async fail(
    caller: Caller,
    id: string,
    token: string,
    failure: AttemptFailure,
  ): Promise<TaskView> {
    const task = await this.owned(caller, id);
    return (await this.deps.queue.fail(task, token, failure)) ?? leaseLost();
  }

  private async owned(access: Caller, id: string): Promise<TaskView> {
    const task = requireOwned(access.orgId, await this.store.find(id), 'Task');
    if (task.inboxId !== null) requireAccess(access, task.inboxId);
    else if (access.allowedInboxIds !== null)
      throw forbidden('This key is bound to inboxes; this task is of none of them');
    for (const scope of findTaskType(task.type)!.scopes)
      requireScope(access, scope, ` that ${task.type} needs`);
    return task;
  }

  /** @throws AppError 400 for what there is no model for, or no tool; 403, 404, 409, 410 */
  private async checkMeans(caller: Caller, type: TaskType, input: JsonObject): Promise<void> {
    type.check?.(input, this.deps.tools);
    if (type.needsModel?.(input) && !(await this.deps.models.find(caller.orgId, 'tasks')))
      throw invalid(`type ${type.type} needs a model with the feature tasks: PUT /v1/ai-config`);
    await requireMeans(this.deps, caller, type.means?.(input));
  }

  private async checkOutputSchema({ type, outputSchema }: NewTaskInput): Promise<void> {
    if (outputSchema === undefined) return;
    if (!isCustom(type)) throw invalid('output_schema is for custom tasks: others have their own');
    await this.checkSchema('output_schema', outputSchema);
  }

  private async checkSchema(field: string, schema: JsonObject | undefined): Promise<void> {
    if (schema === undefined) return;
    boundSchema(field, schema);
    await this.deps.schemas.check(field, { schema });
  }
}

/** Types whose tasks tell what the caller may not read. */
const hiddenTypes = ({ scopes }: Caller): readonly string[] =>
  TASK_TYPES.filter((type) => !type.scopes.every((scope) => scopes?.includes(scope) ?? true)).map(
    ({ type }) => type,
  );

/** @throws AppError 400 that names the field of `input` */
function checkedInput(type: TaskType, input: JsonObject): JsonObject {
  const result = type.input.safeParse(input, { error: predicateOf });
  if (!result.success) throw invalid(`input.${firstProblem(result.error, input, {})}`);
  return result.data;
}

/** The task as it waits. */
async function askForApproval(queries: Queries, caller: Caller, task: TaskView): Promise<TaskView> {
  const { id, orgId, inboxId, expiresAt } = task;
  const { approvalId, events } = newApproval(task, 'task');
  const by = countedKeyId(caller.principal);
  const values = [id, approvalId, orgId, inboxId, by, expiresAt, events];
  const [asking] = await queries.query<TaskView>(ASK, values);
  // The statement that writes the approval does not see it.
  return { ...asking!, approvalId };
}

function refuse({ status }: TaskView, done: string): never {
  throw conflict(`The task is ${status} and cannot be ${done}`);
}

function leaseLost(): never {
  throw conflict('The lease is lost: the task was claimed again, or has ended');
}

const ASK = changing({
  kind: 'approval_requested',
  before: [
    askApproval('task', {
      ...{ id: '$2', orgId: '$3', inboxId: '$4', resourceId: '$1' },
      ...{ requestedBy: '$5', expiresAt: '$6' },
    }),
    TELL_APPROVERS,
  ],
  set: 'priority = t.priority',
  where: 't.id = $1',
  data: `jsonb_build_object('approval_id', $2::text)`,
  events: '$7',
  telling: 'never',
});

// What can be undone is undone before it is tried again.
const RETRY = changing({
  kind: 'retried',
  set: `status = 'PENDING', error = NULL, output = NULL, completed_at = NULL, attempt = 0,
    lease_token = NULL, lease_until = NULL,
    expires_at = now() + make_interval(secs => t.timeout_seconds),
    claimable_at = CASE WHEN $3 THEN now() END`,
  where: `t.id = $1 AND t.status IN ('FAILED', 'EXPIRED') AND NOT EXISTS (
    SELECT FROM task_steps s WHERE s.task_id = t.id AND s.status = 'COMPLETED' AND s.name = ANY ($2))
    AND (NOT t.requires_approval OR EXISTS (
      SELECT FROM approvals a WHERE a.resource_id = t.id AND a.status = 'APPROVED'))`,
  claimable: true,
});
