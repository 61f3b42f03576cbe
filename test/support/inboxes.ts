import { randomBytes } from 'node:crypto';
import type { PlanName } from '../../src/auth/plans.js';
import type { Database } from '../../src/db/database.js';
import { newId } from '../../src/ids.js';
import type { Recipient } from '../../src/store/mail/delivery.js';

interface MadeInbox {
  readonly plan?: PlanName;
  readonly withhold?: boolean;
  /** A new organization unless given. */
  readonly orgId?: string;
}

/** An inbox, made in the tables. */
export async function makeInbox(
  database: Database,
  { plan = 'selfhost', withhold = false, orgId = newId('org') }: MadeInbox = {},
): Promise<Recipient> {
  const inboxId = newId('inb');
  const address = `${inboxId.slice(4)}@mail.test`;
  await database.query(
    `INSERT INTO orgs (id, name, plan, sealed_data_key) VALUES ($1, 'Test', $2, '')
     ON CONFLICT DO NOTHING`,
    [orgId, plan],
  );
  await database.query(
    `INSERT INTO inboxes (id, org_id, address, domain, name, imap_password_hash)
     VALUES ($1, $2, $3, 'mail.test', 'test', $4)`,
    [inboxId, orgId, address, randomBytes(32)],
  );
  await database.query('INSERT INTO inbox_counters (inbox_id, withhold) VALUES ($1, $2)', [
    inboxId,
    withhold,
  ]);
  return { inboxId, orgId, address };
}
