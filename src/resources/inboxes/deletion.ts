import type { EntityManager } from 'typeorm';
import { queueRun } from '../../store/outbox.js';
import { sendNotification } from '../../store/statement.js';
import { childrenOf, type Child, type Table } from '../../store/tables.js';
import { endBulksOf } from '../bulk/ending.js';
import { cancelWaitsOf } from '../../store/waits/wake.js';
import { cancelSends } from '../sending/cancelling.js';
import { failTasksOf } from '../tasks/ending.js';
import { recordInboxEvent, type AnnouncedInbox } from './inbox-events.js';

/** Why an inbox goes: someone deleted it, or its time is up. */
export type DeletionReason = 'deleted' | 'expired';

/**
 * Takes an inbox out of reach of mail and callers at once; the run `deleteInbox` removes its mail, and what
 * else `tables` say goes with it.
 * False when it was gone before, or is not expired although that is the reason.
 */
export async function deleteInbox(
  tables: readonly Table[],
  manager: EntityManager,
  id: string,
  reason: DeletionReason,
): Promise<boolean> {
  const [gone]: AnnouncedInbox[] = await manager.query(
    `WITH gone AS (
       UPDATE inboxes SET deleted_at = now()
       WHERE id = $1 AND deleted_at IS NULL AND ($2 = 'deleted' OR expires_at <= now())
       RETURNING id, org_id AS "orgId", address, name, status)
     SELECT * FROM gone`,
    [id, reason],
  );
  if (!gone) return false;
  const immediate = childrenOf(tables, 'inboxes').filter((child) => child.immediate);
  await removeRows(manager, immediate, id);
  await cancelSends(manager, 'inbox_id', id, 'the inbox was deleted');
  await endBulksOf(manager, id);
  await cancelWaitsOf(manager, id);
  await failTasksOf(manager, id);
  await sendNotification(manager, 'inbox_changed', `deleted ${id}`);
  const { orgId } = gone;
  await queueRun(manager, { op: 'start', workflow: 'deleteInbox', orgId, resourceId: id });
  await recordInboxEvent(manager, `inbox.${reason}`, gone);
  return true;
}

/** Removes rows of an inbox. */
export async function removeRows(
  manager: EntityManager,
  children: readonly Child[],
  inboxId: string,
): Promise<void> {
  for (const { table, column, statements } of children)
    for (const statement of statements ?? [`DELETE FROM ${table} WHERE ${column} = $1`])
      await manager.query(statement, [inboxId]);
}
