import type { EntityManager } from 'typeorm';

// Sends of an organization with a quota are counted in one row a month.
const GIVE_BACK_MONTH = `
UPDATE monthly_usage AS usage SET used = greatest(usage.used - $2 * b.cost_each, 0)
FROM bulks b
WHERE b.id = $1 AND usage.org_id = b.org_id AND usage.kind = 'outbound' AND usage.shard = 0
  AND usage.month = date_trunc('month', b.created_at AT TIME ZONE 'UTC')::date`;
const GIVE_BACK_DAY = `
UPDATE daily_sends AS daily SET used = greatest(daily.used - $2, 0)
FROM bulks b
WHERE b.id = $1 AND daily.inbox_id = ANY (b.inbox_ids)
  AND daily.day = (b.created_at AT TIME ZONE 'UTC')::date`;

/** A whole list counts when it is asked for; gives back what did not become mail of it. */
export async function giveBack(
  manager: EntityManager,
  bulkId: string,
  unused: number,
): Promise<void> {
  if (unused <= 0) return;
  await manager.query(GIVE_BACK_MONTH, [bulkId, unused]);
  await manager.query(GIVE_BACK_DAY, [bulkId, unused]);
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
