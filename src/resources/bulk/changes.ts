import type { EntityManager } from 'typeorm';
import type { Database } from '../../db/database.js';
import { conflict } from '../../errors.js';
import type { Outbox } from '../../temporal/outbox.js';
import { recordEvents } from '../events/log.js';
import { finishBulk } from './ending.js';
import { giveBack } from './giving-back.js';

/** What changing a bulk send needs. */
export interface ChangeDeps {
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
export const pauseBulk = (deps: ChangeDeps, bulk: BulkRef): Promise<void> =>
  changed(deps, bulk, 'pause', async (manager) => {
    await change(manager, bulk, 'PAUSED', ['RUNNING', 'PAUSED']);
  });

// They have runs of their own, which sleep while it is paused.
const WAKE = `
INSERT INTO outbox (op, workflow, workflow_id, org_id, resource_id, signal, again)
SELECT 'signal', 'sendEmail', 'sendEmail:' || email_id, org_id, email_id, 'sendChanged', true
FROM sends WHERE bulk_id = $1 AND status = 'sending' AND completed_at IS NULL`;

/** It goes on where it was paused. @throws AppError 409 once it is over */
export const resumeBulk = (deps: ChangeDeps, bulk: BulkRef): Promise<void> =>
  changed(deps, bulk, 'resume', async (manager) => {
    await change(manager, bulk, 'RUNNING', ['RUNNING', 'PAUSED']);
    await manager.query(WAKE, [bulk.id]);
  });

// In the order in which claims lock them. An attempt that begins at this moment holds its row: what
// is seen after the locks counts.
const LOCK = `
SELECT FROM sends WHERE bulk_id = $1 AND completed_at IS NULL ORDER BY email_id FOR UPDATE`;
const CANCEL = `
WITH cancelled AS (
  UPDATE sends s SET status = 'cancelled', completed_at = now(), touched_at = now()
  WHERE s.bulk_id = $1 AND s.completed_at IS NULL AND s.status IN ('queued', 'sending')
    AND NOT EXISTS (SELECT FROM send_attempts a
      WHERE a.email_id = s.email_id AND a.number = s.attempt_count + 1)
  RETURNING email_id, org_id, attempt_count)
INSERT INTO outbox (op, workflow, workflow_id, org_id, resource_id, signal)
SELECT 'signal', 'sendEmail', 'sendEmail:' || email_id, org_id, email_id, 'sendChanged'
FROM cancelled WHERE attempt_count > 0`;

/** Cancels what of a bulk send is not under way, also what waits for its next attempt. */
export async function cancelMails(manager: EntityManager, bulkId: string): Promise<void> {
  await manager.query(LOCK, [bulkId]);
  await manager.query(CANCEL, [bulkId]);
}

// Of a list that mail was not made for altogether.
const UNMADE = `
SELECT CASE WHEN filled_at IS NULL THEN total - accepted ELSE 0 END AS unused
FROM bulks WHERE id = $1`;

/** No mail of it leaves any more but those that are under way. @throws AppError 409 once it is over */
export const cancelBulk = (deps: ChangeDeps, bulk: BulkRef): Promise<void> =>
  changed(deps, bulk, 'cancel', async (manager) => {
    await change(manager, bulk, 'CANCELLED', ['RUNNING', 'PAUSED']);
    await cancelMails(manager, bulk.id);
    const [{ unused }]: [{ unused: number }] = await manager.query(UNMADE, [bulk.id]);
    await giveBack(manager, bulk.id, unused);
    // Where something is under way its run tells of the end.
    const event = await finishBulk(manager, bulk.id);
    if (event) await recordEvents(manager, [event]);
  });

/** Storage first; the run is told once it is committed, and begins anew where it is lost and needed. */
async function changed(
  { database, outbox }: ChangeDeps,
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
