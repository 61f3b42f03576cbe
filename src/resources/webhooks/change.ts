import type { EntityManager } from 'typeorm';
import type { Database } from '../../db/database.js';
import { notFound } from '../../errors.js';
import { WebhookEntity } from './entities.js';
import { cancelPending, holdPending, offerPending, wakeDelivery } from './pending-deliveries.js';

/** What of a row is to change; what is undefined stays. */
export type RowChange = {
  readonly [Column in Changeable]?: WebhookEntity[Column] | undefined;
};

type Changeable =
  | 'url'
  | 'events'
  | 'active'
  | 'inboxIds'
  | 'description'
  | 'ordered'
  | 'headerNames'
  | 'sealedHeaders';

/** Changes a webhook and what is pending for it. @throws AppError 404 when it is gone. */
export async function changeWebhook(
  database: Database,
  id: string,
  change: RowChange,
): Promise<WebhookEntity> {
  const { ordered: before, changed } = await database.transaction(async (manager) => {
    const webhook = await lockWebhook(manager, id);
    const { ordered } = webhook;
    assignChange(webhook, change);
    const changed = await manager.save(webhook);
    if (takesInAnotherWay(ordered, changed)) await wakeDelivery(manager, changed);
    return { ordered, changed };
  });
  if (!changed.active) await cancelPending(database, id);
  else if (takesInAnotherWay(before, changed)) await offerPending(database, changed);
  return changed;
}

/** Holds deliveries back; what happens meanwhile is kept for later. @throws AppError 404 */
export async function pauseWebhook(database: Database, id: string): Promise<WebhookEntity> {
  const paused = await database.transaction(async (manager) => {
    const webhook = await lockWebhook(manager, id);
    webhook.pausedAt ??= new Date();
    return manager.save(webhook);
  });
  await holdPending(database, id);
  return paused;
}

/** Goes on, with what was held back first; said again, it makes up for one that broke off. @throws AppError 404 */
export async function resumeWebhook(database: Database, id: string): Promise<WebhookEntity> {
  const resumed = await database.transaction(async (manager) => {
    const webhook = await lockWebhook(manager, id);
    webhook.pausedAt = null;
    await manager.save(webhook);
    if (webhook.active) await wakeDelivery(manager, webhook);
    return webhook;
  });
  if (resumed.active) await offerPending(database, resumed);
  return resumed;
}

/** Removes a webhook and what it was still to be told. @throws AppError 404 when it is gone. */
export async function deleteWebhook(database: Database, id: string): Promise<void> {
  const { affected } = await database.repository(WebhookEntity).delete({ id });
  if (!affected) throw notFound('Webhook');
  await cancelPending(database, id);
}

function assignChange(webhook: WebhookEntity, change: RowChange): void {
  const wasActive = webhook.active;
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  Object.assign(webhook, Object.fromEntries(given));
  if (!webhook.active || wasActive) return;
  webhook.disabledReason = null;
  webhook.failingSince = null;
}

const takesInAnotherWay = (wasOrdered: boolean, { active, pausedAt, ordered }: WebhookEntity) =>
  active && !pausedAt && ordered !== wasOrdered;

async function lockWebhook(manager: EntityManager, id: string): Promise<WebhookEntity> {
  const webhook = await manager.findOne(WebhookEntity, {
    where: { id },
    lock: { mode: 'for_no_key_update' },
  });
  if (!webhook) throw notFound('Webhook');
  return webhook;
}
