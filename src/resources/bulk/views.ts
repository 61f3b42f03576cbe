import type { z } from 'zod';
import { firstRow, type Queries } from '../../db/queries.js';
import { columnsOf } from '../../db/columns.js';
import { fieldsOf, type FromWire } from '../../operations/wire.js';
import { AT_REST } from './ending.js';
import { bulk, type BulkResult } from './schema.js';

/** A bulk send as Postgres gives it. */
export interface BulkRow extends FromWire<
  Omit<z.input<typeof bulk>, 'results' | 'cursor' | 'has_more'>
> {
  readonly orgId: string;
  readonly inboxIds: readonly string[];
}

/** A bulk send with a part of its results. */
export interface BulkView extends BulkRow {
  readonly results: readonly BulkResult[];
  /** For the next part; null at the end. */
  readonly cursor: string | null;
}

const BEYOND_ROW = { approval_id: true, results: true, cursor: true, has_more: true } as const;
const FIELDS = ['orgId', 'inboxIds', ...fieldsOf(bulk.omit(BEYOND_ROW))];
const FIND = `
SELECT ${columnsOf('bulks', FIELDS)}, (
  SELECT a.id FROM approvals a WHERE a.resource_id = bulks.id
  ORDER BY a.requested_at DESC LIMIT 1) AS "approvalId"
FROM bulks WHERE id = $1`;

const IS_ON_ITS_WAY = `SELECT FROM bulks b WHERE b.id = $1 AND NOT ${AT_REST}`;

/** Whether a bulk send may soon have ended. */
export const isOnItsWay = async (database: Queries, id: string): Promise<boolean> =>
  (await database.query(IS_ON_ITS_WAY, [id])).length > 0;

/** A bulk send of any organization, for those who then ask whose it is; null when there is none. */
export function findBulk(database: Queries, id: string): Promise<BulkRow | null> {
  return firstRow<BulkRow>(database, FIND, [id]);
}

const RESULTS = `
(SELECT s.bulk_index AS index, s.client_ref, s.email_id, e.message_id, s.provider_message_id,
   s.provider, s.status, s.error
 FROM sends s JOIN emails e ON e.id = s.email_id
 WHERE s.bulk_id = $1 AND s.bulk_index > $2 ORDER BY s.bulk_index LIMIT $3)
UNION ALL
(SELECT bulk_index, client_ref, NULL, NULL, NULL, NULL, 'rejected', error
 FROM bulk_rejections WHERE bulk_id = $1 AND bulk_index > $2 ORDER BY bulk_index LIMIT $3)
ORDER BY index LIMIT $3`;

/** Results after the message `after`, in the order of the messages. */
export const readResults = (
  database: Queries,
  id: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<BulkResult[]> => database.query<BulkResult>(RESULTS, [id, after, limit]);
