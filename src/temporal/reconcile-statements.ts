import { HELD } from '../restores/hold.js';

/** Up to $2 runs whose mails were not finished within $1 seconds; given up on after $3. */
export const UNSETTLED = `
SELECT workflow_id, array_agg(id::text) AS rows,
  min(done_at) < now() - make_interval(secs => $3) AS given_up
FROM outbox
WHERE done_at < now() - make_interval(secs => $1) AND settled_at IS NULL
GROUP BY workflow_id
ORDER BY min(done_at)
LIMIT $2`;

/** New rows for the mails of the rows $1, which count as settled from now on. */
export const QUEUE_MAIL_AGAIN = `
WITH lost AS (
  UPDATE outbox SET settled_at = now()
  WHERE id IN (SELECT id FROM outbox WHERE id = ANY ($1) AND settled_at IS NULL
               FOR UPDATE SKIP LOCKED)
  RETURNING workflow, org_id, resource_id
)
INSERT INTO outbox (op, workflow, org_id, resource_id, again)
SELECT 'start', workflow, org_id, resource_id, true FROM lost
RETURNING pg_notify('outbox_ready', '')`;

// Deliveries queued again in one go.
const DELIVERIES = 1_000;

/**
 * Queues deliveries that no run got on with for $1 seconds though they were due; whoever attempts one
 * of a webhook that is gone cancels it. A run that is still at it is met by the start and goes on.
 */
export const QUEUE_DELIVERIES_AGAIN = `
WITH lost AS (
  UPDATE webhook_deliveries SET queued = true, touched_at = now()
  WHERE id IN (
    SELECT d.id FROM webhook_deliveries d LEFT JOIN webhooks w ON w.id = d.webhook_id
    WHERE d.status = 'PENDING' AND NOT d.queued
      AND (w.id IS NULL OR NOT w.active OR d.kind = 'webhook.test'
        OR (NOT w.ordered AND w.paused_at IS NULL))
      AND greatest(d.touched_at, d.next_attempt_at) < now() - make_interval(secs => $1)
    LIMIT ${DELIVERIES} FOR UPDATE OF d SKIP LOCKED)
  RETURNING 1)
SELECT pg_notify('delivery_queued', '') FROM lost`;

/** A row for each ordered webhook whose first delivery nobody got on with for $1 seconds. */
export const QUEUE_ORDERED_AGAIN = `
INSERT INTO outbox (op, workflow, workflow_id, org_id, resource_id, again)
SELECT 'start', 'deliverInOrder', 'deliverInOrder:' || w.id, w.org_id, w.id, true
FROM webhooks w CROSS JOIN LATERAL (
  SELECT greatest(d.touched_at, d.next_attempt_at) AS since FROM webhook_deliveries d
  WHERE d.webhook_id = w.id AND d.status = 'PENDING' AND NOT d.queued
  ORDER BY d.xid, d.seq LIMIT 1) AS head
WHERE w.ordered AND w.active AND w.paused_at IS NULL
  AND head.since < now() - make_interval(secs => $1)
  AND NOT EXISTS (
    SELECT FROM outbox o WHERE o.resource_id = w.id AND o.workflow = 'deliverInOrder'
      AND (o.done_at IS NULL OR o.done_at > now() - make_interval(secs => $1)))
RETURNING pg_notify('outbox_ready', '')`;

/**
 * A row for senders that are unknown and were due $1 seconds ago, where none was written meanwhile.
 * A run that is still at it is met by the start and goes on.
 */
export const QUEUE_UNKNOWN_SENDERS = `
INSERT INTO outbox (op, workflow, workflow_id, org_id, resource_id, again)
SELECT 'start', 'verifySenders', 'verifySenders:all', 'all', 'all', true
WHERE EXISTS (SELECT FROM sender_checks WHERE retry_at < now() - make_interval(secs => $1))
  AND NOT EXISTS (
    SELECT FROM outbox o
    WHERE o.resource_id = 'all' AND o.workflow = 'verifySenders'
      AND (o.done_at IS NULL OR o.done_at > now() - make_interval(secs => $1)))
RETURNING pg_notify('outbox_ready', '')`;

/**
 * Rows for what inboxes say remains to be done since $1 seconds, where none were written meanwhile.
 * A run that is still at it is met by the start and goes on.
 */
export const QUEUE_INBOX_WORK = `
WITH remaining AS (
  SELECT i.id, i.org_id, work.workflow
  FROM inboxes i
  LEFT JOIN inbox_counters c ON c.inbox_id = i.id AND c.withhold
  CROSS JOIN LATERAL (VALUES
    ('deleteInbox', i.deleted_at),
    ('expireInbox', CASE WHEN i.deleted_at IS NULL THEN i.expires_at END),
    ('releaseMail', CASE WHEN i.deleted_at IS NULL AND i.status = 'ACTIVE' AND c.withhold
                    THEN i.created_at END)) AS work(workflow, since)
  WHERE (i.deleted_at IS NOT NULL OR i.expires_at IS NOT NULL OR c.withhold)
    AND work.since < now() - make_interval(secs => $1)
)
INSERT INTO outbox (op, workflow, workflow_id, org_id, resource_id, again)
SELECT 'start', workflow, workflow || ':' || id, org_id, id, true
FROM remaining r
WHERE NOT EXISTS (
  SELECT FROM outbox o
  WHERE o.resource_id = r.id AND o.workflow = r.workflow
    AND (o.done_at IS NULL OR o.done_at > now() - make_interval(secs => $1)))
RETURNING pg_notify('outbox_ready', '')`;

/**
 * A row for each mail that nobody got on with sending for $1 seconds though it was due, where none was
 * written meanwhile. Those of a bulk send that nobody tried are their run's matter, and while it is
 * paused only those that were under way when their process died. While all mail is held nobody is to try.
 */
export const QUEUE_SENDS_AGAIN = `
INSERT INTO outbox (op, workflow, workflow_id, org_id, resource_id, again)
SELECT 'start', 'sendEmail', 'sendEmail:' || s.email_id, s.org_id, s.email_id, true
FROM sends s
WHERE s.completed_at IS NULL AND NOT ${HELD}
  AND (s.bulk_id IS NULL OR (s.status = 'sending' AND (
    NOT EXISTS (SELECT FROM bulks b WHERE b.id = s.bulk_id AND b.status = 'PAUSED')
    OR EXISTS (SELECT FROM send_attempts a
      WHERE a.email_id = s.email_id AND a.number = s.attempt_count + 1))))
  AND greatest(s.touched_at, s.next_attempt_at, s.send_at) < now() - make_interval(secs => $1)
  AND NOT EXISTS (
    SELECT FROM outbox o WHERE o.resource_id = s.email_id AND o.workflow = 'sendEmail'
      AND (o.done_at IS NULL OR o.done_at > now() - make_interval(secs => $1)))
RETURNING pg_notify('outbox_ready', '')`;

/**
 * A row for each bulk send that nobody looked at for $1 seconds though it was time, where none was
 * written meanwhile. A run that is still at it is met by the start and goes on.
 */
export const QUEUE_BULKS_AGAIN = `
INSERT INTO outbox (op, workflow, workflow_id, org_id, resource_id, again)
SELECT 'start', 'sendBulk', 'sendBulk:' || b.id, b.org_id, b.id, true
FROM bulks b
WHERE b.completed_at IS NULL AND b.status <> 'PAUSED'
  AND greatest(b.touched_at, b.look_at) < now() - make_interval(secs => $1)
  AND NOT EXISTS (
    SELECT FROM outbox o WHERE o.resource_id = b.id AND o.workflow = 'sendBulk'
      AND (o.done_at IS NULL OR o.done_at > now() - make_interval(secs => $1)))
RETURNING pg_notify('outbox_ready', '')`;

/**
 * A signal for open waits whose time was up $1 seconds ago, where nothing was queued meanwhile.
 * It reaches the run that sleeps, or starts it anew.
 */
export const QUEUE_DUE_WAITS = `
INSERT INTO outbox (op, workflow, workflow_id, org_id, resource_id, signal, again)
SELECT 'signal', 'waitForEmail', 'waitForEmail:' || w.id, w.org_id, w.id, 'emailArrived', true
FROM durable_waits w
WHERE w.ended_at IS NULL AND w.expires_at < now() - make_interval(secs => $1)
  AND NOT EXISTS (
    SELECT FROM outbox o
    WHERE o.resource_id = w.id AND (o.done_at IS NULL OR o.done_at > now() - make_interval(secs => $1)))
RETURNING pg_notify('outbox_ready', '')`;

/** Up to $2 open waits whose runs nobody asked for since $1 seconds; they count as asked for now. */
export const WAITS_TO_CHECK = `
UPDATE durable_waits SET checked_at = now()
WHERE id = ANY (ARRAY(
  SELECT id FROM durable_waits
  WHERE ended_at IS NULL AND checked_at < now() - make_interval(secs => $1)
  ORDER BY checked_at LIMIT $2 FOR UPDATE SKIP LOCKED))
RETURNING id, 'waitForEmail:' || id AS workflow_id`;

/** Rows that start the runs of those of the waits $1 anew that are open, unless they are queued. */
export const QUEUE_WAITS_AGAIN = `
INSERT INTO outbox (op, workflow, workflow_id, org_id, resource_id, again)
SELECT 'start', 'waitForEmail', 'waitForEmail:' || w.id, w.org_id, w.id, true
FROM durable_waits w
WHERE w.id = ANY ($1) AND w.status = 'waiting'
  AND NOT EXISTS (SELECT FROM outbox o WHERE o.resource_id = w.id AND o.done_at IS NULL)
RETURNING pg_notify('outbox_ready', '')`;
