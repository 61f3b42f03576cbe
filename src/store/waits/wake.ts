import type { Queries } from '../../db/queries.js';
import { FITS } from './rows.js';

/**
 * A part of a statement that has the runs of open waits told of those mails of the array
 * `emailIds` that they wait for. A run that is lost begins anew. The mails are read first and then
 * the waits of their inboxes, whatever the planner thinks of their number: a plan outlives its estimates.
 * What starts a thread is no reply, and is not compared with all that are awaited.
 */
export const waking = (emailIds: string): string => `woken AS (
  INSERT INTO outbox (op, workflow, workflow_id, org_id, resource_id, signal, again)
  SELECT DISTINCT 'signal', 'waitForEmail', 'waitForEmail:' || w.id, w.org_id, w.id,
    'emailArrived', true
  FROM emails e CROSS JOIN LATERAL (
    SELECT * FROM durable_waits WHERE inbox_id = e.inbox_id AND status = 'waiting' OFFSET 0) w
  WHERE e.id = ANY (${emailIds}) AND (w.email_id IS NULL OR NOT e.starts_thread) AND ${FITS}
  RETURNING pg_notify('outbox_ready', '')
)`;

const WAKE = `WITH ${waking('$1')} SELECT count(*) FROM woken`;

/** The same in a statement of its own, in the transaction that announces the mails. */
export async function wakeWaits(queries: Queries, emailIds: readonly string[]): Promise<void> {
  if (emailIds.length > 0) await queries.query(WAKE, [emailIds]);
}

// A notification holds 8,000 bytes; an id takes 24.
const IDS_PER_NOTIFICATION = 300;

/** Parts that cancel the open waits `which`, end their runs and wake whoever is attached to them. */
const cancelling = (which: string) => `
WITH ended AS (
  UPDATE durable_waits SET status = 'cancelled', ended_at = now()
  WHERE ${which} AND status = 'waiting'
  RETURNING id, org_id
), queued AS (
  INSERT INTO outbox (op, workflow, workflow_id, org_id, resource_id)
  SELECT 'cancel', 'waitForEmail', 'waitForEmail:' || id, org_id, id FROM ended
  RETURNING pg_notify('outbox_ready', '')
)
SELECT pg_notify('wait_ended', string_agg(id, ',')) FROM (
  SELECT id, (row_number() OVER () - 1) / ${IDS_PER_NOTIFICATION} AS part FROM ended) AS waits
GROUP BY part`;

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

const WAKE_REMINDERS = `
WITH held AS (
  UPDATE durable_waits SET remind_after = NULL
  WHERE inbox_id = $1 AND status = 'waiting' AND remind_after IS NOT NULL
  RETURNING id, org_id
)
INSERT INTO outbox (op, workflow, workflow_id, org_id, resource_id, signal, again)
SELECT 'signal', 'waitForEmail', 'waitForEmail:' || id, org_id, id, 'emailArrived', true FROM held
RETURNING pg_notify('outbox_ready', '')`;

/** Cancels a wait if it is open. */
export async function cancelWait(queries: Queries, id: string): Promise<void> {
  await queries.query(CANCEL_ONE, [id]);
}
