import type { Database } from '../db/database.js';

// The oldest row of each workflow and organization, found by skipping along `outbox_waiting`: the
// cost does not grow with the backlog.
const OLDEST = `
WITH RECURSIVE place AS (
  (SELECT workflow, org_id, created_at, run_after FROM outbox
   WHERE done_at IS NULL ORDER BY workflow, org_id, id LIMIT 1)
  UNION ALL
  SELECT next.* FROM place CROSS JOIN LATERAL (
    SELECT o.workflow, o.org_id, o.created_at, o.run_after FROM outbox o
    WHERE o.done_at IS NULL AND (o.workflow, o.org_id) > (place.workflow, place.org_id)
    ORDER BY o.workflow, o.org_id, o.id LIMIT 1) AS next
), few AS (SELECT * FROM place LIMIT 1000)
SELECT coalesce(floor(extract(epoch FROM now() - min(greatest(created_at, run_after)))), 0)::int AS seconds
FROM few WHERE run_after <= now()`;

/** Age of the oldest row that Temporal does not know of yet, in whole seconds. */
export async function outboxLagSeconds(database: Database): Promise<number> {
  const [row] = await database.query<{ seconds: number }>(OLDEST);
  return row?.seconds ?? 0;
}
