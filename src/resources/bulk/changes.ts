import type { EntityManager } from 'typeorm';
import type { Database } from '../../db/database.js';
import { conflict } from '../../errors.js';
import { queueRuns } from '../../store/outbox.js';
import { statement, type SqlPart } from '../../store/statement.js';
import { finishBulk, refundUnmade } from './ending.js';
import { cancelSends } from '../sending/cancelling.js';
import type { BulkStatus } from './schema.js';

/** What clients do to a bulk send that goes on. */
export type BulkChange = 'pause' | 'resume' | 'cancel';

/** Storage first; the run is told once it is committed, and begins anew where it is lost and needed. */
const change = (signal: BulkChange, status: BulkStatus, ...more: SqlPart[]) =>
  statement(
    [
      `changed AS (
  UPDATE bulks SET status = '${status}', touched_at = now()
  WHERE id = $1 AND status IN ('RUNNING', 'PAUSED') AND completed_at IS NULL RETURNING id, org_id)`,
      queueRuns(
        { workflow: 'sendBulk' },
        { signal, again: signal !== 'pause' },
        'SELECT org_id, id FROM changed',
      ),
      ...more,
    ],
    'SELECT id FROM changed',
  );

// Mails that were tried have runs of their own, which sleep while it is paused.
const wakeSends = queueRuns(
  { workflow: 'sendEmail' },
  { signal: 'sendChanged', again: true, as: 'woken' },
  `SELECT s.org_id, s.email_id FROM changed JOIN sends s ON s.bulk_id = changed.id
  WHERE s.bulk_id = $1 AND s.status = 'sending' AND s.completed_at IS NULL`,
);

const CHANGES: Readonly<Record<BulkChange, string>> = {
  // From now on no mail of it leaves but those that are under way.
  pause: change('pause', 'PAUSED'),
  // It goes on where it was paused.
  resume: change('resume', 'RUNNING', wakeSends),
  // No mail of it leaves any more but those that are under way.
  cancel: change('cancel', 'CANCELLED'),
};

/** @throws AppError 409 once it is over */
export async function changeBulk(
  database: Database,
  bulkId: string,
  what: BulkChange,
): Promise<void> {
  await database.transaction(async (manager) => {
    const changed: unknown[] = await manager.query(CHANGES[what], [bulkId]);
    if (changed.length === 0) throw await notGoingOn(manager, bulkId);
    if (what === 'cancel') await cancelMails(manager, bulkId, null);
  });
}

/** Cancels a bulk send that goes on, in the transaction of what it follows from. */
export async function cancelBulk(
  manager: EntityManager,
  bulkId: string,
  reason: string,
): Promise<void> {
  await manager.query(CHANGES.cancel, [bulkId]);
  await cancelMails(manager, bulkId, reason);
}

async function cancelMails(
  manager: EntityManager,
  bulkId: string,
  reason: string | null,
): Promise<void> {
  await cancelSends(manager, 'bulk_id', bulkId, reason);
  await refundUnmade(manager, bulkId);
  // Where something is under way its run tells of the end.
  await finishBulk(manager, bulkId);
}

async function notGoingOn(manager: EntityManager, bulkId: string) {
  const find = 'SELECT status FROM bulks WHERE id = $1';
  const [row]: { status: BulkStatus }[] = await manager.query(find, [bulkId]);
  return conflict(`The bulk send is ${row?.status ?? 'gone'}`);
}
