import type { Queries } from '../../db/queries.js';

/** Takes an inbox that is gone out of the rules; those that did nothing but copy into it are deleted. */
export async function forgetTarget(
  queries: Queries,
  orgId: string,
  inboxId: string,
): Promise<void> {
  const target = [orgId, inboxId];
  // First: every change of rules locks this row before the rules themselves.
  await queries.query(
    `UPDATE routing_versions SET version = version + 1 WHERE org_id = $1 AND EXISTS (
       SELECT FROM routing_rules WHERE org_id = $1 AND target_inbox_id = $2)`,
    target,
  );
  await queries.query(
    `DELETE FROM routing_rules
     WHERE org_id = $1 AND target_inbox_id = $2 AND target_agent_id IS NULL`,
    target,
  );
  await queries.query(
    `UPDATE routing_rules SET target_inbox_id = NULL, updated_at = clock_timestamp()
     WHERE org_id = $1 AND target_inbox_id = $2`,
    target,
  );
}
