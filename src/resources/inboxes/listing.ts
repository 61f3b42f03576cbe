import type { SelectQueryBuilder } from 'typeorm';
import type { Reach } from '../../auth/ownership.js';
import type { Cursors } from '../../db/cursor.js';
import type { Database } from '../../db/database.js';
import { InboxEntity } from './entities.js';

/** Which page of a list is asked for. */
export interface Paging {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** An inbox with the number of mails its list shows. */
export interface CountedInbox {
  readonly inbox: InboxEntity;
  readonly emailCount: number;
}

interface RawColumns {
  readonly position: string;
  readonly email_count: string;
}

const LIST = 'inboxes';

/** A page of the inboxes a caller may use, newest first. @throws AppError 400 for a foreign cursor. */
export async function listInboxes(
  { database, cursors }: { readonly database: Database; readonly cursors: Cursors },
  reach: Reach,
  { limit, cursor }: Paging,
) {
  const query = inboxesOf(database, reach).limit(limit + 1);
  if (cursor) startAfter(query, cursors.decode(reach.orgId, LIST, cursor));
  const { entities, raw } = await query.getRawAndEntities<RawColumns>();
  const more = entities.length > limit;
  const next = () =>
    cursors.encode(reach.orgId, LIST, [raw[limit - 1]!.position, entities[limit - 1]!.id]);
  return {
    data: entities.slice(0, limit).map((inbox, index): CountedInbox => ({
      inbox,
      emailCount: Number(raw[index]!.email_count),
    })),
    cursor: more ? next() : null,
    has_more: more,
  };
}

function inboxesOf(database: Database, { orgId, allowedInboxIds }: Reach) {
  const query = database
    .repository(InboxEntity)
    .createQueryBuilder('inbox')
    // As text: a Date would lose the microseconds, and with them rows of the same millisecond.
    .addSelect('CAST(inbox.createdAt AS text)', 'position')
    .addSelect(LISTED_EMAILS, 'email_count')
    .where('inbox.orgId = :orgId AND inbox.deletedAt IS NULL', { orgId })
    .orderBy({ 'inbox.createdAt': 'DESC', 'inbox.id': 'DESC' });
  if (allowedInboxIds !== null)
    query.andWhere('inbox.id = ANY (:allowed)', { allowed: allowedInboxIds });
  return query;
}

const startAfter = (
  query: SelectQueryBuilder<InboxEntity>,
  [createdAt, id]: readonly (string | number)[],
) =>
  query.andWhere('(inbox.createdAt, inbox.id) < (CAST(:createdAt AS timestamptz), :id)', {
    createdAt,
    id,
  });

const LISTED_EMAILS = `(
  SELECT count(*) FROM emails email WHERE email.inbox_id = inbox.id
    AND email.status IN ('received', 'held') AND email.direction = 'inbound'
    AND NOT email.is_spam)`;
