import type { EntityManager } from 'typeorm';
import { queueRuns } from '../../store/outbox.js';
import { statement } from '../../store/statement.js';
import { giveUpBulk } from './refund-quota.js';

const WAKE = statement([
  queueRuns(
    { workflow: 'sendBulk' },
    { signal: 'resume', again: true },
    'SELECT org_id, id FROM bulks WHERE completed_at IS NULL AND $1 = ANY (inbox_ids)',
  ),
]);

/** Has the bulk sends that send from an inbox look again: it was resumed. */
export async function wakeBulksOf(manager: EntityManager, inboxId: string): Promise<void> {
  await manager.query(WAKE, [inboxId]);
}

const UNFILLED = `
SELECT id FROM bulks
WHERE completed_at IS NULL AND filled_at IS NULL AND inbox_ids[1] = $1 FOR UPDATE`;

/** Ends bulk sends that have nobody left to send: the inbox was deleted, and its mails are cancelled. */
export async function endBulksOf(manager: EntityManager, inboxId: string): Promise<void> {
  const unfilled: { id: string }[] = await manager.query(UNFILLED, [inboxId]);
  for (const { id } of unfilled) await giveUpBulk(manager, id);
  await wakeBulksOf(manager, inboxId);
}
