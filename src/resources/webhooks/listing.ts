import type { Reach } from '../../auth/ownership.js';
import type { Cursors } from '../../db/cursor.js';
import type { Database } from '../../db/database.js';
import type { Page, Paging } from '../../db/page.js';
import { WebhookEntity } from './entities.js';

const LIST = 'webhooks';

/** A page of the webhooks a caller may use, newest first. @throws AppError 400 for a foreign cursor. */
export async function listWebhooks(
  { database, cursors }: { readonly database: Database; readonly cursors: Cursors },
  reach: Reach,
  { limit, cursor }: Paging,
): Promise<Page<WebhookEntity>> {
  const query = webhooksOf(database, reach).limit(limit + 1);
  if (cursor) {
    const [createdAt, id] = cursors.decode(reach.orgId, LIST, cursor);
    const after = '(webhook.createdAt, webhook.id) < (CAST(:createdAt AS timestamptz), :id)';
    query.andWhere(after, { createdAt, id });
  }
  const { entities, raw } = await query.getRawAndEntities<{ position: string }>();
  const last = entities.length > limit ? entities[limit - 1] : undefined;
  const next = last && cursors.encode(reach.orgId, LIST, [raw[limit - 1]!.position, last.id]);
  return { data: entities.slice(0, limit), cursor: next ?? null, has_more: last !== undefined };
}

function webhooksOf(database: Database, { orgId, allowedInboxIds }: Reach) {
  const query = database
    .repository(WebhookEntity)
    .createQueryBuilder('webhook')
    // As text: a Date would lose the microseconds, and with them rows of the same millisecond.
    .addSelect('CAST(webhook.createdAt AS text)', 'position')
    .where('webhook.orgId = :orgId', { orgId })
    .orderBy({ 'webhook.createdAt': 'DESC', 'webhook.id': 'DESC' });
  if (allowedInboxIds !== null)
    query.andWhere('webhook.inboxIds <@ :allowed', { allowed: allowedInboxIds });
  return query;
}
