import { RUNS } from '../../catalogue.js';
import type { WorkflowName } from '../../store/run.js';
import { NOT_AWAITED } from '../../store/statement.js';

// The statements of the dispatcher. All of them skip rows that somebody else has locked, so they
// never wait and no two of them can wait for each other.

// The inbox of what one run works on alone.
const INBOX = RUNS.flatMap(({ workflow, inbox }) =>
  inbox ? [`WHEN workflow_id = '${workflow}:' || resource_id THEN ${inbox}`] : [],
).join('\n    ');

/** Whether a run can wait. */
export const isDeferrable = (workflow: WorkflowName): boolean =>
  RUNS.some((run) => run.workflow === workflow && run.isDeferrable === true);

const DEFERRABLE = RUNS.filter((run) => run.isDeferrable).map(({ workflow }) => `'${workflow}'`);

const COLUMNS = `claimed.id::text AS id, op, workflow, workflow_id, org_id, resource_id, signal,
  signal_arg, again, email_ids, attempts, extract(epoch FROM clock_timestamp() - created_at)::float8 AS age,
  CASE ${INBOX} END AS inbox_id`;

/** Mails of one run at most: a run costs as much as finishing some fifty does. */
export const MAIL_BATCH = 500;
/** Other rows that one claim takes at most: each is told by itself, and all of them before the claim runs out. */
export const BATCH = 50;
/** Pairs of workflow and organization that one claim looks at. */
export const QUEUES_PER_CLAIM = 50;

// Whether something acts on mail once its run has finished it.
const MAIL_AWAITED = `(EXISTS (SELECT FROM webhooks WHERE active) OR EXISTS (SELECT FROM routing_rules)
    OR EXISTS (SELECT FROM durable_waits WHERE ended_at IS NULL))`;

/**
 * Takes waiting rows of the pairs of workflow and organization after the pair ($2, $3), in turns, for
 * $1 seconds. More than $6 rows of mails get the run id $4, a single one that is not more its own.
 * Of runs that can wait it takes $5 rows at most; $7 says whether it takes rows before their time that can wait.
 *
 * The pairs are found by skipping along `outbox_waiting`, so that a backlog of one organization
 * costs the others nothing and the statement little. The limits are literals: of a parameter the
 * planner expects a tenth of the table.
 */
export const CLAIM = `
WITH RECURSIVE place AS (
  (SELECT workflow, org_id, 1 AS number FROM outbox
   WHERE done_at IS NULL AND (workflow, org_id) > ($2, $3)
   ORDER BY workflow, org_id LIMIT 1)
  UNION ALL
  SELECT next.workflow, next.org_id, place.number + 1
  FROM place CROSS JOIN LATERAL (
    SELECT o.workflow, o.org_id FROM outbox o
    WHERE o.done_at IS NULL AND (o.workflow, o.org_id) > (place.workflow, place.org_id)
    ORDER BY o.workflow, o.org_id LIMIT 1) AS next
  WHERE place.number < ${QUEUES_PER_CLAIM}
), candidate AS (
  SELECT waiting.id, place.workflow, place.workflow IN (${DEFERRABLE.join(', ')}) AS is_deferrable,
    waiting.mails, row_number() OVER (PARTITION BY place.number ORDER BY waiting.id) AS turn
  FROM place CROSS JOIN LATERAL (
    SELECT o.id, coalesce(cardinality(o.email_ids), 1) AS mails FROM outbox o
    WHERE o.done_at IS NULL AND o.workflow = place.workflow AND o.org_id = place.org_id
      AND o.claimed_until IS NULL AND (o.run_after <= now() OR (o.can_wait AND $7))
    ORDER BY o.id LIMIT ${MAIL_BATCH}) AS waiting
), picked AS MATERIALIZED (
  SELECT id, workflow FROM outbox
  WHERE id = ANY (
      ARRAY(SELECT id FROM (
          SELECT id, sum(mails) OVER (ORDER BY turn, id) AS mails FROM candidate WHERE workflow = 'processInbound')
        AS mail WHERE mails <= ${MAIL_BATCH})
      || ARRAY(SELECT id FROM candidate WHERE workflow <> 'processInbound' AND NOT is_deferrable
        ORDER BY turn, id LIMIT ${BATCH})
      || ARRAY(SELECT id FROM candidate WHERE is_deferrable ORDER BY turn, id LIMIT $5))
    AND claimed_until IS NULL
  FOR UPDATE SKIP LOCKED
), claimed AS (
  UPDATE outbox o
  SET claimed_until = now() + make_interval(secs => $1),
      attempts = o.attempts + 1,
      workflow_id = CASE
        WHEN o.workflow <> 'processInbound' THEN o.workflow_id
        WHEN (SELECT count(*) FROM picked WHERE workflow = 'processInbound') > $6 THEN $4
        ELSE 'processInbound:' || o.resource_id END
  FROM picked WHERE o.id = picked.id
  RETURNING o.*
)
SELECT
  (SELECT count(*)::int FROM place) AS places,
  (SELECT workflow FROM place ORDER BY number DESC LIMIT 1) AS last_workflow,
  (SELECT org_id FROM place ORDER BY number DESC LIMIT 1) AS last_org_id,
  ${MAIL_AWAITED} AS is_mail_awaited,
  coalesce((SELECT jsonb_agg(to_jsonb(work)) FROM (
    SELECT ${COLUMNS} FROM claimed ORDER BY claimed.id) AS work), '[]') AS rows
FROM ${NOT_AWAITED}`;

// Any number, the same in every process: who holds it takes abandoned rows, so that the rows of a
// run are never shared out between two dispatchers.
const RETAKE_LOCK = 7_211_004;

/** Takes the rows of up to $1 runs whose claim has run out, whole runs only, for $2 seconds. */
export const RETAKE = `
WITH turn AS MATERIALIZED (
  SELECT pg_try_advisory_xact_lock(${RETAKE_LOCK}) AS mine
), run AS (
  SELECT DISTINCT workflow_id FROM outbox
  WHERE (SELECT mine FROM turn) AND done_at IS NULL AND claimed_until < now()
  LIMIT $1
), picked AS MATERIALIZED (
  SELECT id FROM outbox
  WHERE done_at IS NULL AND claimed_until < now() AND workflow_id IN (SELECT workflow_id FROM run)
  FOR UPDATE SKIP LOCKED
), claimed AS (
  UPDATE outbox o
  SET claimed_until = now() + make_interval(secs => $2), attempts = o.attempts + 1
  FROM picked WHERE o.id = picked.id
  RETURNING o.*
)
SELECT ${COLUMNS} FROM claimed ORDER BY claimed.id`;

/** Temporal knows of the rows $1. A run of processInbound settles its rows itself. */
export const DONE = `
UPDATE outbox
SET done_at = now(),
    settled_at = CASE WHEN workflow = 'processInbound' THEN settled_at ELSE now() END
WHERE id IN (SELECT id FROM outbox WHERE id = ANY ($1) AND done_at IS NULL FOR UPDATE SKIP LOCKED)`;

/** Gives the rows $1 back: they may be taken again, as they are, after $2 seconds. */
export const RELEASE = `
UPDATE outbox SET claimed_until = now() + make_interval(secs => $2)
WHERE id IN (SELECT id FROM outbox WHERE id = ANY ($1) AND done_at IS NULL FOR UPDATE SKIP LOCKED)`;
