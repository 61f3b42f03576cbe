import { firstRow, type Queries } from '../db/queries.js';
import type { Vault } from '../vault/vault.js';
import { FIRST_SELECTOR, newSealedKey } from './keys.js';

interface ServiceKeyDeps {
  readonly database: Queries;
  readonly vault: Pick<Vault, 'seal'>;
  readonly mailDomain: string;
}

/** The public part of the key that signs mail of MAIL_DOMAIN. */
export interface ServiceKey {
  /** Under which the zone of the keys has it as well. */
  readonly label: string;
  readonly selector: string;
  readonly publicKey: string;
}

const FIND = `
SELECT label, selector, public_key AS "publicKey" FROM dkim_keys
WHERE domain = $1 AND domain_id IS NULL AND state = 'signing'`;

// Of two processes that start together one makes the key that counts.
const ADD = `
INSERT INTO dkim_keys (label, org_id, domain, selector, state, public_key, sealed_private_key,
  signs_since)
VALUES ($1, $2, $3, $4, 'signing', $5, $6, now())
ON CONFLICT DO NOTHING`;

/** The key of MAIL_DOMAIN, made once; it is sealed with the data key of the first organization. */
export async function ensureServiceKey(
  { database, vault, mailDomain }: ServiceKeyDeps,
  firstOrgId: string,
): Promise<ServiceKey> {
  const known = await findServiceKey(database, mailDomain);
  if (known) return known;
  const { label, publicKey, sealed } = await newSealedKey(vault, firstOrgId);
  const values = [label, firstOrgId, mailDomain, FIRST_SELECTOR, publicKey, sealed];
  await database.query(ADD, values);
  return (await findServiceKey(database, mailDomain))!;
}

async function findServiceKey(
  database: ServiceKeyDeps['database'],
  mailDomain: string,
): Promise<ServiceKey | null> {
  return firstRow<ServiceKey>(database, FIND, [mailDomain]);
}
