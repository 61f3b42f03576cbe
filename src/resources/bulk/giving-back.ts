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
