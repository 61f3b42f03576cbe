import type { Queries } from '../../db/queries.js';
import { queueRuns } from '../outbox.js';
import { notify, statement, type SqlPart } from '../statement.js';
import { FITS } from './rows.js';

const WAIT = { workflow: 'waitForEmail' } as const;

/**
 * A part of a statement that has the runs of open waits told of those mails of the array
 * `emailIds` that they wait for. A run that is lost begins anew. The mails are read first and then
 * the waits of their inboxes, whatever the planner thinks of their number: a plan outlives its estimates.
 * What starts a thread is no reply, and is not compared with all that are awaited.
 */
export const signalWaits = (emailIds: string): SqlPart =>
  queueRuns(
    WAIT,
    { signal: 'emailArrived', again: true, as: 'woken' },
    `SELECT DISTINCT w.org_id, w.id
  FROM emails e CROSS JOIN LATERAL (
    SELECT * FROM durable_waits WHERE inbox_id = e.inbox_id AND status = 'waiting' OFFSET 0) w
  WHERE e.id = ANY (${emailIds}) AND (w.email_id IS NULL OR NOT e.starts_thread) AND ${FITS}`,
  );

const WAKE = statement([signalWaits('$1')]);

/** The same in a statement of its own, in the transaction that announces the mails. */
export async function wakeWaits(queries: Queries, emailIds: readonly string[]): Promise<void> {
  if (emailIds.length > 0) await queries.query(WAKE, [emailIds]);
}

/** A part that has the runs of tasks told that their waits, the rows of `ended`, came to an end. */
export const signalTasksOf = (ended: string): SqlPart =>
  queueRuns(
    { workflow: 'runAgentTask' },
    { signal: 'taskChanged', again: true, as: 'told_tasks' },
    `SELECT org_id, task_id FROM ${ended} WHERE task_id IS NOT NULL`,
  );

/** Cancels the open waits `which`, ends their runs and wakes whoever is attached to them. */
const cancelling = (which: string) =>
  statement([
    `ended AS (
  UPDATE durable_waits SET status = 'cancelled', ended_at = now()
  WHERE ${which} AND status = 'waiting'
  RETURNING id, org_id, task_id
)`,
    queueRuns(WAIT, { cancel: true }, 'SELECT org_id, id FROM ended'),
    notify('wait_ended', 'SELECT id FROM ended'),
    signalTasksOf('ended'),
  ]);

const CANCEL_OF_INBOX = cancelling('inbox_id = $1');
const CANCEL_ONE = cancelling('id = $1');
const CANCEL_OF_MAIL = cancelling('email_id = $1');

/** Cancels the open waits of an inbox that is deleted, in the transaction of that. */
export async function cancelWaitsOf(queries: Queries, inboxId: string): Promise<void> {
  await queries.query(CANCEL_OF_INBOX, [inboxId]);
}

/** Cancels the open wait for the reply to a mail that is not sent, in the transaction of that. */
export async function cancelWaitsFor(queries: Queries, emailId: string): Promise<void> {
  await queries.query(CANCEL_OF_MAIL, [emailId]);
}

/** Has the runs of waits look again whose reminders were held back while their inbox was paused. */
export async function wakeReminders(queries: Queries, inboxId: string): Promise<void> {
  await queries.query(WAKE_REMINDERS, [inboxId]);
}

const WAKE_REMINDERS = statement([
  `held AS (
  UPDATE durable_waits SET remind_after = NULL
  WHERE inbox_id = $1 AND status = 'waiting' AND remind_after IS NOT NULL
  RETURNING id, org_id
)`,
  queueRuns(WAIT, { signal: 'emailArrived', again: true }, 'SELECT org_id, id FROM held'),
]);

/** Cancels a wait if it is open. */
export async function cancelWait(queries: Queries, id: string): Promise<void> {
  await queries.query(CANCEL_ONE, [id]);
}
