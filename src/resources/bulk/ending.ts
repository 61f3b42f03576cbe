import type { EventData } from '../../store/events/kinds.js';
import { recordEvents } from '../../store/events/record.js';
import type { Queries } from '../../db/queries.js';
import type { Ends } from '../sending/watch.js';
import { notify, statement } from '../../store/statement.js';

/** How the end of bulk sends is told of. */
export const ENDS_OF_BULKS: Ends = {
  channel: 'bulk_ended',
  ended: 'SELECT id FROM bulks WHERE id = ANY ($1) AND completed_at IS NOT NULL',
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
  const [end] = (await queries.query(FINISH, [bulkId])) as BulkEnd[];
  if (!end) return false;
  const { org_id: orgId, inbox_ids: inboxIds } = end;
  // Whoever wants to hear of one inbox alone is told where all mail is from it.
  const inboxId = inboxIds.length === 1 ? inboxIds[0]! : null;
  await recordEvents(queries, [
    { kind: 'bulk.completed', orgId, inboxId, resourceId: bulkId, data: end },
  ]);
  return true;
}
