import type { EntityManager } from 'typeorm';
import { AppError, conflict } from '../../errors.js';
import { isLeaving } from '../../store/mail/open-sends.js';
import { emailRemoval, type RemoveEmails } from '../../store/mail/remove.js';
import {
  NOTHING_LEFT,
  plus,
  purgeFirst,
  type Purged,
  type RemovableRow,
} from '../../store/retention/purged.js';
import { childrenOf, type Child, type Table } from '../../store/tables.js';
import { removeRows } from './deletion.js';

const MAIL = `
SELECT id, size FROM emails
WHERE inbox_id = $1 AND (direction = 'inbound' OR NOT ${isLeaving('emails.id')})
ORDER BY uid LIMIT $2`;

/** Removes deleted inboxes with what `tables` say goes with them. */
export class InboxPurge {
  private readonly removeEmails: RemoveEmails;
  private readonly large: readonly Child[];
  private readonly others: readonly Child[];

  constructor(tables: readonly Table[]) {
    const children = childrenOf(tables, 'inboxes');
    this.removeEmails = emailRemoval(tables);
    this.large = children.filter(({ bytes }) => bytes !== undefined);
    this.others = children.filter(({ bytes }) => bytes === undefined);
  }

  /**
   * Removes up to `limit` emails of a deleted inbox, fewer when they are large, then other large rows alike,
   * and after the last of them what is left of it.
   * @throws AppError 409 when the inbox is not deleted, 503 while mail of it is being sent.
   */
  async removeChunk(manager: EntityManager, inboxId: string, limit: number): Promise<Purged> {
    // One purge of an inbox at a time: two would remove the same rows.
    const [inbox]: { deleted: boolean }[] = await manager.query(
      'SELECT deleted_at IS NOT NULL AS deleted FROM inboxes WHERE id = $1 FOR UPDATE',
      [inboxId],
    );
    if (!inbox) return NOTHING_LEFT;
    if (!inbox.deleted) throw conflict('Inbox is not deleted');
    let purged = await this.removeMail(manager, inboxId, limit);
    for (const child of this.large)
      if (purged.done) purged = plus(purged, await removeLarge(manager, child, inboxId, limit));
    if (!purged.done) return purged;
    await removeRows(manager, this.others, inboxId);
    await manager.query('DELETE FROM inboxes WHERE id = $1', [inboxId]);
    return purged;
  }

  private async removeMail(
    manager: EntityManager,
    inboxId: string,
    limit: number,
  ): Promise<Purged> {
    const found: RemovableRow[] = await manager.query(MAIL, [inboxId, limit]);
    const purged = await purgeFirst(found, { limit, of: 'emails' }, (ids) =>
      this.removeEmails(manager, ids),
    );
    if (!purged.done || (await isEmpty(manager, inboxId))) return purged;
    // What was removed now stays removed; with nothing to remove the next look has to wait.
    if (purged.emails > 0) return { ...purged, done: false };
    throw new AppError(503, 'Mail of the inbox is still being sent');
  }
}

/** Mail that is being handed over may be left: what becomes of it is still to go into its row. */
async function isEmpty(manager: EntityManager, inboxId: string): Promise<boolean> {
  const left: object[] = await manager.query('SELECT FROM emails WHERE inbox_id = $1 LIMIT 1', [
    inboxId,
  ]);
  return left.length === 0;
}

async function removeLarge(
  manager: EntityManager,
  { table, column, bytes }: Child,
  inboxId: string,
  limit: number,
): Promise<Purged> {
  const found: RemovableRow[] = await manager.query(
    `SELECT id, ${bytes} AS size FROM ${table} WHERE ${column} = $1 LIMIT $2`,
    [inboxId, limit],
  );
  return purgeFirst(found, { limit, of: 'rows' }, (ids) =>
    manager.query(`DELETE FROM ${table} WHERE id = ANY ($1)`, [ids]),
  );
}
