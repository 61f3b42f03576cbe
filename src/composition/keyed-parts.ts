import { createCursors } from '../db/cursor.js';
import type { Database } from '../db/database.js';
import type { Secrets } from '../embedded/secrets.js';
import { createApprovalTokens } from '../resources/approvals/links.js';
import { createUnsubscribeTokens } from '../resources/contact-lists/unsubscribe-links.js';
import { storedDataKeys } from '../vault/data-keys.js';
import { KeyRing } from '../vault/key-ring.js';
import { localWrapper, type KeyWrapper } from '../vault/key-wrapper.js';
import { openServiceKeys, type ServiceKeys } from '../vault/service-keys.js';
import { Vault } from '../vault/vault.js';

/** The master keys of the settings: base64 of 32 bytes, or `aws-kms:` and a key of AWS KMS. */
export type MasterKeys = Pick<Secrets, 'MASTER_KEY' | 'MASTER_KEY_PREVIOUS'>;

/** The master keys, and what is made of them and of `database`, where wrapped keys are kept. */
export async function openKeyedParts(keys: MasterKeys, database: Database) {
  const ring = await openKeyRing(keys);
  const derivedFrom = localKey(keys.MASTER_KEY_PREVIOUS) ?? localKey(keys.MASTER_KEY);
  const serviceKeys = await openServiceKeys(database, ring, derivedFrom);
  return createKeyedParts(ring, serviceKeys, database);
}

/** What is made of keys that are open. */
export const createKeyedParts = (ring: KeyRing, keys: ServiceKeys, database: Database) => ({
  vault: new Vault({ ring, sealedDataKey: storedDataKeys(database) }),
  cursors: createCursors(keys.cursors),
  auditKey: keys.audit,
  hashKey: keys.requests,
  approvalTokens: createApprovalTokens(keys.approvals),
  tokens: createUnsubscribeTokens(keys.unsubscribe),
});

/** The master key that wraps, and the one before. */
export async function openKeyRing({ MASTER_KEY, MASTER_KEY_PREVIOUS }: MasterKeys) {
  const previous = MASTER_KEY_PREVIOUS === undefined ? null : await wrapperOf(MASTER_KEY_PREVIOUS);
  return new KeyRing(await wrapperOf(MASTER_KEY), previous);
}

const KMS = 'aws-kms:';

async function wrapperOf(key: string): Promise<KeyWrapper> {
  if (!key.startsWith(KMS)) return localWrapper(Buffer.from(key, 'base64'));
  // Takes a while to load, and few have it.
  const { kmsWrapper } = await import('../vault/kms-wrapper.js');
  return kmsWrapper(key.slice(KMS.length));
}

const localKey = (key: string | undefined) =>
  key === undefined || key.startsWith(KMS) ? null : Buffer.from(key, 'base64');
