import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { KeyRing } from './key-ring.js';
import { KEY_BYTES, openWith, sealWith } from './sealing.js';

/** Where a sealed value is kept: the row's id and the column or member it stands in. */
export interface EncryptionContext {
  readonly id: string;
  readonly field: string;
}

interface VaultDeps {
  /** Wraps the data key of every organization. */
  readonly ring: Pick<KeyRing, 'wrap' | 'unwrap'>;
  /** `orgs.sealed_data_key`; null when there is no such organization. */
  sealedDataKey(orgId: string): Promise<Buffer | null>;
}

const CACHED_KEYS = 1_000;

/**
 * Sealing per organization: the master key wraps one data key for each, which seals its values.
 *
 * A value opens only for the organization, row and field it was sealed for. Changing the master key
 * means wrapping the data keys again; no value is touched.
 *
 * @example
 * ```ts
 * const sealed = await vault.seal(orgId, { id: 'smtp_1', field: 'password' }, 'secret');
 * const password = await vault.open(orgId, { id: 'smtp_1', field: 'password' }, sealed);
 * ```
 */
export class Vault {
  private readonly dataKeys = new LRUCache<string, Buffer>({ max: CACHED_KEYS });

  constructor(private readonly deps: VaultDeps) {}

  /** A fresh data key for a new organization, wrapped: what its row keeps. */
  newDataKey(orgId: string): Promise<Buffer> {
    return this.deps.ring.wrap(aboutOfDataKey(orgId), randomBytes(KEY_BYTES));
  }

  /** `plaintext` sealed for one place of one organization. */
  async seal(orgId: string, place: EncryptionContext, plaintext: string | Buffer): Promise<Buffer> {
    const key = await this.dataKey(orgId);
    return sealWith(key, aboutOf(orgId, place), Buffer.from(plaintext));
  }

  /** What was sealed. @throws Error when it was changed or belongs to another place. */
  async open(orgId: string, place: EncryptionContext, sealed: Buffer): Promise<string> {
    const key = await this.dataKey(orgId);
    return openWith(key, aboutOf(orgId, place), sealed).toString();
  }

  private async dataKey(orgId: string): Promise<Buffer> {
    const known = this.dataKeys.get(orgId);
    if (known) return known;
    const wrapped = await this.deps.sealedDataKey(orgId);
    if (!wrapped) throw new Error('The organization has no data key');
    const key = await this.deps.ring.unwrap(aboutOfDataKey(orgId), wrapped);
    this.dataKeys.set(orgId, key);
    return key;
  }
}

const aboutOf = (orgId: string, { id, field }: EncryptionContext) => ['value', orgId, id, field];

/** What a wrapped data key is for. */
export const aboutOfDataKey = (orgId: string): readonly string[] => ['data-key', orgId];
