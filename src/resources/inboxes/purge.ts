import type { EntityManager } from 'typeorm';
import { conflict } from '../../errors.js';
import { removeEmails } from '../emails/removal.js';
import { forgetTarget } from '../routing/forgetting.js';
import { forgetRules } from './deletion.js';

/**
 * Removes up to `limit` emails of a deleted inbox, and with the last of them what is left of it.
 * True when nothing remains. @throws AppError 409 when the inbox is not deleted.
 */
export async function purgeInbox(
  manager: EntityManager,
  inboxId: string,
  limit: number,
): Promise<boolean> {
  // One purge of an inbox at a time: two would remove the same rows.
  const [inbox]: { org_id: string; deleted: boolean }[] = await manager.query(
    'SELECT org_id, deleted_at IS NOT NULL AS deleted FROM inboxes WHERE id = $1 FOR UPDATE',
    [inboxId],
  );
  if (!inbox) return true;
  if (!inbox.deleted) throw conflict('Inbox is not deleted');
  const removed = await removeChunk(manager, inboxId, limit);
  if (removed === limit) return false;
  await removeLeftovers(manager, inbox.org_id, inboxId);
  return true;
}

async function removeChunk(
  manager: EntityManager,
  inboxId: string,
  limit: number,
): Promise<number> {
  const emails: { id: string }[] = await manager.query(
    'SELECT id FROM emails WHERE inbox_id = $1 ORDER BY uid LIMIT $2',
    [inboxId, limit],
  );
  await removeEmails(
    manager,
    emails.map(({ id }) => id),
  );
  return emails.length;
}

async function removeLeftovers(
  manager: EntityManager,
  orgId: string,
  inboxId: string,
): Promise<void> {
  await removeKeys(manager, orgId, inboxId);
  await manager.query('DELETE FROM wait_marks WHERE inbox_id = $1', [inboxId]);
  await manager.query('DELETE FROM wait_answers WHERE inbox_id = $1', [inboxId]);
  await manager.query('DELETE FROM durable_waits WHERE inbox_id = $1', [inboxId]);
  await manager.query('DELETE FROM daily_sends WHERE inbox_id = $1', [inboxId]);
  await manager.query('DELETE FROM drafts WHERE inbox_id = $1', [inboxId]);
  await manager.query('DELETE FROM missing_messages WHERE inbox_id = $1', [inboxId]);
  await manager.query('DELETE FROM thread_agents WHERE inbox_id = $1', [inboxId]);
  // One may have been added while the inbox was being deleted.
  await forgetRules(manager, orgId, inboxId);
  await forgetTarget(manager, orgId, inboxId);
  await manager.query('DELETE FROM inboxes WHERE id = $1', [inboxId]);
}

/** Keys of this inbox alone go; a key of several is left with the others. */
async function removeKeys(manager: EntityManager, orgId: string, inboxId: string): Promise<void> {
  await manager.query(
    `WITH gone AS (
       DELETE FROM api_keys WHERE org_id = $1 AND allowed_inbox_ids = ARRAY[$2] RETURNING id)
     SELECT pg_notify('key_revoked', id) FROM gone`,
    [orgId, inboxId],
  );
  await manager.query(
    `UPDATE api_keys SET allowed_inbox_ids = array_remove(allowed_inbox_ids, $2)
     WHERE org_id = $1 AND $2 = ANY (allowed_inbox_ids)`,
    [orgId, inboxId],
  );
}
