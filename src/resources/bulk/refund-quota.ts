import type { EntityManager } from 'typeorm';

// A whole list counts when it is asked for, and of an organization with a quota in one row a month.
const GIVE_BACK = `
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
export async function giveBack(
  manager: EntityManager,
  bulkId: string,
  unused: number,
): Promise<void> {
  if (unused > 0) await manager.query(GIVE_BACK, [bulkId, unused]);
}

// Of a list that mail was not made for altogether.
const UNMADE = `
SELECT CASE WHEN filled_at IS NULL THEN total - accepted ELSE 0 END AS unused
FROM bulks WHERE id = $1`;

/** Gives back what was counted for a list and is not made any more. */
export async function giveBackUnmade(manager: EntityManager, bulkId: string): Promise<void> {
  const [row]: { unused: number }[] = await manager.query(UNMADE, [bulkId]);
  await giveBack(manager, bulkId, row?.unused ?? 0);
}

const GIVE_UP = `
WITH given_up AS (
  UPDATE bulks SET status = 'CANCELLED', touched_at = now()
  WHERE id = $1 AND status <> 'CANCELLED' AND completed_at IS NULL RETURNING id)
SELECT id FROM given_up`;

/** Makes no more mail of a list: nobody is left to send it. Its run ends it. */
export async function giveUpBulk(manager: EntityManager, bulkId: string): Promise<void> {
  const [row]: object[] = await manager.query(GIVE_UP, [bulkId]);
  if (row) await giveBackUnmade(manager, bulkId);
}
