import { firstRow, type Queries } from '../../db/queries.js';
import type { NewEvent } from '../../store/events/record.js';
import { eventRows } from '../../store/events/record.js';
import { TELL_DECISION, WITHDRAW_APPROVAL } from '../../store/approvals.js';
import { changing, IS_OPEN, type TaskChange } from './changes.js';
import type { JsonObject, TaskView } from './rows.js';
import type { TaskEnd, TaskEventKind } from './vocabulary.js';

/** How a task ends. */
export interface TaskEnding {
  readonly status: TaskEnd;
  readonly error?: string;
  readonly output?: JsonObject;
}

/** The task as far as it is told to subscribers. */
export type ToldTask = Pick<TaskView, 'id' | 'orgId' | 'inboxId' | 'agentId' | 'type'>;

const KINDS: Readonly<Record<TaskEnd, TaskEventKind>> = {
  COMPLETED: 'completed',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
};

const ending = (status: TaskEnd, where: string, telling?: TaskChange['telling']) =>
  changing({
    ...(telling && { telling }),
    kind: KINDS[status],
    before: [WITHDRAW_APPROVAL, TELL_DECISION],
    set: `status = '${status}', error = $2, output = $3, completed_at = now(), claimable_at = NULL`,
    where: `t.id = $1 AND ${IS_OPEN}${where}`,
    data: `jsonb_build_object('error', $2::text)`,
    events: '$4',
  });

const END = { FAILED: ending('FAILED', ''), CANCELLED: ending('CANCELLED', '') };

const endByRun = (status: TaskEnd) => ending(status, '', 'never');
const END_BY_RUN: Readonly<Record<TaskEnd, string>> = {
  COMPLETED: endByRun('COMPLETED'),
  FAILED: endByRun('FAILED'),
  CANCELLED: endByRun('CANCELLED'),
  EXPIRED: endByRun('EXPIRED'),
};

// Of whoever holds the last lease. It may be open again before its run is told.
const FAIL_LEASED = ending('FAILED', ' AND t.lease_token = $5', 'soon');

const valuesOf = (task: ToldTask, { status, error = null, output }: Ended): unknown[] => [
  task.id,
  error,
  output ? JSON.stringify(output) : null,
  eventRows([taskEvent(task, status, error)]),
];

type Ended = Omit<TaskEnding, 'error'> & { readonly error?: string | null };

/** Ends a task that is open, once; null when it was not. */
export function endTask(
  queries: Queries,
  task: ToldTask,
  end: TaskEnding & { readonly status: keyof typeof END },
): Promise<TaskView | null> {
  return firstRow<TaskView>(queries, END[end.status], valuesOf(task, end));
}

/** The same by the run of the task itself, which need not be told. */
export async function endTaskByRun(
  queries: Queries,
  task: ToldTask,
  end: TaskEnding,
): Promise<void> {
  await queries.query(END_BY_RUN[end.status], valuesOf(task, end));
}

/** Fails a task for whoever shows the token of the last lease; null where that is lost. */
export async function failLeased(
  queries: Queries,
  task: ToldTask,
  error: string,
  token: Buffer,
): Promise<TaskView | null> {
  const values = [...valuesOf(task, { status: 'FAILED', error }), token];
  return firstRow<TaskView>(queries, FAIL_LEASED, values);
}

const OF_INBOX = `
SELECT id, org_id AS "orgId", inbox_id AS "inboxId", agent_id AS "agentId", type FROM tasks t
WHERE t.inbox_id = $1 AND ${IS_OPEN} ORDER BY id FOR UPDATE`;

/** Ends the open tasks of an inbox that is deleted, in the transaction of that. */
export async function failTasksOf(queries: Queries, inboxId: string): Promise<void> {
  const tasks = await queries.query<ToldTask>(OF_INBOX, [inboxId]);
  for (const task of tasks)
    await endTask(queries, task, { status: 'FAILED', error: 'The inbox was deleted' });
}

/** What subscribers are told of the end of a task, or of its waiting for approval. */
export function taskEvent(
  { id, orgId, inboxId, agentId, type }: ToldTask,
  status: TaskEnd | 'WAITING_APPROVAL',
  error: string | null = null,
  approvalId: string | null = null,
): NewEvent {
  return {
    kind: EVENTS[status],
    orgId,
    inboxId,
    resourceId: id,
    data: {
      task_id: id,
      inbox_id: inboxId,
      agent_id: agentId,
      approval_id: approvalId,
      type,
      status,
      error,
    },
  };
}

const EVENTS = {
  COMPLETED: 'task.completed',
  FAILED: 'task.failed',
  CANCELLED: 'task.failed',
  EXPIRED: 'task.failed',
  WAITING_APPROVAL: 'task.approval_requested',
} as const;
