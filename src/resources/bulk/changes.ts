import type { EntityManager } from 'typeorm';
import type { Database } from '../../db/database.js';
import { conflict } from '../../errors.js';
import { queueRuns, type Outbox } from '../../store/outbox.js';
import { recordEvents } from '../../store/events/record.js';
import { statement } from '../../store/statement.js';
import { finishBulk } from './ending.js';
import { cancelSends } from '../sending/cancelling.js';
import { giveBackUnmade } from './refund-quota.js';

/** What changing a bulk send needs. */
export interface BulkChangeDeps {
  readonly database: Database;
  readonly outbox: Outbox;
}

/** A bulk send of an organization that was asked for before. */
export interface BulkRef {
  readonly id: string;
  readonly orgId: string;
}

const CHANGE = `
UPDATE bulks SET status = $2, touched_at = now()
WHERE id = $1 AND status = ANY ($3) AND completed_at IS NULL RETURNING id`;

/** From now on no mail of it leaves but those that are under way. @throws AppError 409 once it is over */
export const pauseBulk = (deps: BulkChangeDeps, bulk: BulkRef): Promise<void> =>
  changed(deps, bulk, 'pause', async (manager) => {
    await change(manager, bulk, 'PAUSED', ['RUNNING', 'PAUSED']);
  });

// They have runs of their own, which sleep while it is paused.
const WAKE = statement([
  queueRuns(
    { workflow: 'sendEmail' },
    { signal: 'sendChanged', again: true },
    `SELECT org_id, email_id FROM sends
  WHERE bulk_id = $1 AND status = 'sending' AND completed_at IS NULL`,
  ),
]);

/** It goes on where it was paused. @throws AppError 409 once it is over */
export const resumeBulk = (deps: BulkChangeDeps, bulk: BulkRef): Promise<void> =>
  changed(deps, bulk, 'resume', async (manager) => {
    await change(manager, bulk, 'RUNNING', ['RUNNING', 'PAUSED']);
    await manager.query(WAKE, [bulk.id]);
  });

/** No mail of it leaves any more but those that are under way. @throws AppError 409 once it is over */
export const cancelBulk = (deps: BulkChangeDeps, bulk: BulkRef): Promise<void> =>
  changed(deps, bulk, 'cancel', async (manager) => {
    await change(manager, bulk, 'CANCELLED', ['RUNNING', 'PAUSED']);
    await cancelSends(manager, 'bulk_id', bulk.id);
    await giveBackUnmade(manager, bulk.id);
    // Where something is under way its run tells of the end.
    const event = await finishBulk(manager, bulk.id);
    if (event) await recordEvents(manager, [event]);
  });

/** Storage first; the run is told once it is committed, and begins anew where it is lost and needed. */
async function changed(
  { database, outbox }: BulkChangeDeps,
  { id, orgId }: BulkRef,
  signal: 'pause' | 'resume' | 'cancel',
  work: (manager: EntityManager) => Promise<void>,
): Promise<void> {
  await database.transaction(async (manager) => {
    await work(manager);
    const run = { workflow: 'sendBulk', orgId, resourceId: id } as const;
    await outbox.add(manager, { ...run, op: 'signal', signal, again: signal !== 'pause' });
  });
}

async function change(
  manager: EntityManager,
  { id }: BulkRef,
  to: string,
  from: readonly string[],
): Promise<void> {
  const [rows]: [object[], number] = await manager.query(CHANGE, [id, to, from]);
  if (rows.length > 0) return;
  const [row]: { status: string }[] = await manager.query(
    'SELECT status FROM bulks WHERE id = $1',
    [id],
  );
  throw conflict(`The bulk send is ${row?.status ?? 'gone'}`);
}
