import {
  EARLY_SECONDS,
  type AttemptOutcome,
  type ClaimedAttempt,
} from '../../store/attempt-ledger.js';
import { NOT_AWAITED } from '../../store/statement.js';

/** A delivery and what its attempt needs. */
export interface ClaimedDelivery extends ClaimedAttempt {
  readonly id: string;
  readonly org_id: string;
  readonly webhook_id: string;
  readonly event_id: string;
  readonly status: string;
  readonly paused: boolean;
  /** False when the webhook takes nothing any more, or the mail that is told of was deleted. */
  readonly deliverable: boolean;
  readonly url: string;
  readonly body: string;
  readonly sealed_secret: Buffer;
  readonly sealed_old_secret: Buffer | null;
  readonly sealed_headers: Buffer | null;
}

/**
 * The deliveries $1; begins an attempt of those that are due. Its row is there before the
 * request is sent, and its number is taken once: nobody else makes the same attempt.
 */
export const CLAIM_ATTEMPTS = `
WITH given AS MATERIALIZED (
  SELECT d.*, nullif(e.body, '') AS body, d.kind = 'webhook.test' AS is_test, w.url, w.active,
    w.paused_at, w.sealed_secret, w.sealed_headers,
    CASE WHEN w.old_secret_until > now() THEN w.sealed_old_secret END AS sealed_old_secret
  FROM webhook_deliveries d
  LEFT JOIN webhooks w ON w.id = d.webhook_id
  LEFT JOIN events e ON e.id = d.event_id
  WHERE d.id = ANY ($1)
), state AS MATERIALIZED (
  SELECT given.*, coalesce((active OR is_test) AND body IS NOT NULL, false) AS deliverable,
    coalesce(paused_at IS NOT NULL AND NOT is_test, false) AS paused,
    coalesce(extract(epoch FROM next_attempt_at - now()), 0)::float8 AS due_in
  FROM given
), begun AS (
  INSERT INTO webhook_attempts (delivery_id, number)
  SELECT id, attempt_count + 1 FROM state
  WHERE status = 'PENDING' AND deliverable AND NOT paused AND due_in <= ${EARLY_SECONDS}
  ON CONFLICT DO NOTHING
  RETURNING delivery_id, number
)
SELECT s.id, s.org_id, s.webhook_id, s.event_id, s.status, s.attempt_count, begun.number, s.due_in,
  extract(epoch FROM now() - a.started_at)::float8 AS under_way, s.paused, s.deliverable, s.url,
  s.body, s.sealed_secret, s.sealed_old_secret, s.sealed_headers
FROM state s
LEFT JOIN begun ON begun.delivery_id = s.id
LEFT JOIN webhook_attempts a ON a.delivery_id = s.id AND a.number = s.attempt_count + 1
CROSS JOIN ${NOT_AWAITED}`;

/** What came of an attempt, as `RECORD_OUTCOMES` takes it. */
export interface OutcomeRow extends AttemptOutcome {
  readonly id: string;
  readonly number: number;
  readonly response_status: number | null;
  readonly response_body: string | null;
  readonly error: string | null;
  readonly status: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  /** The run that made it; null outside of one. */
  readonly workflow_id: string | null;
}

// Days of nothing but failure after which a webhook is switched off (docs/interface.md, Webhooks and events).
const FAILING_DAYS = 5;

// A delivery that is pending. Not said by its status, which is what the index of pending ones goes by: a
// plan made while few were pending would read all of them, however many there are, to find a few by id.
const OPEN = 'completed_at IS NULL';
// Said beside the join, so that no plan reads the whole table.
const THEIR_IDS = 'ARRAY(SELECT id FROM outcome)';

/** Writes the outcomes $1; answers the webhooks that have failed for too long. */
export const RECORD_OUTCOMES = `
WITH outcome AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS o(id text, number int, duration_ms int,
    response_status int, response_body text, error text, status text, next_in float8,
    workflow_id text)
), attempt AS (
  UPDATE webhook_attempts a
  SET duration_ms = o.duration_ms, response_status = o.response_status,
    response_body = o.response_body, error = o.error
  FROM outcome o WHERE a.delivery_id = ANY (${THEIR_IDS}) AND a.delivery_id = o.id
    AND a.number = o.number AND a.duration_ms IS NULL
), delivery AS (
  UPDATE webhook_deliveries d
  SET status = o.status, attempt_count = o.number, touched_at = now(), queued = false,
    next_attempt_at = now() + make_interval(secs => o.next_in),
    completed_at = CASE WHEN o.status <> 'PENDING' THEN now() END,
    workflow_id = coalesce(o.workflow_id, d.workflow_id)
  FROM outcome o WHERE d.id = ANY (${THEIR_IDS}) AND d.id = o.id AND d.${OPEN}
    AND d.attempt_count < o.number
  RETURNING d.webhook_id, o.status = 'SUCCEEDED' AS succeeded
), result AS (
  SELECT webhook_id, bool_or(succeeded) AS succeeded FROM delivery GROUP BY webhook_id
), turning AS MATERIALIZED (
  -- Most outcomes are like the one before. Whoever holds the row is not waited for, as that could
  -- be waiting for each other: the next outcome says the same.
  SELECT w.id, r.succeeded FROM webhooks w JOIN result r ON r.webhook_id = w.id
  WHERE (w.failing_since IS NOT NULL) = r.succeeded FOR NO KEY UPDATE OF w SKIP LOCKED
), turned AS (
  UPDATE webhooks w SET failing_since = CASE WHEN NOT t.succeeded THEN now() END
  FROM turning t WHERE w.id = t.id
)
SELECT w.id FROM webhooks w JOIN result r ON r.webhook_id = w.id
WHERE NOT r.succeeded AND w.active AND w.failing_since < now() - interval '${FAILING_DAYS} days'`;

/** Ends the deliveries $1 that have nowhere to go. */
export const CANCEL = `
UPDATE webhook_deliveries SET status = 'CANCELLED', queued = false, completed_at = now()
WHERE id = ANY ($1) AND ${OPEN}`;

/** Gives the deliveries $1 back: they were not tried. Those of ordered webhooks are never queued. */
export const QUEUE_AGAIN = `
WITH again AS (
  UPDATE webhook_deliveries d SET queued = true, touched_at = now()
  WHERE id = ANY ($1) AND ${OPEN} AND NOT queued
    AND NOT EXISTS (SELECT FROM webhooks w WHERE w.id = d.webhook_id AND w.ordered)
  RETURNING 1)
SELECT count(*) FROM again`;

/** A delivery that is not done. */
export interface OpenDelivery {
  readonly id: string;
  readonly webhook_id: string;
  readonly org_id: string;
  /** Seconds until its next attempt is due. */
  readonly due_in: number;
  /** Seconds since its attempt began that has not ended; null when there is none. */
  readonly under_way: number | null;
}

/** Those of the deliveries $1 that are not done and in nobody else's hands. */
export const STANDINGS = `
SELECT d.id, d.webhook_id, d.org_id,
  coalesce(extract(epoch FROM d.next_attempt_at - now()), 0)::float8 AS due_in,
  extract(epoch FROM now() - a.started_at)::float8 AS under_way
FROM webhook_deliveries d
LEFT JOIN webhook_attempts a ON a.delivery_id = d.id AND a.number = d.attempt_count + 1
WHERE d.id = ANY ($1) AND d.${OPEN} AND NOT d.queued`;

/** The deliveries that are next at the ordered webhook $1, and whether there are others that are not visible yet. */
export const NEXT_IN_ORDER = `
SELECT d.id, d.org_id, d.xid < settled_xid() AS visible
FROM webhooks w JOIN webhook_deliveries d
  ON d.webhook_id = w.id AND d.status = 'PENDING' AND NOT d.queued
WHERE w.id = $1 AND w.ordered AND w.paused_at IS NULL
ORDER BY d.xid, d.seq LIMIT $2`;
