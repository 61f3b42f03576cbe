import type { EntityManager } from 'typeorm';
import type { Database } from '../../db/database.js';
import { conflict } from '../../errors.js';
import { queueRun, queueRuns } from '../../store/outbox.js';
import { notify, sendNotification, statement } from '../../store/statement.js';
import { refundUnsent, withdrawApprovals } from './refund-unsent.js';
import { cancelWaitsFor } from '../../store/waits/wake.js';

/** Whose mails are cancelled: those of a bulk send or an inbox, or one. */
type SendsOf = 'bulk_id' | 'inbox_id' | 'email_id';

const SEND = { workflow: 'sendEmail' } as const;
const CHANGED = { signal: 'sendChanged' } as const;

// What the mails that were cancelled waited for.
const AWAITED_APPROVALS = 'SELECT DISTINCT approval_id AS id FROM cancelled WHERE awaited';

// In the order in which claims lock them. An attempt that begins at this moment holds its row: what
// is seen after the locks counts.
const lock = (of: SendsOf) => `
SELECT status FROM sends WHERE ${of} = $1 AND completed_at IS NULL ORDER BY email_id FOR UPDATE`;

// Between two attempts as well as before the first; never while one is under way.
const cancelled = (of: SendsOf) => `cancelled AS (
  UPDATE sends s SET status = 'cancelled', completed_at = now(), touched_at = now(),
    error = coalesce($2, s.error)
  FROM sends before
  WHERE s.${of} = $1 AND s.completed_at IS NULL
    AND s.status IN ('awaiting_approval', 'queued', 'sending')
    AND NOT EXISTS (SELECT FROM send_attempts a
      WHERE a.email_id = s.email_id AND a.number = s.attempt_count + 1)
    AND before.${of} = $1 AND before.email_id = s.email_id
  RETURNING s.email_id, s.org_id, s.inbox_id, s.bulk_id, s.attempt_count, s.approval_id, s.recipients,
    s.created_at, before.status = 'awaiting_approval' AS awaited)`;

const cancelMany = (of: SendsOf) =>
  statement(
    [
      cancelled(of),
      refundUnsent('cancelled'),
      queueRuns(
        SEND,
        CHANGED,
        'SELECT org_id, email_id FROM cancelled WHERE attempt_count > 0 OR awaited',
      ),
      notify('send_settled', 'SELECT email_id FROM cancelled WHERE awaited'),
    ],
    AWAITED_APPROVALS,
  );

const CANCEL_ONE = statement(
  [
    cancelled('email_id'),
    refundUnsent('cancelled'),
    queueRuns(SEND, CHANGED, 'SELECT org_id, email_id FROM cancelled'),
    notify('send_settled', 'SELECT email_id FROM cancelled'),
  ],
  'SELECT approval_id AS id, awaited FROM cancelled',
);

/** Cancels the mails of a bulk send or an inbox that are not under way, also what waits for its next attempt. */
export async function cancelSends(
  manager: EntityManager,
  of: SendsOf,
  id: string,
  reason: string | null = null,
): Promise<void> {
  await manager.query(lock(of), [id]);
  const awaited: { id: string }[] = await manager.query(cancelMany(of), [id, reason]);
  await withdrawApprovals(
    manager,
    awaited.map((approval) => approval.id),
  );
}

/** Cancels one. @throws AppError 409 when it is under way or over. */
export async function cancelSend(database: Database, emailId: string): Promise<void> {
  await database.transaction(async (manager) => {
    const find = 'SELECT status FROM sends WHERE email_id = $1 FOR UPDATE';
    const [row]: { status: string }[] = await manager.query(find, [emailId]);
    const [gone]: { id: string; awaited: boolean }[] = await manager.query(CANCEL_ONE, [
      emailId,
      null,
    ]);
    if (!gone) throw conflict(`The email cannot be cancelled: it is ${row?.status ?? 'gone'}`);
    if (gone.awaited) await withdrawApprovals(manager, [gone.id]);
    await cancelWaitsFor(manager, emailId);
  });
}

/**
 * Cancels a mail that waits for its first attempt, so that it can be deleted. What is over, or was never
 * to be sent, is left alone. Whoever deletes it then ends its run.
 *
 * @returns whether there was something to cancel. @throws AppError 409 when it is being sent.
 */
export async function withdrawSend(manager: EntityManager, emailId: string): Promise<boolean> {
  const [send]: { status: string }[] = await manager.query(lock('email_id'), [emailId]);
  if (!send) return false;
  // Nobody has to decide about it any more.
  if (send.status === 'awaiting_approval') await cancelSends(manager, 'email_id', emailId);
  else if (send.status !== 'queued')
    throw conflict(
      `The email cannot be deleted: it is ${send.status}. Cancel it, or wait for its end`,
    );
  await sendNotification(manager, 'send_settled', emailId);
  await cancelWaitsFor(manager, emailId);
  return true;
}

/** Ends the run of a mail that is gone. */
export const endRun = (manager: EntityManager, orgId: string, resourceId: string): Promise<void> =>
  queueRun(manager, { op: 'signal', ...SEND, ...CHANGED, orgId, resourceId });
