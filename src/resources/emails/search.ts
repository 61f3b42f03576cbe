import type { z } from 'zod';
import type { AccessScope } from '../../auth/ownership.js';
import type { Conditions } from '../../db/conditions.js';
import type { CursorPosition } from '../../db/cursor.js';
import type { Database } from '../../db/database.js';
import { addBehind, keyset, orderBy } from '../../db/page.js';
import { containing } from '../../store/listed.js';
import { addFilter, searchQuery } from './filter.js';
import type { emailSearch } from './schema.js';
import { conditionsOf, selectEmails, type Selection, type SoughtPage } from './selection.js';

/** A search of the whole organization. */
export type EmailSearch = z.output<typeof emailSearch>;

/** What is searched for, and which part of what is found is wanted. */
interface SoughtEmails {
  readonly filter: SearchFilter;
  /** The position behind which it begins; null at the beginning. */
  readonly after: CursorPosition | null;
  readonly page: SoughtPage;
}

type SearchFilter = Omit<EmailSearch, 'limit' | 'cursor' | 'max_chars' | 'view'>;

const BY_RECEIPT = keyset('DESC', ['e.received_at', 'timestamptz'], ['e.id', 'text']);
// Milliseconds, and the id.
const RECEIPT = `floor(extract(epoch FROM e.received_at) * 1000)::bigint || ' ' || e.id`;

/** Where an email is in what was found, as its statement tells it. */
export const receiptOf = (position: string): CursorPosition => {
  const [receivedAt, id] = position.split(' ') as [string, string];
  return [Number(receivedAt), id];
};

// Mails that are walked in a millisecond; what is among them so often is found by walking on, what is
// not has few enough rows for the index.
const FIRST_WALK = 500;
const FREQUENT = 3;
const SECOND_WALK = 8_000;
// No index knows fewer characters: they are looked for among the newest mails alone.
const SHORTEST_PART = 3;

/**
 * What is found in the organization, newest first. A frequent word is soon found among the newest mails, a rare one by its
 * index, and no estimate tells which it is: the newest are walked, and the index is asked when they hold too few.
 */
export async function searchEmails(
  database: Database,
  access: AccessScope,
  { filter, after, page }: SoughtEmails,
): Promise<Selection> {
  const where = conditionsOf(page).add('e.org_id = ?', access.orgId);
  if (after) {
    const [receivedAt, id] = after;
    addBehind(where, BY_RECEIPT, [new Date(Number(receivedAt)), id]);
  }
  const order = orderBy(BY_RECEIPT);
  const newest = `${where.text} ${order}`;
  addSearch(where, access, filter);
  const sought = { where, order, position: RECEIPT, page };
  if (filter.q === undefined && filter.from === undefined) return selectEmails(database, sought);
  const walk = (mails: number) =>
    selectEmails(database, { ...sought, source: subselect(`${newest} LIMIT ${mails}`) });
  const isShort = [filter.q, filter.from].some((part) => part && part.length < SHORTEST_PART);
  let selection = await walk(FIRST_WALK);
  if (selection.found <= page.limit && (isShort || selection.found >= FREQUENT))
    selection = await walk(SECOND_WALK);
  if (selection.found > page.limit || isShort) return selection;
  return selectEmails(database, { ...sought, source: subselect(`${where.text} OFFSET 0`) });
}

/** A part of `emails`: its own order, limit or offset keep it a step of its own. */
const subselect = (where: string) => `(SELECT e.* FROM emails e WHERE ${where})`;

function addSearch(conditions: Conditions, access: AccessScope, filter: SearchFilter): Conditions {
  if (filter.inbox_id !== undefined) conditions.add('e.inbox_id = ?', filter.inbox_id);
  else if (access.allowedInboxIds) conditions.add('e.inbox_id = ANY (?)', access.allowedInboxIds);
  if (filter.q !== undefined)
    conditions.add(
      `(e.search @@ to_tsquery('simple', ?) OR e.subject ILIKE ?)`,
      searchQuery(filter.q),
      containing(filter.q.trim()),
    );
  conditions.add('EXISTS (SELECT FROM inboxes i WHERE i.id = e.inbox_id AND i.deleted_at IS NULL)');
  return addFilter(conditions, filter);
}
