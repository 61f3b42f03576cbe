import type { Queries } from '../db/queries.js';
import { workflowId, type WorkflowName } from './run.js';
import { notifying, type SqlPart } from './statement.js';

/** What is to be told to Temporal once the transaction is committed. */
export interface OutboxEntry {
  readonly op: 'start' | 'signal' | 'cancel';
  readonly workflow: WorkflowName;
  readonly orgId: string;
  /** The email or inbox the run works on; the run's id is `<workflow>:<resource id>`. */
  readonly resourceId: string;
  /** The signal's name, with `op: 'signal'`. */
  readonly signal?: string;
  /** Not before this time. */
  readonly runAfter?: Date;
  /** Start again although a run of this id has ended (default: once for ever). */
  readonly again?: boolean;
}

/** A kind of run, as far as the outbox knows it. */
export interface QueuedRun {
  readonly workflow: WorkflowName;
}

interface QueueOptions {
  /** They get this signal, and are started where they are not there. */
  readonly signal?: string;
  readonly cancel?: boolean;
  /** Start again although a run of this id has ended (default: once for ever). */
  readonly again?: boolean;
  /** SQL: not before this time. */
  readonly runAfter?: string;
  /**
   * SQL: how long it can wait, by columns of `select` as `run` has them. It is told when there is time, together with
   * whatever else of this kind is queued for its run until then, of which no two rows may be in `select`.
   */
  readonly canWait?: string;
  /** SQL: a column of `select` with what the signal carries, in JSON. */
  readonly signalArg?: string;
  /** SQL: a column of `select` that names the mails of the run, where its resource is a batch of them. */
  readonly emailIds?: string;
  /** The name of the part, where a statement has several (default: `queued`). */
  readonly as?: string;
}

// Mails share a run with others that wait: they get its id when they are taken.
const SHARES_RUN: ReadonlySet<WorkflowName> = new Set(['processInbound']);

/**
 * A part that has Temporal told of runs once its statement is committed: of those for the rows of `select`, an
 * organization and a resource each. Nothing else makes a run.
 */
export function queueRuns({ workflow }: QueuedRun, options: QueueOptions, select: string): SqlPart {
  const { cancel = false, again = false, signalArg = 'NULL', emailIds = 'NULL' } = options;
  const { signal, as = 'queued' } = options;
  const op = signal === undefined ? 'start' : 'signal';
  const id = SHARES_RUN.has(workflow) ? 'NULL' : runIdOf({ workflow }, 'run.resource_id');
  const { runAfter, canWait, onConflict, notification } = timing(options);
  const insert = `${as} AS (
  INSERT INTO ${COLUMNS}
  SELECT '${cancel ? 'cancel' : op}', '${workflow}', ${id}, run.org_id, run.resource_id,
    ${signal === undefined ? 'NULL' : `'${signal}'`}, ${runAfter}, ${again}, ${emailIds}, ${canWait}, ${signalArg}
  FROM (${select}) AS run (org_id, resource_id)
  ${onConflict}
  RETURNING ${notification}
)`;
  return { ctes: insert, mustRead: [] };
}

/** SQL: when a run is told, and what becomes of what is queued for it already. */
function timing({ runAfter = 'now()', canWait }: QueueOptions) {
  const ready = notifying('outbox_ready');
  if (canWait === undefined)
    return { runAfter, canWait: false, onConflict: '', notification: ready };
  const notification = `CASE WHEN run_after > now() THEN ${notifying('outbox_put_off')} ELSE ${ready} END`;
  return { runAfter: `now() + ${canWait}`, canWait: true, onConflict: TOGETHER, notification };
}

const COLUMNS = `outbox
    (op, workflow, workflow_id, org_id, resource_id, signal, run_after, again, email_ids, can_wait, signal_arg)`;

// Whoever takes the row meanwhile either sees what is written now, or leaves it to a row of its own.
const TOGETHER = `ON CONFLICT (workflow_id) WHERE can_wait AND done_at IS NULL AND claimed_until IS NULL
  DO UPDATE SET signal = excluded.signal, signal_arg = excluded.signal_arg,
    again = outbox.again OR excluded.again, run_after = least(outbox.run_after, excluded.run_after)`;

/** Mails of one row at most. */
export const MAILS_OF_A_ROW = 50;

interface SettleOptions {
  /** SQL: an array of resources that are left out. */
  readonly except?: string;
  /** SQL: whether Temporal knows of the runs (default: it does). */
  readonly isTold?: string;
}

/**
 * A part that settles the runs of the resources of an array: nothing is left of them. A batch is settled with its last
 * mail.
 */
export const settleRuns = (
  { workflow }: QueuedRun,
  resourceIds: string,
  { except = `'{}'`, isTold = 'true' }: SettleOptions = {},
): SqlPart => ({
  ctes: `finished AS MATERIALIZED (
  SELECT unnest(${resourceIds}::text[]) AS id EXCEPT SELECT unnest(${except}::text[])
), settled AS (
  UPDATE outbox o
  SET settled_at = CASE WHEN NOT EXISTS (${UNFINISHED}) THEN now() END,
    email_ids = CASE WHEN EXISTS (${UNFINISHED}) THEN ARRAY(${UNFINISHED}) ELSE o.email_ids END,
    done_at = CASE WHEN ${isTold} THEN coalesce(done_at, now()) ELSE done_at END
  WHERE resource_id = ANY (ARRAY(SELECT id FROM finished UNION
      SELECT batch_id FROM emails WHERE id = ANY (${resourceIds}) AND batch_id IS NOT NULL))
    AND workflow = '${workflow}' AND settled_at IS NULL
)`,
  mustRead: [],
});

// Of a batch; mail that was deleted meanwhile needs nothing more.
const UNFINISHED = `SELECT one.id FROM unnest(o.email_ids) AS one (id)
      WHERE one.id <> ALL (ARRAY(SELECT id FROM finished)) AND EXISTS (SELECT FROM emails e WHERE e.id = one.id)`;

/** SQL: runs, the oldest first, that settle their rows and did not within `age`, with the rows' ids. */
export const unsettledRuns = (
  { workflow }: QueuedRun,
  { age, givenUpAfter, limit }: Readonly<Record<'age' | 'givenUpAfter' | 'limit', string>>,
): string => `
SELECT workflow_id, array_agg(id::text) AS ids, min(done_at) < now() - ${givenUpAfter} AS given_up
FROM outbox
WHERE workflow = '${workflow}' AND done_at < now() - ${age} AND settled_at IS NULL
GROUP BY workflow_id
ORDER BY min(done_at)
LIMIT ${limit}`;

/** SQL: settles rows by id that nobody else settles; answers whose they are and, as `ids`, what is left of them. */
export const settleRows = (ids: string): string => `
UPDATE outbox SET settled_at = now()
WHERE id IN (SELECT id FROM outbox WHERE id = ANY (${ids}::bigint[]) AND settled_at IS NULL
             FOR UPDATE SKIP LOCKED)
RETURNING org_id, coalesce(email_ids, ARRAY[resource_id]) AS ids`;

/** SQL: the id of the run of a resource. */
export const runIdOf = ({ workflow }: QueuedRun, resourceId: string): string =>
  `'${workflow}:' || ${resourceId}`;

/** SQL: whether Temporal is still to be told of something that concerns a resource. */
export const isQueued = (resourceId: string): string => `EXISTS (
    SELECT FROM outbox o WHERE o.resource_id = ${resourceId} AND o.done_at IS NULL)`;

/** SQL: whether a run of a resource is queued, or Temporal was told of one within `seconds`. */
export const wasQueued = (
  { workflow }: QueuedRun,
  resourceId: string,
  seconds: string,
): string => `EXISTS (
    SELECT FROM outbox o WHERE o.resource_id = ${resourceId} AND o.workflow = '${workflow}'
      AND (o.done_at IS NULL OR o.done_at > now() - make_interval(secs => ${seconds})))`;

/** SQL: the id of some run that worked on the mail with this alias, or is to; null when there is none. */
export const anyRunId = (email: string): string => `(
           SELECT o.workflow_id FROM outbox o
           WHERE o.resource_id IN (${email}.id, ${email}.batch_id) AND o.workflow_id IS NOT NULL LIMIT 1)`;

/** SQL: joins, as `o`, what was queued for the mail with this alias, alone or in its batch. */
export const joinQueued = ({ workflow }: QueuedRun, email: string): string =>
  `LEFT JOIN outbox o ON o.resource_id IN (${email}.id, ${email}.batch_id) AND o.workflow = '${workflow}'`;

/** SQL: whether a run that was joined so is still to work on the mail. */
export const isUnsettled = (email: string): string =>
  `(o.id IS NOT NULL AND o.settled_at IS NULL AND (o.email_ids IS NULL OR ${email}.id = ANY (o.email_ids)))`;

const ADD = `
INSERT INTO ${COLUMNS}
VALUES ($1, $2, $3, $4, $5, $6, coalesce($7, now()), $8, NULL, false, NULL)
RETURNING ${notifying('outbox_ready')}`;

/** Has Temporal told of a run once the transaction of `queries` is committed: the dispatcher is in `temporal/dispatch`. */
export async function queueRun(
  queries: Queries,
  { op, workflow, orgId, resourceId, signal, runAfter, again }: OutboxEntry,
): Promise<void> {
  const id = workflowId(workflow, resourceId);
  const options = [signal ?? null, runAfter ?? null, again ?? false];
  await queries.query(ADD, [op, workflow, id, orgId, resourceId, ...options]);
}
