import { createBatcher } from '../batcher.js';
import type { Database } from '../db/database.js';
import type { InboxRef } from '../resources/emails/service.js';

const MAX_LOOKUPS = 200;

/** Inboxes by id, many in one statement when many are asked for. */
export function createInboxFinder(database: Database): (id: string) => Promise<InboxRef | null> {
  return createBatcher<string, InboxRef | null>(
    async (ids) => {
      const rows = await database.query<InboxRef>(
        `SELECT id, org_id AS "orgId", status FROM inboxes
         WHERE id = ANY ($1) AND deleted_at IS NULL`,
        [ids],
      );
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id) ?? null);
    },
    { maxItems: MAX_LOOKUPS, lanes: 2 },
  );
}
