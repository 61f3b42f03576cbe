import type { Queries } from '../../db/queries.js';
import { newId } from '../../ids.js';
import { approvalEvent } from '../approvals.js';
import { eventRows, insertEvents, type NewEvent } from '../events/record.js';
import { queueRuns } from '../outbox.js';
import { notify, statement } from '../statement.js';
import { countFrom, STARTS_AT } from '../waits/replies.js';
import { isUnapproved, joinPolicies } from './approval-rule.js';

/** A mail that needs approval, and what its policy says of that. */
interface NeedingSend {
  readonly email_id: string;
  readonly org_id: string;
  readonly inbox_id: string;
  readonly bulk_id: string | null;
  readonly requested_by: string | null;
  readonly approvers: readonly string[];
  readonly expires_in: number;
  readonly separate: boolean;
}

// A statement of its own: what the next one sees is as it is under the locks.
const LOCK = `
SELECT FROM sends WHERE email_id = ANY ($1) AND completed_at IS NULL ORDER BY email_id FOR UPDATE`;

const NEEDING = `
SELECT s.email_id, s.org_id, s.inbox_id, s.bulk_id, s.requested_by, binding.approvers,
  binding.expires_in, binding.separate
FROM sends s ${joinPolicies('s')}
CROSS JOIN LATERAL (
  SELECT p.* FROM approval_policies p
  WHERE p.org_id = s.org_id AND coalesce(p.inbox_id, '') IN ('', s.inbox_id)
  ORDER BY p.inbox_id NULLS LAST LIMIT 1) AS binding
WHERE s.email_id = ANY ($1) AND s.completed_at IS NULL AND s.status IN ('queued', 'sending')
  AND NOT EXISTS (SELECT FROM send_attempts a
    WHERE a.email_id = s.email_id AND a.number = s.attempt_count + 1)
  AND ${isUnapproved('s')}`;

// The other mails of a bulk send may have asked before: its approval is theirs.
const HOLD = statement(
  [
    `asked AS (
  INSERT INTO approvals (id, org_id, inbox_id, kind, resource_id, requested_by, approvers,
    expires_at, separate)
  SELECT id, org_id, inbox_id, 'send', resource_id, coalesce(requested_by, ''), approvers,
    date_trunc('milliseconds', now()) + make_interval(secs => expires_in), separate
  FROM jsonb_to_recordset($1::jsonb) AS asking(id text, org_id text, inbox_id text,
    resource_id text, requested_by text, approvers text[], expires_in int, separate boolean)
  ON CONFLICT (resource_id) WHERE status = 'PENDING' DO UPDATE SET resource_id = excluded.resource_id
  RETURNING id, org_id, resource_id, expires_at, xmax = 0 AS is_new
), held AS (
  UPDATE sends s SET status = 'awaiting_approval', approval_id = asked.id, touched_at = now()
  FROM asked WHERE s.email_id = ANY ($2) AND coalesce(s.bulk_id, s.email_id) = asked.resource_id
  RETURNING s.email_id, s.attempt_count, asked.expires_at
), waiting AS (
  UPDATE durable_waits w SET ${countFrom(`greatest(${STARTS_AT}, held.expires_at)`)}
  FROM held WHERE w.email_id = held.email_id AND w.status = 'waiting' AND held.attempt_count = 0
)`,
    insertEvents('$3', 'e.resource_id IN (SELECT id FROM asked WHERE is_new)'),
    queueRuns({ workflow: 'awaitApproval' }, {}, 'SELECT org_id, id FROM asked WHERE is_new'),
    notify('send_settled', 'SELECT email_id FROM held'),
  ],
  'SELECT FROM held',
);

/**
 * Keeps those of the mails that need approval from leaving, and asks for it: once for all mails of a bulk send. In the
 * transaction of `queries`; answers whether there are such.
 */
export async function holdSends(queries: Queries, emailIds: readonly string[]): Promise<boolean> {
  await queries.query(LOCK, [emailIds]);
  const needing = await queries.query<NeedingSend>(NEEDING, [emailIds]);
  if (needing.length === 0) return false;
  const asking = askedBy(needing);
  const ids = needing.map(({ email_id: id }) => id);
  await queries.query(HOLD, [JSON.stringify(asking), ids, eventRows(asking.map(requested))]);
  return true;
}

const resourceOf = ({ bulk_id: bulkId, email_id: emailId }: NeedingSend) => bulkId ?? emailId;

/** The approvals that are asked for, one for all mails of a bulk send; of no inbox where those are of several. */
function askedBy(needing: readonly NeedingSend[]) {
  const resourceIds = [...new Set(needing.map(resourceOf))];
  return resourceIds.map((resourceId) => {
    const sends = needing.filter((send) => resourceOf(send) === resourceId);
    const [first] = sends as [NeedingSend];
    const isOfOne = sends.every(({ inbox_id: id }) => id === first.inbox_id);
    return {
      id: newId('apr'),
      org_id: first.org_id,
      inbox_id: isOfOne ? first.inbox_id : null,
      resource_id: resourceId,
      requested_by: first.requested_by,
      approvers: [...new Set(sends.flatMap(({ approvers }) => approvers))],
      expires_in: Math.min(...sends.map(({ expires_in: seconds }) => seconds)),
      separate: sends.some(({ separate }) => separate),
    };
  });
}

const requested = (asking: ReturnType<typeof askedBy>[number]): NewEvent =>
  approvalEvent('approval.requested', {
    ...{ id: asking.id, orgId: asking.org_id, inboxId: asking.inbox_id, kind: 'send' },
    ...{ resourceId: asking.resource_id, status: 'PENDING' },
    ...{ decidedBy: null, decidedVia: null, comment: null },
  });
