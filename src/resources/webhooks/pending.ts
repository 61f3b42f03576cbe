import type { EntityManager } from 'typeorm';
import type { WebhookEntity } from './entities.js';

// Rows that are locked are in the hands of those who deliver, and they look at the webhook themselves.
// Waiting for them while the webhook is locked could be waiting for each other.
const rowsOf = (condition: string) => `(
  SELECT id FROM webhook_deliveries WHERE webhook_id = $1 AND ${condition} FOR UPDATE SKIP LOCKED)`;

const CANCEL = `
UPDATE webhook_deliveries
SET status = 'CANCELLED', queued = false, next_attempt_at = NULL, completed_at = now()
WHERE id IN ${rowsOf(`status = 'PENDING'`)}`;

const QUEUE = `
UPDATE webhook_deliveries SET queued = true, touched_at = now()
WHERE id IN ${rowsOf(`status = 'PENDING' AND NOT queued`)}`;

const UNQUEUE = `
UPDATE webhook_deliveries SET queued = false WHERE id IN ${rowsOf('queued')}`;

const START_IN_ORDER = `
WITH started AS (
  INSERT INTO outbox (op, workflow, workflow_id, org_id, resource_id, again)
  VALUES ('start', 'deliverInOrder', 'deliverInOrder:' || $1, $2, $1, true) RETURNING 1)
SELECT pg_notify('outbox_ready', '') FROM started`;

/** What is not delivered yet never will be. */
export async function cancelPending(manager: EntityManager, webhookId: string): Promise<void> {
  await manager.query(CANCEL, [webhookId]);
}

/** Takes back what waits for a run: it stays pending. */
export async function holdPending(manager: EntityManager, webhookId: string): Promise<void> {
  await manager.query(UNQUEUE, [webhookId]);
}

/** Has everything that is pending delivered, in the way the webhook wants it by now. */
export async function offerPending(manager: EntityManager, webhook: WebhookEntity): Promise<void> {
  await manager.query(webhook.ordered ? UNQUEUE : QUEUE, [webhook.id]);
  await wakeDelivery(manager, webhook);
}

/** Tells whoever delivers that there is something for this webhook, once the transaction is done. */
export async function wakeDelivery(
  manager: EntityManager,
  { id, orgId, ordered }: WebhookEntity,
): Promise<void> {
  if (ordered) await manager.query(START_IN_ORDER, [id, orgId]);
  else await manager.query(`SELECT pg_notify('delivery_queued', '')`);
}
