import type { Database } from '../db/database.js';
import type { InboxStatus } from './vocabulary.js';

/** An inbox, as far as what belongs to it is concerned. */
export interface InboxRef {
  readonly id: string;
  readonly orgId: string;
  readonly status: InboxStatus;
}

/** An inbox of any organization by its id, for those who then ask whose it is; null when it is gone. */
export async function findInbox(database: Database, id: string): Promise<InboxRef | null> {
  const [row] = await database.query<InboxRef>(
    'SELECT id, org_id AS "orgId", status FROM inboxes WHERE id = $1 AND deleted_at IS NULL',
    [id],
  );
  return row ?? null;
}
