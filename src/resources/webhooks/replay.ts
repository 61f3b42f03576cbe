import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import type { Database } from '../../db/database.js';
import { conflict, invalid, noRoom } from '../../errors.js';
import { newId } from '../../ids.js';
import { EVENT_KINDS, type EventKind } from '../../store/events/kinds.js';
import { covers } from '../../store/events/subscription.js';
import { lockWebhook } from './change.js';
import type { WebhookEntity } from './entities.js';
import { wakeDelivery } from './pending-deliveries.js';
import type { replayed, replayOrder } from './schema.js';
import { QUOTAS } from '../../operations/limits.js';

/** Which events are to be delivered once more. */
export type ReplayOrder = Omit<z.output<typeof replayOrder>, 'id'>;

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
  // Neither paused, resumed nor changed until the transaction ends.
  const webhook = await lockWebhook(manager, webhookId, 'pessimistic_read');
  if (!webhook.active) throw conflict('The webhook is disabled; set active to true first');
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

/** What a replay queued. */
export type Replayed = Omit<z.input<typeof replayed>, 'webhook_id'>;

const CHUNK = 1_000;
// No more than a chunk: whoever comes behind the first chunk of another replay finds too many.
const MAX_PENDING = 1_000;

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('replay ' || $1, 0))`;
// Both values of queued, which the index of what is pending begins with.
const PENDING = `
SELECT FROM webhook_deliveries
WHERE webhook_id = $1 AND status = 'PENDING' AND queued IN (true, false) LIMIT ${MAX_PENDING}`;

// Found by event: the comparison is written so that no index of the webhook's whole list serves it.
const SELECT = `
  SELECT event.id AS event_id, latest.id AS redelivery_of
  FROM events AS event LEFT JOIN LATERAL (
    SELECT id, status FROM webhook_deliveries AS delivery
    WHERE delivery.event_id = event.id AND delivery.webhook_id || '' = $2
    ORDER BY seq DESC LIMIT 1) AS latest ON true
  WHERE event.org_id = $1 AND event.kind = ANY ($3) AND event.body <> ''
    AND event.created_at >= $4 AND ($5::timestamptz IS NULL OR event.created_at < $5)
    AND ($6::text[] IS NULL OR event.inbox_id = ANY ($6))
    AND ($7::text IS NULL OR latest.status = $7)
  ORDER BY event.xid, event.seq LIMIT $8`;

/** The kinds that `patterns` cover; a test is told once, to the webhook that is tested. */
export const replayedKinds = (patterns: readonly string[]): EventKind[] =>
  EVENT_KINDS.filter(
    (kind) => kind !== 'webhook.test' && patterns.some((pattern) => covers(pattern, kind)),
  );

/**
 * Delivers events that are kept once more, in their order.
 * @throws AppError 400 for a time span that is none or holds too much, 404, 409, 429 while too much of
 * what was to be delivered before is not.
 */
export async function replay(
  database: Database,
  webhook: WebhookEntity,
  order: ReplayOrder,
): Promise<Replayed> {
  const to = order.to ?? new Date();
  if (order.to && order.from >= order.to) throw invalid('from must be before to');
  checkPending(await database.query(PENDING, [webhook.id]));
  const found = await eventsOf(database, webhook, order);
  if (found.length > QUOTAS.events_per_replay)
    throw invalid(
      `from and to must not span more than ${QUOTAS.events_per_replay} events; take a shorter time`,
    );
  let queued = 0;
  // Short transactions: nobody reads events past one that is open. An empty one checks the webhook.
  for (let start = 0; start === 0 || start < found.length; start += CHUNK) {
    const chunk = found.slice(start, start + CHUNK);
    const added = await database.transaction(async (manager) => {
      // Of replays that begin at once the second sees what the first one queued.
      if (start === 0) await beginAlone(manager, webhook.id);
      return deliverAgain(manager, webhook.id, chunk);
    });
    queued += added.length;
  }
  return { queued, from: order.from, to };
}

async function beginAlone(manager: EntityManager, webhookId: string): Promise<void> {
  await manager.query(LOCK, [webhookId]);
  checkPending(await manager.query(PENDING, [webhookId]));
}

/** @throws AppError 429 */
function checkPending(pending: readonly object[]): void {
  if (pending.length >= MAX_PENDING)
    throw noRoom(
      `${MAX_PENDING} or more deliveries of this webhook are pending; replay once there are fewer`,
    );
}

const eventsOf = (database: Database, webhook: WebhookEntity, order: ReplayOrder) =>
  database.query<Again>(SELECT, [
    webhook.orgId,
    webhook.id,
    replayedKinds(order.events ?? webhook.events),
    order.from,
    order.to,
    webhook.inboxIds,
    order.status,
    QUOTAS.events_per_replay + 1,
  ]);
