import type { Reach } from '../../auth/ownership.js';
import type { Cursors } from '../../db/cursor.js';
import type { Database } from '../../db/database.js';
import type { Paging } from '../../db/page.js';
import { InboxEntity } from './entities.js';

/** An inbox with the number of mails its list shows. */
export interface CountedInbox {
  readonly inbox: InboxEntity;
  readonly emailCount: number;
}

const LIST = 'inboxes';

/** A page of the inboxes a caller may use, newest first. @throws AppError 400 for a foreign cursor. */
export async function listInboxes(
  { database, cursors }: { readonly database: Database; readonly cursors: Cursors },
  reach: Reach,
  { limit, cursor }: Paging,
) {
  const query = inboxesOf(database, reach).limit(limit + 1);
  if (cursor) {
    const [createdAt, id] = cursors.decode(reach.orgId, LIST, cursor);
    const after = '(inbox.createdAt, inbox.id) < (CAST(:createdAt AS timestamptz), :id)';
    query.andWhere(after, { createdAt, id });
  }
  const { entities, raw } = await query.getRawAndEntities<{ position: string }>();
  const last = entities.length > limit ? entities[limit - 1] : undefined;
  const next = last && cursors.encode(reach.orgId, LIST, [raw[limit - 1]!.position, last.id]);
  return {
    data: await counted(database, entities.slice(0, limit)),
    cursor: next ?? null,
    has_more: last !== undefined,
  };
}

function inboxesOf(database: Database, { orgId, allowedInboxIds }: Reach) {
  const query = database
    .repository(InboxEntity)
    .createQueryBuilder('inbox')
    // As text: a Date would lose the microseconds, and with them rows of the same millisecond.
    .addSelect('CAST(inbox.createdAt AS text)', 'position')
    .where('inbox.orgId = :orgId AND inbox.deletedAt IS NULL', { orgId })
    .orderBy({ 'inbox.createdAt': 'DESC', 'inbox.id': 'DESC' });
  if (allowedInboxIds !== null)
    query.andWhere('inbox.id = ANY (:allowed)', { allowed: allowedInboxIds });
  return query;
}

/** All counts in one pass: one for each inbox can be as many scans of the table. */
async function counted(
  database: Database,
  inboxes: readonly InboxEntity[],
): Promise<CountedInbox[]> {
  const rows = await database.query<{ inbox_id: string; count: string }>(
    `SELECT inbox_id, count(*) FROM emails
     WHERE inbox_id = ANY ($1) AND status IN ('received', 'held') AND direction = 'inbound'
       AND NOT is_spam
     GROUP BY inbox_id`,
    [inboxes.map(({ id }) => id)],
  );
  const counts = new Map(rows.map((row) => [row.inbox_id, Number(row.count)]));
  return inboxes.map((inbox) => ({ inbox, emailCount: counts.get(inbox.id) ?? 0 }));
}
