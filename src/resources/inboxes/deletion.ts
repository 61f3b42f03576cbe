import type { EntityManager } from 'typeorm';
import type { Outbox } from '../../store/outbox.js';
import { sendNotification } from '../../store/statement.js';
import { endBulksOf } from '../bulk/waking.js';
import { cancelWaitsOf } from '../../store/waits/wake.js';
import { cancelSends } from '../sending/cancelling.js';
import { recordInboxEvent, type ToldInbox } from './inbox-events.js';

/** Why an inbox goes: someone deleted it, or its time is up. */
export type DeletionReason = 'deleted' | 'expired';

/**
 * Takes an inbox out of reach of mail and callers at once; `deleteInbox` removes its mail.
 * False when it was gone before, or is not expired although that is the reason.
 */
export async function deleteInbox(
  outbox: Outbox,
  manager: EntityManager,
  id: string,
  reason: DeletionReason,
): Promise<boolean> {
  const [gone]: ToldInbox[] = await manager.query(
    `WITH gone AS (
       UPDATE inboxes SET deleted_at = now()
       WHERE id = $1 AND deleted_at IS NULL AND ($2 = 'deleted' OR expires_at <= now())
       RETURNING id, org_id AS "orgId", address, name, status)
     SELECT * FROM gone`,
    [id, reason],
  );
  if (!gone) return false;
  // Mail is stored under the lock of this row: without it no more comes in.
  await manager.query('DELETE FROM inbox_counters WHERE inbox_id = $1', [id]);
  await forgetRules(manager, gone.orgId, id);
  await cancelSends(manager, 'inbox_id', id, 'the inbox was deleted');
  await endBulksOf(manager, id);
  await cancelWaitsOf(manager, id);
  await sendNotification(manager, 'inbox_changed', `deleted ${id}`);
  await outbox.add(manager, {
    op: 'start',
    workflow: 'deleteInbox',
    orgId: gone.orgId,
    resourceId: id,
  });
  await recordInboxEvent(manager, `inbox.${reason}`, gone);
  return true;
}

/** Removes the lists of an inbox. */
export async function forgetRules(
  manager: EntityManager,
  orgId: string,
  inboxId: string,
): Promise<void> {
  await manager.query(
    `DELETE FROM address_rules WHERE org_id = $1 AND coalesce(inbox_id, '') = $2`,
    [orgId, inboxId],
  );
}
