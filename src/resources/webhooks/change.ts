import type { EntityManager } from 'typeorm';
import type { Database } from '../../db/database.js';
import { notFound } from '../../errors.js';
import { QUOTAS } from '../../operations/limits.js';
import { recordEvents } from '../../store/events/record.js';
import { lockOrg, requireRoom } from '../../store/locks.js';
import { WebhookEntity } from './entities.js';
import { cancelPending, holdPending, offerPending, wakeDelivery } from './pending-deliveries.js';

/** What of a row is given; the rest stays, or is as the table says. */
export type RowChange = Readonly<Partial<WebhookEntity>>;

/** A new webhook; those of an organization are made one after the other, so that the count is exact. */
export async function insertWebhook(
  manager: EntityManager,
  { id, orgId }: Pick<WebhookEntity, 'id' | 'orgId'>,
  row: RowChange,
): Promise<WebhookEntity> {
  await lockOrg(manager, orgId);
  await requireRoom(manager, orgId, 'webhooks', QUOTAS.webhooks);
  await manager.insert(WebhookEntity, { ...row, id, orgId });
  return manager.findOneByOrFail(WebhookEntity, { id });
}

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

/** Why a webhook is switched off, in words for its owner. */
export type DisabledReason = 'answered 410 Gone' | 'failed for five days';

/** Switches a webhook off, tells others of it, and ends what it was still to be told. */
export async function disableWebhook(
  database: Database,
  id: string,
  reason: DisabledReason,
): Promise<void> {
  await database.transaction(async (manager) => {
    const [webhook]: { org_id: string; url: string }[] = await manager.query(SWITCH_OFF, [
      id,
      reason,
    ]);
    if (!webhook) return;
    const { org_id: orgId, url } = webhook;
    const data = { webhook_id: id, url, reason };
    await recordEvents(manager, [
      { kind: 'webhook.disabled', orgId, inboxId: null, resourceId: id, data },
    ]);
  });
  await cancelPending(database, id);
}

const SWITCH_OFF = `
WITH off AS (
  UPDATE webhooks SET active = false, disabled_reason = $2 WHERE id = $1 AND active
  RETURNING org_id, url)
SELECT * FROM off`;

function assignChange(webhook: WebhookEntity, change: RowChange): void {
  const wasActive = webhook.active;
  Object.assign(webhook, change);
  if (!webhook.active || wasActive) return;
  webhook.disabledReason = null;
  webhook.failingSince = null;
}

const takesInAnotherWay = (wasOrdered: boolean, { active, pausedAt, ordered }: WebhookEntity) =>
  active && !pausedAt && ordered !== wasOrdered;

/** A webhook that nobody else changes until the transaction ends. @throws AppError 404 when it is gone. */
export async function lockWebhook(
  manager: EntityManager,
  id: string,
  mode: 'for_no_key_update' | 'pessimistic_read' = 'for_no_key_update',
): Promise<WebhookEntity> {
  const webhook = await manager.findOne(WebhookEntity, { where: { id }, lock: { mode } });
  if (!webhook) throw notFound('Webhook');
  return webhook;
}
