import type { EntityManager } from 'typeorm';
import { conflict } from '../../errors.js';
import { queueRuns } from '../../store/outbox.js';
import { sendNotification, statement } from '../../store/statement.js';
import { cancelWaitsFor } from '../../store/waits/wake.js';

/** Whose mails are cancelled. */
export type SendsOf = 'bulk_id' | 'inbox_id';

// In the order in which claims lock them. An attempt that begins at this moment holds its row: what
// is seen after the locks counts.
const lock = (of: SendsOf) => `
SELECT FROM sends WHERE ${of} = $1 AND completed_at IS NULL ORDER BY email_id FOR UPDATE`;
const cancel = (of: SendsOf) =>
  statement([
    `cancelled AS (
  UPDATE sends s SET status = 'cancelled', completed_at = now(), touched_at = now(),
    error = coalesce($2, s.error)
  WHERE s.${of} = $1 AND s.completed_at IS NULL AND s.status IN ('queued', 'sending')
    AND NOT EXISTS (SELECT FROM send_attempts a
      WHERE a.email_id = s.email_id AND a.number = s.attempt_count + 1)
  RETURNING email_id, org_id, attempt_count)`,
    queueRuns(
      { workflow: 'sendEmail' },
      { signal: 'sendChanged' },
      'SELECT org_id, email_id FROM cancelled WHERE attempt_count > 0',
    ),
  ]);

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

/**
 * Cancels a mail that waits for its first attempt, so that it can be deleted. What is over, or was never
 * to be sent, is left alone. Whoever deletes it then ends its run.
 *
 * @returns whether there was something to cancel. @throws AppError 409 when it is being sent.
 */
export async function withdrawSend(manager: EntityManager, emailId: string): Promise<boolean> {
  // An attempt that begins at this moment holds the row: what is seen after the lock counts.
  const [send]: { status: string }[] = await manager.query(
    'SELECT status FROM sends WHERE email_id = $1 AND completed_at IS NULL FOR UPDATE',
    [emailId],
  );
  if (!send) return false;
  if (send.status !== 'queued')
    throw conflict(
      `The email cannot be deleted: it is ${send.status}. Cancel it, or wait for its end`,
    );
  await sendNotification(manager, 'send_settled', emailId);
  await cancelWaitsFor(manager, emailId);
  return true;
}

/** Ends the run of a mail that is gone. */
export async function endRun(
  manager: EntityManager,
  orgId: string,
  emailId: string,
): Promise<void> {
  await manager.query(END_RUN, [orgId, emailId]);
}

const END_RUN = statement([
  queueRuns({ workflow: 'sendEmail' }, { signal: 'sendChanged' }, 'SELECT $1, $2'),
]);
