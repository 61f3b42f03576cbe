import type { EventData } from '../../store/events/kinds.js';
import { recordEvents } from '../../store/events/record.js';
import type { Queries } from '../../db/queries.js';
import type { Ends } from '../../live/end-watches.js';
import { notify, statement } from '../../store/statement.js';
import type { EntityManager } from 'typeorm';
import { queueRuns } from '../../store/outbox.js';

/**
 * SQL: whether nobody needs to wait for the bulk send `b`: it is over, or there is mail left and all of it waits
 * for a person. Where none is left, its end is near.
 */
export const AT_REST = `(b.completed_at IS NOT NULL OR b.filled_at IS NOT NULL AND coalesce((
  SELECT bool_and(s.status = 'awaiting_approval') FROM sends s
  WHERE s.bulk_id = b.id AND s.completed_at IS NULL), false))`;

/** How it is told that nobody needs to wait for bulk sends any more. */
export const ENDS_OF_BULKS: Ends = {
  channel: 'bulk_ended',
  ended: `SELECT b.id FROM bulks b WHERE b.id = ANY ($1) AND ${AT_REST}`,
};

interface BulkEnd extends EventData<'bulk.completed'> {
  readonly org_id: string;
  readonly inbox_ids: readonly string[];
}

// One that is paused when its last mail went has nothing left that could wait.
const FINISH = statement(
  [
    `ended AS (
  UPDATE bulks SET completed_at = now(), touched_at = now(),
    status = CASE status WHEN 'CANCELLED' THEN status ELSE 'COMPLETED' END
  WHERE id = $1 AND completed_at IS NULL AND (status = 'CANCELLED' OR filled_at IS NOT NULL)
    AND NOT EXISTS (SELECT FROM sends WHERE bulk_id = $1 AND completed_at IS NULL)
  RETURNING id, id AS bulk_id, org_id, inbox_ids, total, rejected
)`,
    notify('bulk_ended', 'SELECT id FROM ended'),
  ],
  `SELECT ended.*, mails.*
FROM ended CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE status IN ('sent', 'bounced'))::int AS sent,
    count(*) FILTER (WHERE status = 'failed')::int AS failed,
    count(*) FILTER (WHERE status = 'unknown')::int AS unknown,
    count(*) FILTER (WHERE status = 'cancelled')::int AS cancelled
  FROM sends WHERE bulk_id = ended.id) AS mails`,
);

/** Ends a bulk send that has nothing left to do, and tells of it, once; whether it did. */
export async function finishBulk(queries: Queries, bulkId: string): Promise<boolean> {
  const [end] = await queries.query<BulkEnd>(FINISH, [bulkId]);
  if (!end) return false;
  const { org_id: orgId, inbox_ids: inboxIds } = end;
  // Whoever wants to hear of one inbox alone is told where all mail is from it.
  const inboxId = inboxIds.length === 1 ? inboxIds[0]! : null;
  await recordEvents(queries, [
    { kind: 'bulk.completed', orgId, inboxId, resourceId: bulkId, data: end },
  ]);
  return true;
}

// A whole list counts when it is asked for, and of an organization with a quota in one row a month.
const REFUND_QUOTA = `
WITH bulk AS (SELECT * FROM bulks WHERE id = $1), month AS (
  UPDATE monthly_usage AS usage SET used = greatest(usage.used - $2 * bulk.cost_each, 0)
  FROM bulk
  WHERE usage.org_id = bulk.org_id AND usage.kind = 'outbound' AND usage.shard = 0
    AND usage.month = date_trunc('month', bulk.created_at AT TIME ZONE 'UTC')::date
), day AS (
  UPDATE daily_sends AS daily SET used = greatest(daily.used - $2, 0)
  FROM bulk
  WHERE daily.inbox_id = ANY (bulk.inbox_ids)
    AND daily.day = (bulk.created_at AT TIME ZONE 'UTC')::date
)
SELECT`;

/** Gives back what was counted for a list and did not become mail of it. */
export async function refundQuota(
  manager: EntityManager,
  bulkId: string,
  unused: number,
): Promise<void> {
  if (unused > 0) await manager.query(REFUND_QUOTA, [bulkId, unused]);
}

// Of a list that mail was not made for altogether.
const UNMADE = `
SELECT CASE WHEN filled_at IS NULL THEN total - accepted ELSE 0 END AS unused
FROM bulks WHERE id = $1`;

/** Gives back what was counted for a list and is not made any more. */
export async function refundUnmade(manager: EntityManager, bulkId: string): Promise<void> {
  const [row]: { unused: number }[] = await manager.query(UNMADE, [bulkId]);
  await refundQuota(manager, bulkId, row?.unused ?? 0);
}

const GIVE_UP = `
WITH given_up AS (
  UPDATE bulks SET status = 'CANCELLED', touched_at = now()
  WHERE id = $1 AND status <> 'CANCELLED' AND completed_at IS NULL RETURNING id)
SELECT id FROM given_up`;

/** Makes no more mail of a list: nobody is left to send it. Its run ends it. */
export async function giveUpBulk(manager: EntityManager, bulkId: string): Promise<void> {
  const [row]: object[] = await manager.query(GIVE_UP, [bulkId]);
  if (row) await refundUnmade(manager, bulkId);
}

const WAKE = statement([
  queueRuns(
    { workflow: 'sendBulk' },
    { signal: 'resume', again: true },
    'SELECT org_id, id FROM bulks WHERE completed_at IS NULL AND $1 = ANY (inbox_ids)',
  ),
]);

/** Has the bulk sends that send from an inbox look again: it was resumed. */
export async function wakeBulksOf(manager: EntityManager, inboxId: string): Promise<void> {
  await manager.query(WAKE, [inboxId]);
}

const UNFILLED = `
SELECT id FROM bulks
WHERE completed_at IS NULL AND filled_at IS NULL AND inbox_ids[1] = $1 FOR UPDATE`;

/** Ends bulk sends that have nobody left to send: the inbox was deleted, and its mails are cancelled. */
export async function endBulksOf(manager: EntityManager, inboxId: string): Promise<void> {
  const unfilled: { id: string }[] = await manager.query(UNFILLED, [inboxId]);
  for (const { id } of unfilled) await giveUpBulk(manager, id);
  await wakeBulksOf(manager, inboxId);
}
