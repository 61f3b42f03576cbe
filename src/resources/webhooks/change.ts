import type { EntityManager } from 'typeorm';
import { notFound } from '../../errors.js';
import { WebhookEntity } from './entities.js';
import { cancelPending, holdPending, offerPending } from './pending.js';

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

/** Changes a webhook in the transaction of `manager`. @throws AppError 404 when it is gone. */
export async function changeWebhook(
  manager: EntityManager,
  id: string,
  change: RowChange,
): Promise<WebhookEntity> {
  const webhook = await lockWebhook(manager, id);
  const { active, ordered } = webhook;
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  Object.assign(webhook, Object.fromEntries(given));
  if (webhook.active && !active)
    Object.assign(webhook, { disabledReason: null, failingSince: null });
  const changed = await manager.save(webhook);
  if (active && !changed.active) await cancelPending(manager, id);
  if (changed.active && !changed.pausedAt && ordered !== changed.ordered)
    await offerPending(manager, changed);
  return changed;
}

/** Holds deliveries back; what happens meanwhile is kept for later. @throws AppError 404 */
export async function pauseWebhook(manager: EntityManager, id: string): Promise<WebhookEntity> {
  const webhook = await lockWebhook(manager, id);
  if (webhook.pausedAt) return webhook;
  webhook.pausedAt = new Date();
  await manager.save(webhook);
  await holdPending(manager, id);
  return webhook;
}

/** Goes on, with what was held back first. @throws AppError 404 */
export async function resumeWebhook(manager: EntityManager, id: string): Promise<WebhookEntity> {
  const webhook = await lockWebhook(manager, id);
  if (!webhook.pausedAt) return webhook;
  webhook.pausedAt = null;
  await manager.save(webhook);
  if (webhook.active) await offerPending(manager, webhook);
  return webhook;
}

/** Removes a webhook and what it was still to be told. @throws AppError 404 when it is gone. */
export async function deleteWebhook(manager: EntityManager, id: string): Promise<void> {
  const { affected } = await manager.delete(WebhookEntity, { id });
  if (!affected) throw notFound('Webhook');
  await cancelPending(manager, id);
}

async function lockWebhook(manager: EntityManager, id: string): Promise<WebhookEntity> {
  const webhook = await manager.findOne(WebhookEntity, {
    where: { id },
    lock: { mode: 'for_no_key_update' },
  });
  if (!webhook) throw notFound('Webhook');
  return webhook;
}
