import { ownInbox, type Reach } from '../../auth/ownership.js';
import type { Database } from '../../db/database.js';
import { paused } from '../../errors.js';
import type { SendingInbox } from './preparing.js';

const FIND = `
SELECT id, org_id AS "orgId", status, address, domain, display_name AS "displayName",
  daily_send_limit AS "dailySendLimit"
FROM inboxes WHERE id = ANY ($1) AND deleted_at IS NULL`;

/** Inboxes of any organization by their ids, for those who then ask whose they are. */
export async function readInboxes(
  database: Pick<Database, 'query'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SendingInbox>> {
  const rows = await database.query<SendingInbox>(FIND, [[...new Set(ids)]]);
  return new Map(rows.map((inbox) => [inbox.id, inbox]));
}

/** An inbox the caller may send from. @throws AppError 403, 404, 503 when it is paused */
export function usable(reach: Reach, found: SendingInbox | undefined): SendingInbox {
  const inbox = ownInbox(reach, found);
  if (inbox.status === 'PAUSED') throw paused();
  return inbox;
}
