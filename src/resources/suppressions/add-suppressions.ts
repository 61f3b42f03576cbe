import { recordEvents } from '../../store/events/record.js';
import type { Queries } from '../../db/queries.js';
import { toWire } from '../../operations/wire.js';
import type { SuppressionEntity } from './entities.js';

/** An address that is not to be written to any more, as `addressKey` leaves it. */
type NewSuppression = Omit<SuppressionEntity, 'id' | 'orgId' | 'createdAt'>;

/**
 * Suppresses addresses and tells of those that were not suppressed before, in the transaction of
 * `queries`. One that is suppressed stays as it is.
 */
export async function addSuppressions(
  queries: Queries,
  orgId: string,
  suppressions: readonly NewSuppression[],
): Promise<void> {
  if (suppressions.length === 0) return;
  const added = await queries.query<Pick<NewSuppression, 'address' | 'reason' | 'emailId'>>(ADD, [
    orgId,
    JSON.stringify(suppressions.map(toWire)),
  ]);
  await recordEvents(
    queries,
    added.map((suppression) => ({
      kind: 'suppression.added',
      orgId,
      inboxId: null,
      resourceId: suppression.address,
      data: toWire(suppression),
    })),
  );
}

// In one order everywhere, so that two reports never wait for each other in a ring.
const ADD = `
INSERT INTO suppressions (org_id, address, reason, email_id, inbox_id, detail)
SELECT $1, s.address, s.reason, s.email_id, s.inbox_id, s.detail
FROM jsonb_to_recordset($2::jsonb)
  AS s(address text, reason text, email_id text, inbox_id text, detail text)
ORDER BY s.address
ON CONFLICT (org_id, address) DO NOTHING
RETURNING address, reason, email_id AS "emailId"`;
