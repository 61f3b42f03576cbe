import type { EntityManager } from 'typeorm';
import type { Database } from '../../db/database.js';
import { conflict } from '../../errors.js';
import {
  approvalEvent,
  TOLD_APPROVAL,
  type ToldApproval,
  type ApprovalVerdict,
} from '../../store/approvals.js';
import { recordEvents } from '../../store/events/record.js';
import { queueRuns } from '../../store/outbox.js';
import { statement } from '../../store/statement.js';
import { countFrom } from '../../store/waits/replies.js';
import { cancelWaitsFor } from '../../store/waits/wake.js';
import { cancelBulk } from '../bulk/changes.js';
import { cancelSends } from '../sending/cancelling.js';

/** How a mail or a bulk send was decided about. */
type SendDecision = Pick<ToldApproval, 'decidedBy' | 'decidedVia' | 'comment'> & {
  readonly status: 'APPROVED' | 'REJECTED' | 'EXPIRED';
};

/** Lets mail leave that waits for approval, or cancels it: once, with all that follows, in one transaction. */
export class SendDeciding {
  constructor(private readonly database: Database) {}

  /** Whether it was still to be decided. @throws AppError 409 while the mails of a bulk send are being made */
  decide(approvalId: string, { approve, by, via, comment }: ApprovalVerdict): Promise<boolean> {
    const status = approve ? 'APPROVED' : 'REJECTED';
    return this.settle(approvalId, { status, decidedBy: by, decidedVia: via, comment });
  }

  /** Ends what nobody decided about in time. */
  expire(approvalId: string): Promise<boolean> {
    const nobody = { decidedBy: null, decidedVia: null, comment: null };
    return this.settle(approvalId, { status: 'EXPIRED', ...nobody });
  }

  private settle(approvalId: string, decision: SendDecision): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      // In the order in which claims and those who cancel lock: mails before their approval.
      await manager.query(LOCK_SENDS, [approvalId]);
      if (decision.status === 'APPROVED') await checkAllAreMade(manager, approvalId);
      const [decided] = await decide(manager, approvalId, decision);
      if (!decided) return false;
      await (decision.status === 'APPROVED' ? release : end)(manager, decided);
      await recordEvents(manager, [approvalEvent('approval.decided', decided)]);
      return true;
    });
  }
}

const LOCK_SENDS = `
SELECT FROM sends WHERE approval_id = $1 AND completed_at IS NULL ORDER BY email_id FOR UPDATE`;

const IS_BEING_MADE = `
SELECT FROM approvals a JOIN bulks b ON b.id = a.resource_id
WHERE a.id = $1 AND b.filled_at IS NULL AND b.completed_at IS NULL`;

/** Exactly what there is to be seen is approved. */
async function checkAllAreMade(manager: EntityManager, approvalId: string): Promise<void> {
  const unmade: unknown[] = await manager.query(IS_BEING_MADE, [approvalId]);
  if (unmade.length > 0)
    throw conflict('The mails of the bulk send are still being made; try again in a moment');
}

// A run that is late decides nothing before its time; a person decides nothing after it.
const DECIDE = statement(
  [
    `decided AS (
  UPDATE approvals a SET status = $2, decided_by = $3, decided_via = $4, comment = $5, decided_at = now()
  WHERE a.id = $1 AND a.status = 'PENDING' AND (a.expires_at > now()) = ($2 <> 'EXPIRED')
    AND EXISTS (SELECT FROM sends s WHERE s.approval_id = $1 AND s.status = 'awaiting_approval')
  RETURNING ${TOLD_APPROVAL}
)`,
    queueRuns(
      { workflow: 'awaitApproval' },
      { signal: 'approvalChanged' },
      'SELECT "orgId", id FROM decided',
    ),
  ],
  'SELECT * FROM decided',
);

const decide = (
  manager: EntityManager,
  approvalId: string,
  { status, decidedBy, decidedVia, comment }: SendDecision,
): Promise<ToldApproval[]> =>
  manager.query(DECIDE, [approvalId, status, decidedBy, decidedVia, comment]);

// Of a bulk send all that has not left: it is asked about once.
const RELEASE = statement([
  `released AS (
  UPDATE sends s SET approved_at = now(), touched_at = now(), status = CASE
    WHEN s.status <> 'awaiting_approval' THEN s.status
    WHEN s.attempt_count > 0 THEN 'sending' ELSE 'queued' END
  WHERE s.email_id = ANY (ARRAY(
      SELECT email_id FROM sends WHERE approval_id = $1
      UNION ALL SELECT email_id FROM sends WHERE bulk_id = $2))
    AND s.completed_at IS NULL
  RETURNING s.email_id, s.org_id, s.bulk_id, s.attempt_count, s.send_at
), waiting AS (
  UPDATE durable_waits w SET ${countFrom('greatest(released.send_at, now())')}
  FROM released
  WHERE w.email_id = released.email_id AND w.status = 'waiting' AND released.attempt_count = 0
  RETURNING w.id, w.org_id
)`,
  queueRuns(
    { workflow: 'sendEmail' },
    { signal: 'sendChanged', again: true, as: 'queued_sends' },
    'SELECT org_id, email_id FROM released WHERE bulk_id IS NULL OR attempt_count > 0',
  ),
  queueRuns(
    { workflow: 'sendBulk' },
    { signal: 'resume', again: true, as: 'queued_bulks' },
    'SELECT DISTINCT org_id, bulk_id FROM released WHERE bulk_id IS NOT NULL',
  ),
  queueRuns(
    { workflow: 'waitForEmail' },
    { signal: 'emailArrived', again: true, as: 'queued_waits' },
    'SELECT org_id, id FROM waiting',
  ),
]);

async function release(manager: EntityManager, { id, resourceId }: ToldApproval): Promise<void> {
  await manager.query(RELEASE, [id, resourceId]);
}

const isBulk = (resourceId: string) => resourceId.startsWith('blk_');

/** A bulk send is cancelled as a whole. */
async function end(
  manager: EntityManager,
  { resourceId, status, comment }: ToldApproval,
): Promise<void> {
  const why = status === 'EXPIRED' ? 'Nobody approved it in time' : 'Rejected';
  const reason = comment === null ? why : `${why}: ${comment}`;
  if (isBulk(resourceId)) return cancelBulk(manager, resourceId, reason);
  await cancelSends(manager, 'email_id', resourceId, reason);
  await cancelWaitsFor(manager, resourceId);
}
