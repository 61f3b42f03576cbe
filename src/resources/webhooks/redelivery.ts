import type { EntityManager } from 'typeorm';
import { conflict, notFound } from '../../errors.js';
import { newId } from '../../ids.js';
import { WebhookEntity } from './entities.js';
import { wakeDelivery } from './pending-deliveries.js';

/** An event to deliver once more, and the delivery it had before, if any. */
export interface Again {
  readonly event_id: string;
  readonly redelivery_of: string | null;
}

// An event that was deleted meanwhile is not told of.
const ADD = `
  INSERT INTO webhook_deliveries (id, org_id, webhook_id, event_id, kind, queued, redelivery_of)
  SELECT again.id, $1, $2, event.id, event.kind, $3, again.redelivery_of
  FROM unnest($4::text[], $5::text[], $6::text[]) WITH ORDINALITY
    AS again (id, event_id, redelivery_of, position)
  JOIN events AS event ON event.id = again.event_id AND event.body <> ''
  ORDER BY again.position RETURNING id`;

/**
 * New deliveries of events that are there, in this order; the ids of those made.
 * @throws AppError 404 when the webhook is gone, 409 when it is disabled.
 */
export async function deliverAgain(
  manager: EntityManager,
  webhookId: string,
  items: readonly Again[],
): Promise<string[]> {
  const webhook = await heldWebhook(manager, webhookId);
  const { orgId, id, ordered, pausedAt } = webhook;
  const rows: { id: string }[] = await manager.query(ADD, [
    orgId,
    id,
    !ordered && pausedAt === null,
    items.map(() => newId('whd')),
    items.map(({ event_id: eventId }) => eventId),
    items.map(({ redelivery_of: before }) => before),
  ]);
  if (rows.length > 0 && pausedAt === null) await wakeDelivery(manager, webhook);
  return rows.map((row) => row.id);
}

/** A webhook that is neither paused, resumed nor changed until the transaction ends. */
async function heldWebhook(manager: EntityManager, id: string): Promise<WebhookEntity> {
  const webhook = await manager.findOne(WebhookEntity, {
    where: { id },
    lock: { mode: 'pessimistic_read' },
  });
  if (!webhook) throw notFound('Webhook');
  if (!webhook.active) throw conflict('The webhook is disabled; set active to true first');
  return webhook;
}
