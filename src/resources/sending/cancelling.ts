import type { EntityManager } from 'typeorm';

/** Whose mails are cancelled. */
export type SendsOf = 'bulk_id' | 'inbox_id';

// In the order in which claims lock them. An attempt that begins at this moment holds its row: what
// is seen after the locks counts.
const lock = (of: SendsOf) => `
SELECT FROM sends WHERE ${of} = $1 AND completed_at IS NULL ORDER BY email_id FOR UPDATE`;
const cancel = (of: SendsOf) => `
WITH cancelled AS (
  UPDATE sends s SET status = 'cancelled', completed_at = now(), touched_at = now(),
    error = coalesce($2, s.error)
  WHERE s.${of} = $1 AND s.completed_at IS NULL AND s.status IN ('queued', 'sending')
    AND NOT EXISTS (SELECT FROM send_attempts a
      WHERE a.email_id = s.email_id AND a.number = s.attempt_count + 1)
  RETURNING email_id, org_id, attempt_count)
INSERT INTO outbox (op, workflow, workflow_id, org_id, resource_id, signal)
SELECT 'signal', 'sendEmail', 'sendEmail:' || email_id, org_id, email_id, 'sendChanged'
FROM cancelled WHERE attempt_count > 0`;

/** Cancels the mails of a bulk send or an inbox that are not under way, also what waits for its next attempt. */
export async function cancelSends(
  manager: EntityManager,
  of: SendsOf,
  id: string,
  reason: string | null = null,
): Promise<void> {
  await manager.query(lock(of), [id]);
  await manager.query(cancel(of), [id, reason]);
}
