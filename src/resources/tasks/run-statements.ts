import { askApproval, TELL_APPROVERS } from '../../store/approvals.js';
import { changing, IS_OPEN } from './changes.js';
import { viewColumns } from './rows.js';

// What runs of tasks read and write: each may be done twice.

/** A task by its id $1. */
export const FIND = `SELECT ${viewColumns('tasks')}, clock_timestamp() AS "foundAt" FROM tasks WHERE id = $1`;
/** So that nobody else changes it meanwhile. */
export const LOCK = 'FOR UPDATE';

const DUE_AT = `least(t.expires_at, CASE WHEN t.status = 'RUNNING' THEN t.lease_until END)`;

/** The same, and how it stands by the clock. */
export const STANDING = `
SELECT ${viewColumns('t')}, ${IS_OPEN} AND ${DUE_AT} <= now() AS "isOverdue", t.expires_at <= now() AS "isExpired",
  CASE WHEN ${IS_OPEN} THEN greatest(extract(epoch FROM ${DUE_AT} - now()), 0)::float8 END AS "dueIn"
FROM tasks t WHERE t.id = $1`;

/** Gives a task $1 back whose lease is over. */
export const LEASE_EXPIRED = changing({
  kind: 'lease_expired',
  set: `status = 'PENDING'`,
  where: `t.id = $1 AND t.status = 'RUNNING' AND t.lease_until <= now()`,
  data: `jsonb_build_object('attempt', attempt)`,
  telling: 'never',
});

const stepped = (kind: 'step_waiting' | 'step_completed', status: string, of: string) =>
  changing({
    kind,
    before: [
      `step AS (
  INSERT INTO task_steps (task_id, name, position, status, attempt, started_at, result, content, ended_at)
  VALUES ($1, $2, $3, '${status}', $4, $5, $6, $7, ${status === 'COMPLETED' ? 'clock_timestamp()' : 'NULL'})
  ON CONFLICT (task_id, name) DO UPDATE SET status = excluded.status, attempt = excluded.attempt,
    result = excluded.result, content = excluded.content, ended_at = excluded.ended_at
)`,
    ],
    set: `status = '${of}', started_at = coalesce(t.started_at, $5)`,
    where: `t.id = $1 AND ${IS_OPEN}`,
    data: `jsonb_build_object('step', $2::text)`,
    telling: 'never',
  });

/** A step waits: task, step, position, attempt, when it began, result, content. */
export const WAITING = stepped('step_waiting', 'WAITING', 'WAITING_EMAIL');
/** A step is done, with the same parameters. */
export const COMPLETED = stepped('step_completed', 'COMPLETED', 'RUNNING');

/** A step asks for an approval. */
export const ASKING = changing({
  kind: 'approval_requested',
  before: [
    `step AS (
  INSERT INTO task_steps (task_id, name, position, status, attempt, started_at, content, approval_id)
  VALUES ($1, $2, $3, 'WAITING', $4, $5, $6, $7)
  ON CONFLICT (task_id, name) DO UPDATE SET status = excluded.status, attempt = excluded.attempt,
    content = excluded.content, approval_id = excluded.approval_id
)`,
    askApproval('tool', {
      ...{ id: '$7', orgId: '$8', inboxId: '$9', resourceId: '$1' },
      ...{ requestedBy: '$10', expiresAt: '$11' },
    }),
    TELL_APPROVERS,
  ],
  set: `status = 'WAITING_APPROVAL', started_at = coalesce(t.started_at, $5)`,
  where: `t.id = $1 AND ${IS_OPEN}`,
  data: `jsonb_build_object('step', $2::text, 'approval_id', $7::text)`,
  events: '$12',
  telling: 'never',
});

/** Step $2 of task $1 is undone. */
export const UNDONE = changing({
  kind: 'step_undone',
  before: [
    `step AS (
  UPDATE task_steps SET status = 'UNDONE', ended_at = now() WHERE task_id = $1 AND name = $2
)`,
  ],
  set: 'priority = t.priority',
  where: 't.id = $1',
  data: `jsonb_build_object('step', $2::text)`,
  telling: 'never',
});
