import { PLANS } from '../../auth/plans.js';
import type { Queries } from '../../db/queries.js';
import { approvalEvent, TOLD_APPROVAL, type ToldApproval } from '../../store/approvals.js';
import { recordEvents } from '../../store/events/record.js';
import { queueRuns } from '../../store/outbox.js';
import { combine, statement, type SqlPart } from '../../store/statement.js';

const COUNTING_RECIPIENTS = Object.entries(PLANS)
  .filter(([, { outboundCounts }]) => outboundCounts === 'recipients')
  .map(([plan]) => `'${plan}'`)
  .join(', ');

/**
 * Parts that give back what was counted for those of the mails `of` that waited for approval and were not sent: in the
 * month and on the day in which they were counted, which for those of a bulk send is when that was asked for.
 */
export const refundUnsent = (of: string): SqlPart =>
  combine([
    `unsent AS (
  SELECT c.org_id, c.inbox_id, coalesce(b.created_at, c.created_at) AT TIME ZONE 'UTC' AS counted_at,
    CASE WHEN o.plan = ANY (ARRAY[${COUNTING_RECIPIENTS}]::text[])
      THEN jsonb_array_length(c.recipients) ELSE 1 END AS cost
  FROM ${of} c JOIN orgs o ON o.id = c.org_id LEFT JOIN bulks b ON b.id = c.bulk_id
  WHERE c.awaited AND c.attempt_count = 0
), month AS (
  UPDATE monthly_usage u SET used = greatest(u.used - unused.cost, 0)
  FROM (SELECT org_id, date_trunc('month', counted_at)::date AS month, sum(cost)::int AS cost
    FROM unsent GROUP BY 1, 2) AS unused
  WHERE u.org_id = unused.org_id AND u.month = unused.month AND u.kind = 'outbound' AND u.shard = 0
), day AS (
  UPDATE daily_sends d SET used = greatest(d.used - unused.mails, 0)
  FROM (SELECT inbox_id, counted_at::date AS day, count(*)::int AS mails FROM unsent GROUP BY 1, 2) AS unused
  WHERE d.inbox_id = unused.inbox_id AND d.day = unused.day
)`,
  ]);

const WITHDRAW = statement(
  [
    `withdrawn AS (
  UPDATE approvals a SET status = 'EXPIRED', decided_at = now(), comment = 'Cancelled'
  WHERE a.id = ANY ($1) AND a.status = 'PENDING' AND NOT EXISTS (
    SELECT FROM sends s WHERE s.approval_id = a.id AND s.status = 'awaiting_approval')
  RETURNING ${TOLD_APPROVAL}
)`,
    queueRuns(
      { workflow: 'awaitApproval' },
      { signal: 'approvalChanged' },
      'SELECT "orgId", id FROM withdrawn',
    ),
  ],
  'SELECT * FROM withdrawn',
);

/** Closes approvals that no mail waits for any more. */
export async function withdrawApprovals(queries: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const closed = await queries.query<ToldApproval>(WITHDRAW, [ids]);
  await recordEvents(
    queries,
    closed.map((approval) => approvalEvent('approval.decided', approval)),
  );
}
