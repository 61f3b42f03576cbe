import type { Database } from '../../db/database.js';
import { contactKey } from './rows.js';
import { maskedAddress, type UnsubscribeTokens } from './unsubscribe-links.js';

/** What unsubscribing needs. */
export interface UnsubscribingDeps {
  readonly database: Pick<Database, 'query'>;
  readonly tokens: UnsubscribeTokens;
}

/** Lets whoever got a mail to a list unsubscribe from it, by the link in the mail alone. */
export class Unsubscribing {
  constructor(private readonly deps: UnsubscribingDeps) {}

  /** Whom a link is about, masked; null for a link that was not made here. */
  look(token: string): string | null {
    const found = this.deps.tokens.read(token);
    return found && maskedAddress(found.address);
  }

  /**
   * No more mail to the address from the list, also when it is added again. Says whom it was about,
   * masked; null for a link that was not made here. Safe to repeat.
   */
  async unsubscribe(token: string): Promise<string | null> {
    const { database, tokens } = this.deps;
    const found = tokens.read(token);
    if (!found) return null;
    const { orgId, listId, address } = found;
    await database.query(UNSUBSCRIBE, [listId, orgId, contactKey(address), address]);
    return maskedAddress(address);
  }
}

// An address that was taken off the list is kept out of sight, so that it stays unsubscribed. The lock
// keeps the list from being deleted meanwhile, and waits for no import.
const UNSUBSCRIBE = `
INSERT INTO contacts AS known
  (list_id, org_id, address_key, address, status, unsubscribed_at, removed_at)
SELECT list.id, list.org_id, $3, $4, 'unsubscribed', now(), now()
FROM (SELECT id, org_id FROM contact_lists WHERE id = $1 AND org_id = $2 FOR KEY SHARE) AS list
ON CONFLICT (list_id, address_key) DO UPDATE
SET status = 'unsubscribed', unsubscribed_at = now(), updated_at = now()
WHERE known.status <> 'unsubscribed'`;
