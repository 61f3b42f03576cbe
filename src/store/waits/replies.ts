import { newId } from '../../ids.js';
import { RECEIVED, SHOWN } from '../listed.js';
import type { Queries } from '../../db/queries.js';
import { queueRuns } from '../outbox.js';
import { statement } from '../statement.js';

/** What is sent in the thread while no reply came. */
export interface Reminder {
  /** Seconds from the sending of the mail. */
  readonly after_seconds: number;
  readonly text: string;
}

/** How long a reply is awaited. */
export interface AwaitReply {
  readonly timeoutSeconds: number;
  /** In their order. */
  readonly reminders: readonly Reminder[];
}

/** A sent mail whose reply is awaited. */
export interface AwaitingMail {
  /** Of the wait (default: a new one). */
  readonly id?: string;
  /** The task that is told of its end. */
  readonly taskId?: string;
  readonly emailId: string;
  readonly awaitReply: AwaitReply;
}

/** Makes a wait for each of the mails, in the transaction that wrote them, and has its run started. */
export async function awaitReplies(
  queries: Queries,
  mails: readonly AwaitingMail[],
): Promise<void> {
  const waits = mails.map(({ id = newId('wt'), taskId = null, ...mail }) => ({
    id,
    task_id: taskId,
    email_id: mail.emailId,
    timeout: mail.awaitReply.timeoutSeconds,
    reminders: mail.awaitReply.reminders,
  }));
  await queries.query(CREATE, [JSON.stringify(waits), mails.map(({ emailId }) => emailId)]);
}

// Its time counts from the sending, as late as that may be, and so does the mail it finds.
const CREATE = statement([
  `wait AS (
  INSERT INTO durable_waits (id, org_id, inbox_id, kind, after_uid, since, count, created_at,
    expires_at, email_id, thread_id, reminders, task_id, requested_by)
  SELECT w.id, e.org_id, e.inbox_id, 'email', e.uid, leaves.at, 1, now.at,
    coalesce(leaves.at, now.at) + make_interval(secs => w.timeout), e.id, e.thread_id, w.reminders,
    w.task_id, (SELECT t.made_by FROM tasks t WHERE t.id = w.task_id)
  FROM jsonb_to_recordset($1::jsonb) AS w(id text, task_id text, email_id text,
    timeout int, reminders jsonb)
  JOIN emails e ON e.id = ANY ($2) AND e.id = w.email_id
  JOIN sends s ON s.email_id = ANY ($2) AND s.email_id = w.email_id
  LEFT JOIN approvals a ON a.id = s.approval_id AND a.status = 'PENDING'
  CROSS JOIN LATERAL (SELECT greatest(s.send_at, a.expires_at) AS at) AS leaves
  CROSS JOIN (SELECT date_trunc('milliseconds', now()) AS at) AS now
  RETURNING id, org_id
)`,
  queueRuns({ workflow: 'waitForEmail' }, {}, 'SELECT org_id, id FROM wait'),
]);

/** SQL: what has the wait `w` count from `at`, for as long as before. */
export const countFrom = (at: string): string => `
  since = ${at}, expires_at = w.expires_at + (${at} - ${STARTS_AT})`;

/** SQL: where the wait `w` for a reply counts from. */
export const STARTS_AT = 'coalesce(w.since, w.created_at)';

/** SQL: when the next reminder of the wait `w` is to be sent; null when there is none. */
export const REMIND_AT = `CASE WHEN w.reminders_done < jsonb_array_length(w.reminders) THEN
    greatest(w.remind_after, ${STARTS_AT} + make_interval(
      secs => (w.reminders->w.reminders_done->>'after_seconds')::int)) END`;

// A thread may have become part of another one since; the mail knows.
const THREAD = `coalesce(
    (SELECT sent.thread_id FROM emails sent WHERE sent.id = w.email_id), w.thread_id)`;

/** SQL: the thread of the wait `w`, null where it is not for a reply. */
export const WAIT_THREAD = `CASE WHEN w.email_id IS NOT NULL THEN ${THREAD} END`;

/** SQL: the mails `e` among which replies to what the wait `w` is about are; by `emails_by_thread`. */
export const IN_THREAD = `e.thread_id = ${THREAD}
  AND ${SHOWN} AND ${RECEIVED}`;

/** SQL: whether the mail `e` is a reply to what the wait `w` is about; automatic ones are none. */
export const REPLIES = `e.thread_id = ${THREAD} AND NOT e.automatic
  AND e.category NOT IN ('auto_reply', 'bounce')
  AND lower(e.from_address) <> (SELECT lower(i.address) FROM inboxes i WHERE i.id = w.inbox_id)`;

/** SQL: whether a reply to what the wait `w` is about is there, though it may not be announced yet. */
export const ANSWERED = `EXISTS (
  SELECT FROM emails e
  WHERE ${IN_THREAD} AND e.inbox_id = w.inbox_id AND e.uid > w.after_uid
    AND e.direction = 'inbound' AND (w.since IS NULL OR e.received_at >= w.since) AND ${REPLIES})`;
