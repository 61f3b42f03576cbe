import type { Reach } from '../../auth/ownership.js';
import { Conditions } from '../../db/conditions.js';
import type { Cursors } from '../../db/cursor.js';
import type { Database } from '../../db/database.js';
import { entityColumns } from '../../db/entity-columns.js';
import { listPage, newestFirst, type Page, type Paging } from '../../db/page.js';
import { WebhookEntity } from './entities.js';

/** A page of the webhooks a caller may use, newest first. @throws AppError 400 for a foreign cursor. */
export function listWebhooks(
  deps: { readonly database: Database; readonly cursors: Cursors },
  { orgId, allowedInboxIds }: Reach,
  paging: Paging,
): Promise<Page<WebhookEntity>> {
  const where = new Conditions().add('org_id = ?', orgId);
  if (allowedInboxIds) where.add('inbox_ids <@ ?', allowedInboxIds);
  const columns = entityColumns(deps.database, WebhookEntity);
  const order = newestFirst('webhooks');
  return listPage(
    deps,
    { orgId, name: 'webhooks', columns, from: 'webhooks', where, order },
    paging,
  );
}
