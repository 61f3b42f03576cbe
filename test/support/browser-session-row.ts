import type { Database } from '../../src/db/database.js';
import { newId } from '../../src/ids.js';

/** A closed session of an inbox as a plain row: enough for what only asks whose it is. */
export async function browserSessionRow(
  database: Pick<Database, 'query'>,
  inboxId: string,
): Promise<string> {
  const id = newId('brs');
  await database.query(
    `INSERT INTO browser_sessions (id, org_id, inbox_id, principal, key_id, status, ttl_seconds,
       expires_at, ended_at)
     SELECT $1, org_id, id, 'key_0', 'key_0', 'CLOSED', 60, now(), now() FROM inboxes WHERE id = $2`,
    [id, inboxId],
  );
  return id;
}
