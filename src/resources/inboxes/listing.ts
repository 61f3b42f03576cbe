import type { Reach } from '../../auth/ownership.js';
import { Conditions } from '../../db/conditions.js';
import type { Cursors } from '../../db/cursor.js';
import type { Database } from '../../db/database.js';
import { entityColumns } from '../../db/entity-columns.js';
import { listPage, newestFirst, type Page, type Paging } from '../../db/page.js';
import { RECEIVED } from '../../store/listed.js';
import { InboxEntity } from './entities.js';

/** An inbox with the number of mails its list shows. */
export interface CountedInbox {
  readonly inbox: InboxEntity;
  readonly emailCount: number;
}

/** A page of the inboxes a caller may use, newest first. @throws AppError 400 for a foreign cursor. */
export async function listInboxes(
  deps: { readonly database: Database; readonly cursors: Cursors },
  { orgId, allowedInboxIds }: Reach,
  paging: Paging,
): Promise<Page<CountedInbox>> {
  const where = new Conditions().add('org_id = ? AND deleted_at IS NULL', orgId);
  if (allowedInboxIds) where.add('id = ANY (?)', allowedInboxIds);
  const columns = entityColumns(deps.database, InboxEntity);
  const order = newestFirst('inboxes');
  const list = { orgId, name: 'inboxes', columns, from: 'inboxes', where, order };
  const page = await listPage<InboxEntity>(deps, list, paging);
  return { ...page, data: await counted(deps.database, page.data) };
}

/** All counts in one pass: one for each inbox can be as many scans of the table. */
async function counted(
  database: Database,
  inboxes: readonly InboxEntity[],
): Promise<CountedInbox[]> {
  const rows = await database.query<{ inbox_id: string; count: string }>(
    `SELECT e.inbox_id, count(*) FROM emails e
     WHERE e.inbox_id = ANY ($1) AND e.direction = 'inbound' AND ${RECEIVED}
     GROUP BY e.inbox_id`,
    [inboxes.map(({ id }) => id)],
  );
  const counts = new Map(rows.map((row) => [row.inbox_id, Number(row.count)]));
  return inboxes.map((inbox) => ({ inbox, emailCount: counts.get(inbox.id) ?? 0 }));
}
