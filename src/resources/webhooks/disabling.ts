import type { Database } from '../../db/database.js';
import { recordEvents } from '../../store/events/record.js';
import { cancelPending } from './pending-deliveries.js';

/** Why a webhook is switched off, in words for its owner. */
export type DisabledReason = 'answered 410 Gone' | 'failed for five days';

const SWITCH_OFF = `
WITH off AS (
  UPDATE webhooks SET active = false, disabled_reason = $2 WHERE id = $1 AND active
  RETURNING org_id, url)
SELECT * FROM off`;

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
    await recordEvents(manager, [
      {
        kind: 'webhook.disabled',
        orgId: webhook.org_id,
        inboxId: null,
        resourceId: id,
        data: { webhook_id: id, url: webhook.url, reason },
      },
    ]);
  });
  await cancelPending(database, id);
}
