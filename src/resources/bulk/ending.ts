import type { NewEvent } from '../../store/events/record.js';
import type { Queries } from '../../db/queries.js';
import type { Ends } from '../sending/watch.js';
import { notify, statement } from '../../store/statement.js';

/** How the end of bulk sends is told of. */
export const ENDS_OF_BULKS: Ends = {
  channel: 'bulk_ended',
  ended: 'SELECT id FROM bulks WHERE id = ANY ($1) AND completed_at IS NOT NULL',
};

interface BulkCounts {
  readonly org_id: string;
  readonly inbox_ids: readonly string[];
  readonly total: number;
  readonly rejected: number;
  readonly sent: number;
  readonly failed: number;
  readonly unknown: number;
  readonly cancelled: number;
}

// One that is paused when its last mail went has nothing left that could wait.
const FINISH = statement(
  [
    `ended AS (
  UPDATE bulks SET completed_at = now(), touched_at = now(),
    status = CASE status WHEN 'CANCELLED' THEN status ELSE 'COMPLETED' END
  WHERE id = $1 AND completed_at IS NULL AND (status = 'CANCELLED' OR filled_at IS NOT NULL)
    AND NOT EXISTS (SELECT FROM sends WHERE bulk_id = $1 AND completed_at IS NULL)
  RETURNING id, org_id, inbox_ids, total, rejected
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

/** Ends a bulk send that has nothing left to do: what is to be told of it, once; null otherwise. */
export async function finishBulk(queries: Queries, bulkId: string): Promise<NewEvent | null> {
  const [row] = (await queries.query(FINISH, [bulkId])) as BulkCounts[];
  if (!row) return null;
  const { org_id: orgId, inbox_ids: inboxIds } = row;
  return {
    kind: 'bulk.completed',
    orgId,
    // Whoever wants to hear of one inbox alone is told where all mail is from it.
    inboxId: inboxIds.length === 1 ? inboxIds[0]! : null,
    resourceId: bulkId,
    data: {
      bulk_id: bulkId,
      total: row.total,
      rejected: row.rejected,
      sent: row.sent,
      failed: row.failed,
      unknown: row.unknown,
      cancelled: row.cancelled,
    },
  };
}
