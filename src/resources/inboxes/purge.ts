import type { EntityManager } from 'typeorm';
import { AppError, conflict } from '../../errors.js';
import { removeEmails } from '../../store/mail/remove.js';
import { chunkOf } from '../../store/retention/chunks.js';
import { forgetTarget } from '../routing/forgetting.js';
import { isLeaving } from '../../store/mail/open-sends.js';
import { forgetRules } from './deletion.js';
import { notify, statement } from '../../store/statement.js';

/**
 * Removes up to `limit` emails of a deleted inbox, fewer when they are large, then its drafts alike,
 * and after the last of them what is left of it.
 * True when nothing remains. @throws AppError 409 when the inbox is not deleted, 503 while mail of it is
 * being sent.
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
  const removed =
    (await removeMail(manager, inboxId, limit)) && (await removeDrafts(manager, inboxId, limit));
  if (removed) await removeLeftovers(manager, inbox.org_id, inboxId);
  return removed;
}

/** A row that goes, and its bytes. */
interface Sized {
  readonly id: string;
  readonly size: number;
}

async function removeMail(
  manager: EntityManager,
  inboxId: string,
  limit: number,
): Promise<boolean> {
  const emails: Sized[] = await manager.query(
    `SELECT id, size FROM emails
     WHERE inbox_id = $1 AND (direction = 'inbound' OR NOT ${isLeaving('emails.id')})
     ORDER BY uid LIMIT $2`,
    [inboxId, limit],
  );
  const chunk = chunkOf(emails);
  await removeEmails(
    manager,
    chunk.map(({ id }) => id),
  );
  if (chunk.length === limit || chunk.length < emails.length) return false;
  if (await isEmpty(manager, inboxId)) return true;
  // What was removed now stays removed; with nothing to remove the next look has to wait.
  if (chunk.length > 0) return false;
  throw new AppError(503, 'Mail of the inbox is still being sent');
}

/** Mail that is being handed over may be left: what becomes of it is still to go into its row. */
async function isEmpty(manager: EntityManager, inboxId: string): Promise<boolean> {
  const left: object[] = await manager.query('SELECT FROM emails WHERE inbox_id = $1 LIMIT 1', [
    inboxId,
  ]);
  return left.length === 0;
}

// The files of a draft are stored as they are: their size is known without reading them.
const DRAFTS = `
SELECT id, pg_column_size(contents) + coalesce(octet_length(text_body), 0)
  + coalesce(octet_length(html_body), 0) AS size
FROM drafts WHERE inbox_id = $1 LIMIT $2`;

async function removeDrafts(
  manager: EntityManager,
  inboxId: string,
  limit: number,
): Promise<boolean> {
  const drafts: Sized[] = await manager.query(DRAFTS, [inboxId, limit]);
  const chunk = chunkOf(drafts);
  await manager.query('DELETE FROM drafts WHERE id = ANY ($1)', [chunk.map(({ id }) => id)]);
  return chunk.length < limit && chunk.length === drafts.length;
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
  await manager.query('DELETE FROM missing_messages WHERE inbox_id = $1', [inboxId]);
  await manager.query('DELETE FROM thread_agents WHERE inbox_id = $1', [inboxId]);
  // One may have been added while the inbox was being deleted.
  await forgetRules(manager, orgId, inboxId);
  await forgetTarget(manager, orgId, inboxId);
  await manager.query('DELETE FROM inboxes WHERE id = $1', [inboxId]);
}

const REVOKE = statement([
  `gone AS (
  DELETE FROM api_keys WHERE org_id = $1 AND allowed_inbox_ids = ARRAY[$2] RETURNING id)`,
  notify('key_revoked', 'SELECT id FROM gone'),
]);

/** Keys of this inbox alone go; a key of several is left with the others. */
async function removeKeys(manager: EntityManager, orgId: string, inboxId: string): Promise<void> {
  await manager.query(REVOKE, [orgId, inboxId]);
  await manager.query(
    `UPDATE api_keys SET allowed_inbox_ids = array_remove(allowed_inbox_ids, $2)
     WHERE org_id = $1 AND $2 = ANY (allowed_inbox_ids)`,
    [orgId, inboxId],
  );
}
