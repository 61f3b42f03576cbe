import { createPrivateKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createBatcher } from '../batcher.js';
import type { Queries } from '../db/queries.js';
import type { Vault } from '../vault/vault.js';
import { DKIM_KEY } from './keys.js';
import { dkimSignature, type SigningOptions } from './signature.js';

/** Whose mail is signed: an inbox's domain. The row is null for MAIL_DOMAIN. */
export interface SigningDomain {
  readonly domain: string;
  readonly domainId: string | null;
}

interface DkimSignerDeps {
  readonly database: Queries;
  readonly vault: Pick<Vault, 'open'>;
}

interface StoredKey {
  readonly domain: string;
  readonly domainId: string | null;
  readonly label: string;
  readonly orgId: string;
  readonly selector: string;
  readonly sealed: Buffer;
}

// Which key signs is asked for again after so many milliseconds: the one before stays published for days.
const KEPT_MS = 5_000;
const MAX_KEPT = 10_000;
const MAX_KEYS = 1_000;

const FIND = `
SELECT k.domain, k.domain_id AS "domainId", k.label, k.org_id AS "orgId", k.selector,
  k.sealed_private_key AS sealed
FROM unnest($1::text[], $2::text[]) AS asked (domain, domain_id)
JOIN dkim_keys k ON k.domain = asked.domain AND coalesce(k.domain_id, '') = asked.domain_id
  AND k.state = 'signing'`;

/** Signs mail with the key that its domain signs with now. */
export class DkimSigner {
  private readonly found = new LRUCache<
    string,
    { readonly key: StoredKey | null; readonly at: number }
  >({ max: MAX_KEPT });
  private readonly keys = new LRUCache<string, KeyObject>({ max: MAX_KEYS });
  private readonly find: (domain: SigningDomain) => Promise<StoredKey | null>;

  constructor(private readonly deps: DkimSignerDeps) {
    this.find = createBatcher((domains) => this.read(domains), { maxItems: 50, concurrency: 2 });
  }

  /**
   * The field to put in front of a mail; null where its domain has no key.
   * @throws Error where the key cannot be opened: then the mail has to wait
   */
  async sign(
    raw: Buffer,
    domain: SigningDomain,
    options: SigningOptions = {},
  ): Promise<string | null> {
    const stored = await this.storedKey(domain);
    if (stored === null) return null;
    const key = await this.keyOf(stored);
    return dkimSignature(raw, { domain: stored.domain, selector: stored.selector, key }, options);
  }

  private async storedKey(domain: SigningDomain): Promise<StoredKey | null> {
    const name = nameOf(domain);
    const known = this.found.get(name);
    if (known && Date.now() - known.at < KEPT_MS) return known.key;
    const key = await this.find(domain);
    this.found.set(name, { key, at: Date.now() });
    return key;
  }

  /** Reading a key takes longer than all else: it is done once. */
  private async keyOf({ label, orgId, sealed }: StoredKey): Promise<KeyObject> {
    const known = this.keys.get(label);
    if (known) return known;
    const pem = await this.deps.vault.open(orgId, { id: label, field: DKIM_KEY }, sealed);
    const key = createPrivateKey(pem);
    this.keys.set(label, key);
    return key;
  }

  private async read(domains: readonly SigningDomain[]): Promise<(StoredKey | null)[]> {
    const rows = await this.deps.database.query<StoredKey>(FIND, [
      domains.map(({ domain }) => domain),
      domains.map(({ domainId }) => domainId ?? ''),
    ]);
    const byName = new Map(rows.map((row) => [nameOf(row), row]));
    return domains.map((domain) => byName.get(nameOf(domain)) ?? null);
  }
}

const nameOf = ({ domain, domainId }: SigningDomain) => `${domain} ${domainId ?? ''}`;
