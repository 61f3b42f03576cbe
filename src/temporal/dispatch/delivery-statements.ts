import { queueRuns } from '../../store/outbox.js';
import { NOT_AWAITED } from '../../store/statement.js';

/** Deliveries of one run at most. */
export const DELIVERIES_AT_ONCE = 200;
/** Webhooks or organizations that one claim looks at: a search attribute holds 2,048 bytes, about 75 ids. */
export const QUEUES_PER_CLAIM = 50;
// Of an endpoint that is not known to be fast.
const HANDFUL = 5;
// Any number, the same in every process: who holds it makes deliveries, so that those of a webhook are
// in one order.
const FAN_OUT_LOCK = 7_211_005;

/** What one of the statements answers beside the rows it took. */
interface TakenAnswer {
  /** What a place is. */
  readonly place: string;
  /** How many events got deliveries. */
  readonly made: string;
  /** Whether there is more than was seen or taken. */
  readonly more: string;
  /** Whether some of it is queued now. */
  readonly queued: string;
}

const answerOf = ({ place, made, more, queued }: TakenAnswer) => `
SELECT (SELECT count(*)::int FROM place) AS places, ${made} AS made, ${more} AS more,
  ${queued} AS queued, (SELECT ${place} FROM place ORDER BY number DESC LIMIT 1) AS last,
  coalesce((SELECT jsonb_agg(to_jsonb(work)) FROM (
    SELECT t.id, t.webhook_id, t.org_id, t.workflow_id,
      extract(epoch FROM now() - t.created_at)::float8 AS age,
      CASE WHEN t.workflow_id <> $4 THEN (
        SELECT array_remove(ARRAY[e.inbox_id, e.resource_id], NULL)
        FROM events e WHERE e.id = t.event_id) END AS about
    FROM taken t ORDER BY t.xid, t.seq) AS work), '[]') AS rows
FROM ${NOT_AWAITED}`;

/**
 * Takes queued deliveries of the webhooks after $1, in turns, but none of those in $2, and more than a
 * handful only of those in $3. More than $5 belong to the run $4. Webhooks are found by skipping along the
 * index, so that a backlog of one costs the others nothing.
 */
export const TAKE = `
WITH RECURSIVE place AS (
  (SELECT webhook_id, 1 AS number FROM webhook_deliveries
   WHERE status = 'PENDING' AND queued AND webhook_id > $1 ORDER BY webhook_id LIMIT 1)
  UNION ALL
  SELECT next.webhook_id, place.number + 1
  FROM place CROSS JOIN LATERAL (
    SELECT d.webhook_id FROM webhook_deliveries d
    WHERE d.status = 'PENDING' AND d.queued AND d.webhook_id > place.webhook_id
    ORDER BY d.webhook_id LIMIT 1) AS next
  WHERE place.number < ${QUEUES_PER_CLAIM}
), candidate AS (
  SELECT waiting.id, place.webhook_id,
    row_number() OVER (PARTITION BY place.number ORDER BY waiting.xid, waiting.seq) AS turn
  FROM place CROSS JOIN LATERAL (
    SELECT d.id, d.xid, d.seq FROM webhook_deliveries d
    WHERE d.status = 'PENDING' AND d.queued AND d.webhook_id = place.webhook_id
    ORDER BY d.xid, d.seq LIMIT ${DELIVERIES_AT_ONCE}) AS waiting
  WHERE place.webhook_id <> ALL ($2)
), picked AS MATERIALIZED (
  SELECT id FROM webhook_deliveries
  WHERE queued AND id = ANY (ARRAY(
    SELECT id FROM candidate WHERE turn <= ${HANDFUL} OR webhook_id = ANY ($3)
    ORDER BY turn, webhook_id LIMIT ${DELIVERIES_AT_ONCE}))
  FOR UPDATE SKIP LOCKED
), taken AS (
  UPDATE webhook_deliveries d
  SET queued = false, touched_at = now(),
    workflow_id = CASE WHEN (SELECT count(*) FROM picked) > $5 THEN $4
      ELSE 'deliverWebhook:' || d.id END
  WHERE d.id = ANY (ARRAY(SELECT id FROM picked))
  RETURNING d.id, d.webhook_id, d.org_id, d.workflow_id, d.event_id, d.created_at, d.xid, d.seq
)
${answerOf({
  place: 'webhook_id',
  made: '0',
  more: `(SELECT count(*) FROM candidate) > (SELECT count(*) FROM taken)
    OR (SELECT count(*) FROM taken) >= ${DELIVERIES_AT_ONCE}
    OR EXISTS (SELECT FROM place WHERE webhook_id = ANY ($2))`,
  queued: 'false',
})}`;

const IN_ORDER = queueRuns(
  { workflow: 'deliverInOrder' },
  { again: true, as: 'in_order' },
  'SELECT DISTINCT org_id, webhook_id FROM made WHERE ordered AND open',
);

/**
 * Makes the deliveries of new events of the organizations after $1, in turns, with the ids $6 (as many
 * as `DELIVERIES_AT_ONCE`), and takes them as `TAKE` does; what is not taken is queued, or waits with its
 * webhook. Webhooks that are gone or disabled and events that were deleted meanwhile get none.
 */
export const FAN_OUT = `
WITH RECURSIVE turn AS MATERIALIZED (
  SELECT pg_try_advisory_xact_lock(${FAN_OUT_LOCK}) AS mine
), place AS (
  (SELECT org_id, 1 AS number FROM fan_outs
   WHERE (SELECT mine FROM turn) AND org_id > $1 ORDER BY org_id LIMIT 1)
  UNION ALL
  SELECT next.org_id, place.number + 1
  FROM place CROSS JOIN LATERAL (
    SELECT f.org_id FROM fan_outs f WHERE f.org_id > place.org_id
    ORDER BY f.org_id LIMIT 1) AS next
  WHERE place.number < ${QUEUES_PER_CLAIM}
), candidate AS (
  SELECT waiting.ctid, cardinality(waiting.webhook_ids) AS size, waiting.seq,
    row_number() OVER (PARTITION BY place.number ORDER BY waiting.seq) AS turn
  FROM place CROSS JOIN LATERAL (
    SELECT f.ctid, f.seq, f.webhook_ids FROM fan_outs f WHERE f.org_id = place.org_id
    ORDER BY f.seq LIMIT ${DELIVERIES_AT_ONCE}) AS waiting
), due AS (
  SELECT ctid, sum(size) OVER (ORDER BY turn, seq) AS up_to FROM candidate
), told AS (
  DELETE FROM fan_outs
  WHERE ctid = ANY (ARRAY(SELECT ctid FROM due WHERE up_to <= ${DELIVERIES_AT_ONCE}))
  RETURNING event_id, seq, webhook_ids, created_at
), made AS MATERIALIZED (
  SELECT ($6::text[])[row_number() OVER (ORDER BY told.seq, w.id)] AS id, e.org_id,
    w.id AS webhook_id, e.id AS event_id, e.kind, told.seq, told.created_at, w.ordered,
    w.paused_at IS NULL AS open,
    NOT w.ordered AND w.paused_at IS NULL AND w.id <> ALL ($2) AND (w.id = ANY ($3)
      OR row_number() OVER (PARTITION BY w.id ORDER BY told.seq) <= ${HANDFUL}) AS taken
  FROM told
  JOIN events e ON e.id = told.event_id AND e.id = ANY (ARRAY(SELECT event_id FROM told))
    AND e.body <> ''
  JOIN webhooks w ON w.org_id = e.org_id AND w.id = ANY (told.webhook_ids) AND w.active
    AND w.id = ANY (ARRAY(SELECT unnest(webhook_ids) FROM told))
), delivery AS (
  INSERT INTO webhook_deliveries
    (id, org_id, webhook_id, event_id, kind, created_at, queued, workflow_id)
  SELECT id, org_id, webhook_id, event_id, kind, created_at, NOT ordered AND open AND NOT taken,
    CASE WHEN NOT taken THEN NULL
      WHEN (SELECT count(*) FROM made WHERE taken) > $5 THEN $4
      ELSE 'deliverWebhook:' || id END
  FROM made ORDER BY seq, webhook_id
  RETURNING id, webhook_id, org_id, workflow_id, event_id, created_at, xid, seq
), taken AS (
  SELECT * FROM delivery WHERE workflow_id IS NOT NULL
), ${IN_ORDER.ctes}
${answerOf({
  place: 'org_id',
  made: '(SELECT count(*)::int FROM told)',
  more: `(SELECT count(*) FROM candidate) > (SELECT count(*) FROM told)
    OR (SELECT count(*) FROM told) >= ${DELIVERIES_AT_ONCE}`,
  queued: 'EXISTS (SELECT FROM made WHERE NOT taken AND NOT ordered AND open)',
})}`;

/** Queues the deliveries $1 again: they could not be started. Found by id, not among all that are pending. */
export const RELEASE = `
UPDATE webhook_deliveries SET queued = true
WHERE id = ANY ($1) AND completed_at IS NULL AND NOT queued`;

/** For how long something has been waiting for a run. */
export const LAG = `
SELECT coalesce(extract(epoch FROM now() - least(
  (SELECT min(created_at) FROM webhook_deliveries WHERE status = 'PENDING' AND queued),
  (SELECT min(created_at) FROM fan_outs))), 0)::float8 AS seconds`;
