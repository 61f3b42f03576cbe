import { newApiKey } from '../../auth/api-key.js';
import type { Caller } from '../../auth/caller.js';
import { requireOwned, type AccessScope } from '../../auth/ownership.js';
import { Conditions } from '../../db/conditions.js';
import { listEntities } from '../../db/entity-list.js';
import type { ListDeps, Page, Paging } from '../../db/page.js';
import { forbidden, notFound } from '../../errors.js';
import { newId } from '../../ids.js';
import { endedWith } from '../../store/grants.js';
import { ownInboxes } from '../../store/inboxes.js';
import { ApiKeyEntity } from './entities.js';
import { checkGrant, type Grant } from './grant.js';
import { notify, statement } from '../../store/statement.js';

/** A key to be made. */
export interface KeyGrant extends Grant {
  readonly name: string;
}

/** A key without its hash. */
export type ListedApiKey = Omit<ApiKeyEntity, 'keyHash'>;

/** A new key, in clear: the only time it is seen. */
export interface CreatedApiKey {
  readonly row: ListedApiKey;
  readonly apiKey: string;
}

/** Which keys are listed: those that reach `inboxId`, or all. */
export interface KeyListing extends Paging {
  readonly inboxId?: string;
}

// Open waits and streams of the key end when they are told.
const REVOKE = statement(
  [
    'gone AS (DELETE FROM api_keys WHERE id = $1 AND org_id = $2 RETURNING id)',
    notify('key_revoked', endedWith('gone')),
  ],
  'SELECT id FROM gone',
);

/** API keys of an organization: made, listed, revoked. */
export class ApiKeyService {
  constructor(private readonly deps: ListDeps) {}

  /** @throws AppError 403 for a key stronger than the caller's, 403 or 404 for an inbox. */
  async create(caller: Caller, grant: KeyGrant): Promise<CreatedApiKey> {
    await ownInboxes(this.deps.database, caller, grant.allowedInboxIds ?? []);
    checkGrant(caller, grant);
    const { apiKey, hash, prefix } = newApiKey();
    const row = {
      id: newId('key'),
      orgId: caller.orgId,
      name: grant.name,
      keyPrefix: prefix,
      scopes: grant.scopes && [...grant.scopes],
      allowedInboxIds: grant.allowedInboxIds && [...grant.allowedInboxIds],
      allowedNamespaces: grant.allowedNamespaces && [...grant.allowedNamespaces],
      createdAt: new Date(),
    };
    await this.deps.database.repository(ApiKeyEntity).insert({ ...row, keyHash: hash });
    return { row, apiKey };
  }

  /** A page of keys, newest first; a caller bound to inboxes sees those that reach no further. */
  async list(caller: AccessScope, { inboxId, ...paging }: KeyListing): Promise<Page<ListedApiKey>> {
    if (inboxId !== undefined) await ownInboxes(this.deps.database, caller, [inboxId]);
    const { orgId, allowedInboxIds } = caller;
    const where = new Conditions();
    if (inboxId !== undefined) where.add('allowed_inbox_ids @> ARRAY[?]', inboxId);
    if (allowedInboxIds) where.add('allowed_inbox_ids <@ ?', allowedInboxIds);
    const list = { orgId, name: ['api-keys', inboxId ?? null], where };
    return listEntities(this.deps, ApiKeyEntity, list, paging);
  }

  /**
   * Revokes a key at once; `inboxId` says which inbox it must reach.
   * @throws AppError 404, or 403 for another organization's, or one that reaches further.
   */
  async revoke(
    caller: AccessScope & Pick<Caller, 'allowedNamespaces'>,
    keyId: string,
    inboxId?: string,
  ): Promise<void> {
    const { database } = this.deps;
    if (inboxId !== undefined) await ownInboxes(this.deps.database, caller, [inboxId]);
    const found = await database.repository(ApiKeyEntity).findOneBy({ id: keyId });
    const key = requireOwned(caller.orgId, found, 'API key');
    if (inboxId !== undefined && !key.allowedInboxIds?.includes(inboxId)) throw notFound('API key');
    if (caller.allowedInboxIds && !isWithin(key.allowedInboxIds, caller.allowedInboxIds))
      throw forbidden('This key is bound to inboxes and cannot revoke one that reaches further');
    if (caller.allowedNamespaces && !isWithin(key.allowedNamespaces, caller.allowedNamespaces))
      throw forbidden('This key is bound to namespaces and cannot revoke one that reaches further');
    const gone = await database.query(REVOKE, [key.id, caller.orgId]);
    if (gone.length === 0) throw notFound('API key');
  }
}

const isWithin = (inner: readonly string[] | null, outer: readonly string[]) =>
  inner !== null && inner.every((item) => outer.includes(item));
