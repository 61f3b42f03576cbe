import type { Database } from '../../db/database.js';
import { recordEvents } from '../events/log.js';

/** Why a webhook is switched off, in words for its owner. */
export type DisabledReason = 'answered 410 Gone' | 'failed for five days';

/** Switches a webhook off, ends what it was still to be told, and tells others of it. */
export async function disableWebhook(
  database: Database,
  id: string,
  reason: DisabledReason,
): Promise<void> {
  await database.transaction(async (manager) => {
    const [webhook]: { org_id: string; url: string }[] = await manager.query(
      `WITH off AS (
         UPDATE webhooks SET active = false, disabled_reason = $2 WHERE id = $1 AND active
         RETURNING org_id, url
       ), dropped AS (
         UPDATE webhook_deliveries SET status = 'CANCELLED', queued = false, completed_at = now()
         WHERE webhook_id = $1 AND status = 'PENDING' AND EXISTS (SELECT FROM off)
       )
       SELECT * FROM off`,
      [id, reason],
    );
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
}
