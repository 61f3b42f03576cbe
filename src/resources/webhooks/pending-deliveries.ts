import type { EntityManager } from 'typeorm';
import type { Database } from '../../db/database.js';
import type { Queries } from '../../db/queries.js';
import type { WebhookEntity } from './entities.js';
import { queueRuns } from '../../store/outbox.js';
import { notify, sendNotification, statement, type SqlPart } from '../../store/statement.js';

// There may be very many: each chunk is a statement of its own, after the change of the webhook is
// committed. Whoever makes a delivery looks at the webhook first, so none is made that must not be.
const CHUNK = 2_000;

// Rows that are locked are in the hands of those who deliver: waiting for them could be for each other.
const changing = (change: string, condition: string, ...others: SqlPart[]) =>
  statement(
    [
      `changed AS (
  UPDATE webhook_deliveries SET ${change} WHERE id IN (
    SELECT id FROM webhook_deliveries
    WHERE webhook_id = $1 AND ${condition}
    ORDER BY xid, seq LIMIT ${CHUNK} FOR UPDATE SKIP LOCKED)
  RETURNING 1
)`,
      ...others,
    ],
    'SELECT count(*)::int AS count FROM changed',
  );

const CANCEL = changing(
  `status = 'CANCELLED', queued = false, next_attempt_at = NULL, completed_at = now()`,
  `status = 'PENDING'`,
);

const UNQUEUE = changing('queued = false', `status = 'PENDING' AND queued`);

// Another change of the webhook may have come in between.
const QUEUE = changing(
  'queued = true, touched_at = now()',
  `status = 'PENDING' AND NOT queued AND EXISTS (SELECT FROM webhooks
     WHERE id = $1 AND active AND NOT ordered AND paused_at IS NULL)`,
  notify('delivery_queued', 'SELECT FROM changed'),
);

const KINDS = `
SELECT DISTINCT kind FROM webhook_deliveries WHERE webhook_id = $1 AND status = 'PENDING'`;

/** The kinds of events that a webhook is still to be told of. */
export async function pendingKinds(database: Queries, webhookId: string): Promise<string[]> {
  const rows = await database.query<{ kind: string }>(KINDS, [webhookId]);
  return rows.map(({ kind }) => kind);
}

const START_IN_ORDER = statement([
  queueRuns({ workflow: 'deliverInOrder' }, { again: true }, 'SELECT $1, $2'),
]);

/** What is not delivered yet never will be. */
export const cancelPending = (database: Database, webhookId: string): Promise<void> =>
  inChunks(database, CANCEL, webhookId);

/** Takes back what waits for a run: it stays pending. */
export const holdPending = (database: Database, webhookId: string): Promise<void> =>
  inChunks(database, UNQUEUE, webhookId);

/**
 * Has everything that is pending delivered, in the way the webhook wants it by now. What a run is at
 * already meets that run.
 */
export const offerPending = (
  database: Database,
  { id, ordered }: Pick<WebhookEntity, 'id' | 'ordered'>,
): Promise<void> => inChunks(database, ordered ? UNQUEUE : QUEUE, id);

/** Tells whoever delivers that there is something for this webhook, once the transaction is done. */
export async function wakeDelivery(
  manager: EntityManager,
  { id, orgId, ordered }: WebhookEntity,
): Promise<void> {
  if (ordered) await manager.query(START_IN_ORDER, [orgId, id]);
  else await sendNotification(manager, 'delivery_queued');
}

async function inChunks(database: Database, statement: string, webhookId: string): Promise<void> {
  for (;;) {
    const [row] = await database.query<{ count: number }>(statement, [webhookId]);
    if (!row || row.count < CHUNK) return;
  }
}
