import { recordEvents } from '../../store/events/record.js';
import type { Queries } from '../../db/queries.js';
import type { SuppressionReason } from './entities.js';

/** An address that is not to be written to any more, as `addressKey` leaves it. */
export interface NewSuppression {
  readonly address: string;
  readonly reason: SuppressionReason;
  readonly emailId: string | null;
  readonly inboxId: string | null;
  readonly detail: string | null;
}

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
  const added = (await queries.query(ADD, [
    orgId,
    JSON.stringify(
      suppressions.map(({ address, reason, emailId, inboxId, detail }) => ({
        address,
        reason,
        email_id: emailId,
        inbox_id: inboxId,
        detail,
      })),
    ),
  ])) as { address: string; reason: SuppressionReason; email_id: string | null }[];
  await recordEvents(
    queries,
    added.map(({ address, reason, email_id }) => ({
      kind: 'suppression.added',
      orgId,
      inboxId: null,
      resourceId: address,
      data: { address, reason, email_id },
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
RETURNING address, reason, email_id`;
