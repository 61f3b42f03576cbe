import { createCursors } from '../db/cursor.js';
import type { Database } from '../db/database.js';
import type { Secrets } from '../embedded/secrets.js';
import { createUnsubscribeTokens } from '../resources/contact-lists/unsubscribe-links.js';
import { storedDataKeys } from '../vault/data-keys.js';
import { auditKey, cursorKey, requestHashKey, unsubscribeKey, Vault } from '../vault/vault.js';

/** What is made of the master key; data keys of organizations are read from `database`. */
export function createKeyedParts({ MASTER_KEY }: Pick<Secrets, 'MASTER_KEY'>, database: Database) {
  const masterKey = Buffer.from(MASTER_KEY, 'base64');
  return {
    vault: new Vault({ masterKey, sealedDataKey: storedDataKeys(database) }),
    cursors: createCursors(cursorKey(masterKey)),
    auditKey: auditKey(masterKey),
    hashKey: requestHashKey(masterKey),
    tokens: createUnsubscribeTokens(unsubscribeKey(masterKey)),
  };
}
