import { requireScope } from '../../auth/scopes.js';
import { requireOwned, canAccess, type AccessScope } from '../../auth/ownership.js';
import type { Caller } from '../../auth/caller.js';
import type { Database } from '../../db/database.js';
import { forbidden } from '../../errors.js';
import { ownInboxes } from '../../store/inboxes.js';
import { coversMail } from '../../store/events/subscription.js';
import type { WebhookEntity } from './entities.js';

/**
 * A webhook the caller may use: its organization's, and telling of inboxes of its key only.
 * @throws AppError 404 or 403
 */
export function ownWebhook(access: AccessScope, row: WebhookEntity | null): WebhookEntity {
  const webhook = requireOwned(access.orgId, row, 'Webhook');
  const isWithin =
    access.allowedInboxIds === null || webhook.inboxIds?.every((id) => canAccess(access, id));
  if (!isWithin) throw forbidden('This key is bound to other inboxes');
  return webhook;
}

/**
 * Whether the caller may have events of these kinds sent to an address: what shows mail goes to those alone
 * who may read it. @throws AppError 403 that names the scope.
 */
export function checkSubscription(
  caller: Pick<Caller, 'scopes'>,
  patterns: readonly string[],
): void {
  if (coversMail(patterns))
    requireScope(caller, 'emails:read', ', which webhooks for events that show mail need');
}

/** Whether the caller may be told of these inboxes, or with null of all. @throws AppError 403, 404 */
export async function checkInboxes(
  database: Database,
  access: AccessScope,
  inboxIds: readonly string[] | null,
): Promise<void> {
  if (inboxIds === null) {
    if (access.allowedInboxIds === null) return;
    throw forbidden('This key is bound to inboxes: name those of them it is about as inbox_ids');
  }
  await ownInboxes(database, access, inboxIds);
}
