import { requireOther } from '../../auth/deciders.js';
import type { Database } from '../../db/database.js';
import { firstRow } from '../../db/queries.js';
import { newId } from '../../ids.js';
import { eventRows, type NewEvent } from '../../store/events/record.js';
import {
  approvalEvent,
  decideApproval,
  TELL_DECISION,
  type ApprovalStatus,
  type ToldApproval,
  type ApprovalVerdict,
} from '../../store/approvals.js';
import { changing } from './changes.js';
import { taskEvent } from './ending.js';
import { viewColumns, type TaskView } from './rows.js';

/** Lets tasks that wait for approval begin, or ends them. */
export class TaskDeciding {
  constructor(private readonly database: Database) {}

  /**
   * The task as it is then; null when it waits for no approval. `fields` are kept for the step that asked.
   * @throws AppError 403 for the key that asked
   */
  async decide(
    taskId: string,
    verdict: ApprovalVerdict,
    fields?: Readonly<Record<string, string>>,
  ): Promise<TaskView | null> {
    const { approve, comment, by, via } = verdict;
    const [task] = await this.database.query<AskingTask>(FIND, [taskId]);
    if (!task) return null;
    const { kind } = task;
    requireOther(by, task);
    const status = approve ? 'APPROVED' : 'REJECTED';
    const told = approvalEvent('approval.decided', approvalOf(task, kind, status, verdict));
    const values = [taskId, by, comment, via];
    if (kind === 'tool') {
      const text = approve ? ALLOW_TOOL : REFUSE_TOOL;
      if (fields) await this.database.query(ANSWER, [taskId, JSON.stringify(fields)]);
      return firstRow<TaskView>(this.database, text, [...values, eventRows([told])]);
    }
    const [decided] = approve
      ? await this.database.query<TaskView>(APPROVE, [...values, eventRows([told])])
      : await this.reject(task, values, told);
    return decided ?? null;
  }

  private reject(
    task: TaskView,
    values: readonly (string | null)[],
    told: NewEvent,
  ): Promise<TaskView[]> {
    const comment = values[2];
    const error = comment === null ? 'Rejected' : `Rejected: ${comment}`;
    const events = eventRows([taskEvent(task, 'FAILED', error), told]);
    return this.database.query<TaskView>(REJECT, [...values, events, error]);
  }
}

/** An approval that a task is to wait for: its id, and the events that tell of it. */
export function newApproval(task: TaskView, kind: 'task' | 'tool', inboxId = task.inboxId) {
  const approvalId = newId('apr');
  const asked = approvalOf({ ...task, inboxId, approvalId }, kind, 'PENDING', null);
  const events = eventRows([
    taskEvent(task, 'WAITING_APPROVAL', null, approvalId),
    approvalEvent('approval.requested', asked),
  ]);
  return { approvalId, events };
}

/** The approval that a task waits for, as it is told of. */
const approvalOf = (
  { approvalId, orgId, inboxId, id }: TaskView,
  kind: 'task' | 'tool',
  status: ApprovalStatus,
  verdict: ApprovalVerdict | null,
): ToldApproval => ({
  ...{ id: approvalId!, orgId, inboxId, kind, resourceId: id, status },
  ...{ decidedBy: verdict?.by ?? null, decidedVia: verdict?.via ?? null },
  comment: verdict?.comment ?? null,
});

const WAITS = `t.id = $1 AND t.status = 'WAITING_APPROVAL' AND EXISTS (SELECT FROM decision)`;

const deciding = (kind: 'approved' | 'rejected', set: string, claimable = false) =>
  changing({
    kind,
    before: [decideApproval(kind === 'approved' ? 'APPROVED' : 'REJECTED'), TELL_DECISION],
    set,
    where: WAITS,
    data: `jsonb_build_object('by', $2::text, 'comment', $3::text)`,
    events: '$5',
    claimable,
  });

// What is done by outside agents may be claimed from now on.
const APPROVE = deciding(
  'approved',
  `status = 'PENDING', claimable_at = CASE WHEN t.type LIKE 'custom%' THEN now() END`,
  true,
);
const REJECT = deciding('rejected', `status = 'FAILED', error = $6, completed_at = now()`);

// The task goes on either way: its agent sees what was decided.
const ALLOW_TOOL = deciding('approved', `status = 'RUNNING'`);
const REFUSE_TOOL = deciding('rejected', `status = 'RUNNING'`);

// Before it is decided: its run goes on at once.
const ANSWER = `
UPDATE task_steps s SET content = s.content || jsonb_build_object('answer', $2::jsonb)
FROM approvals a WHERE s.task_id = $1 AND s.status = 'WAITING' AND a.id = s.approval_id
  AND a.status = 'PENDING' AND a.kind = 'tool'`;

/** A task, and what of it waits for a decision. */
interface AskingTask extends TaskView {
  readonly kind: 'task' | 'tool';
  readonly requestedBy: string;
  readonly separate: boolean;
}

const FIND = `
SELECT ${viewColumns('tasks')}, a.kind, a.requested_by AS "requestedBy", a.separate
FROM tasks JOIN approvals a ON a.resource_id = tasks.id AND a.status = 'PENDING' WHERE tasks.id = $1`;
