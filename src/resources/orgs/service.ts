import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import { newApiKey } from '../../auth/api-key.js';
import type { OrgSettings } from '../../auth/caller.js';
import type { AccessScope } from '../../auth/ownership.js';
import type { PlanName } from '../../auth/plans.js';
import { takeSignup } from '../../auth/rate-limits.js';
import type { Database } from '../../db/database.js';
import { forbidden, notFound } from '../../errors.js';
import { newId } from '../../ids.js';
import type { Vault } from '../../vault/vault.js';
import { ApiKeyEntity } from '../api-keys/entities.js';
import { storedBytes } from '../../store/usage.js';
import { OrgEntity } from './entities.js';
import type { newOrg, orgChange } from './schema.js';

interface OrgServiceDeps {
  readonly database: Database;
  readonly vault: Pick<Vault, 'newDataKey'>;
  /** Plan of organizations that sign up. */
  readonly defaultPlan: PlanName;
  /** Whether strangers may sign up. */
  readonly signup: 'open' | 'closed';
}

/** A new organization and its first key, in clear: the only time it is seen. */
export interface CreatedOrg {
  readonly org: Pick<OrgEntity, 'id' | 'name' | 'createdAt'>;
  readonly apiKey: string;
}

/** An organization with the number of things it has. */
export interface CountedOrg extends Pick<OrgEntity, 'id' | 'name' | 'createdAt'> {
  readonly plan: PlanName;
  readonly settings: OrgSettings;
  readonly inboxCount: number;
  readonly domainCount: number;
  readonly apiKeyCount: number;
  /** Of its mail and drafts; digits, as Postgres writes large numbers. */
  readonly storageBytes: string;
}

type NewOrg = z.output<typeof newOrg> & { readonly plan: PlanName };

// Any number, the same in every process: who holds it looks whether there is an organization.
const FIRST_ORG_LOCK = 7_211_003;

const GET = `
  SELECT id, name, plan, settings, created_at AS "createdAt",
    (SELECT count(*)::int FROM inboxes WHERE org_id = $1 AND deleted_at IS NULL) AS "inboxCount",
    (SELECT count(*)::int FROM domains WHERE org_id = $1) AS "domainCount",
    (SELECT count(*)::int FROM api_keys WHERE org_id = $1) AS "apiKeyCount",
    ${storedBytes('orgs.id')} AS "storageBytes"
  FROM orgs WHERE id = $1`;
const FIRST = 'SELECT id FROM orgs ORDER BY created_at, id LIMIT 1';
const CHANGE = `
  UPDATE orgs SET name = coalesce($2, name), settings = settings || $3::jsonb WHERE id = $1`;

/** Organizations: signing up, looking, changing. */
export class OrgService {
  constructor(private readonly deps: OrgServiceDeps) {}

  /** Creates an organization for a stranger. @throws AppError 403 where sign-up is closed, 429 after three in an hour. */
  async signUp(address: string, org: Omit<NewOrg, 'plan'>): Promise<CreatedOrg> {
    if (this.deps.signup === 'closed')
      throw forbidden('Sign-up is closed here: ask the operator for an organization');
    return this.deps.database.transaction(async (manager) => {
      await takeSignup(manager, address);
      return this.create(manager, { ...org, plan: this.deps.defaultPlan });
    });
  }

  /** Creates an organization for the operator. */
  createNamed(name: string): Promise<CreatedOrg> {
    const plan = this.deps.defaultPlan;
    return this.deps.database.transaction((manager) => this.create(manager, { name, plan }));
  }

  /**
   * Creates the organization of a fresh installation, with no limits.
   * Null when there is one already, also when several processes ask at once. `keep` has the key
   * before the organization is committed: whoever dies in between has lost nothing.
   */
  async createFirst(
    name: string,
    keep: (apiKey: string) => Promise<void>,
  ): Promise<CreatedOrg | null> {
    return this.deps.database.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock($1)', [FIRST_ORG_LOCK]);
      if (await manager.exists(OrgEntity)) return null;
      const created = await this.create(manager, { name, plan: 'selfhost' });
      await keep(created.apiKey);
      return created;
    });
  }

  /** The id of the oldest organization: the installation's own. Null before the first start. */
  async firstId(): Promise<string | null> {
    const [org] = await this.deps.database.query<{ id: string }>(FIRST);
    return org?.id ?? null;
  }

  /** The organization with its counts. */
  async get(orgId: string): Promise<CountedOrg> {
    const [org] = await this.deps.database.query<CountedOrg>(GET, [orgId]);
    if (!org) throw notFound('Organization');
    return org;
  }

  /** Changes what is given; settings that are not named stay. @throws AppError 403 */
  async update(
    { orgId, allowedInboxIds }: AccessScope,
    { name, settings }: z.output<typeof orgChange>,
  ): Promise<CountedOrg> {
    if (allowedInboxIds !== null)
      throw forbidden('This key is bound to inboxes and cannot change the organization');
    const changed = JSON.stringify(settings ?? {});
    await this.deps.database.query(CHANGE, [orgId, name ?? null, changed]);
    return this.get(orgId);
  }

  private async create(
    manager: EntityManager,
    { name, source, plan }: NewOrg,
  ): Promise<CreatedOrg> {
    const org = { id: newId('org'), name, createdAt: new Date() };
    const sealedDataKey = await this.deps.vault.newDataKey(org.id);
    await manager.insert(OrgEntity, { ...org, source: source ?? null, plan, sealedDataKey });
    const { apiKey, hash, prefix } = newApiKey();
    await manager.insert(ApiKeyEntity, {
      id: newId('key'),
      orgId: org.id,
      name: 'First key',
      keyPrefix: prefix,
      keyHash: hash,
      scopes: null,
      allowedInboxIds: null,
      allowedNamespaces: null,
    });
    return { org, apiKey };
  }
}
