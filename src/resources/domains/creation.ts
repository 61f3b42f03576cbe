import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../auth/caller.js';
import type { Database } from '../../db/database.js';
import { conflict, forbidden } from '../../errors.js';
import { newId } from '../../ids.js';
import { QUOTAS } from '../../operations/limits.js';
import { lockOrg } from '../../store/locks.js';
import { queueRun } from '../../store/outbox.js';
import type { Vault } from '../../vault/vault.js';
import { CARE, type CareSchedule } from './care.js';
import { FIRST_SELECTOR, newSealedKey } from '../../dkim/keys.js';
import { DomainEntity } from './entities.js';
import { ownDomain } from './names.js';
import type { MailZone } from './records.js';

/** What adding domains needs. */
export interface DomainCreationDeps {
  readonly database: Database;
  readonly vault: Pick<Vault, 'seal'>;
  readonly zone: MailZone;
  readonly care?: CareSchedule;
}

const TOKEN_BYTES = 20;

/**
 * Adds a domain, its first key and its run. Nothing is told about others who have it.
 * @throws AppError 400 for a name that nobody brings, 403 over the limit, 409 when the organization has it
 */
export async function addDomain(
  deps: DomainCreationDeps,
  caller: Pick<Caller, 'orgId' | 'plan'>,
  given: string,
): Promise<string> {
  const { database, vault, zone, care = CARE } = deps;
  const { orgId } = caller;
  const domain = ownDomain(given, zone.mailDomain);
  const { label, publicKey, sealed } = await newSealedKey(vault, orgId);
  const id = newId('dom');
  await database.transaction(async (manager) => {
    await lockOrg(manager, orgId);
    await checkRoom(manager, caller, domain);
    const token = randomBytes(TOKEN_BYTES).toString('hex');
    await manager.query(ADD, [id, orgId, domain, token, care.first[0] ?? 0]);
    await manager.query(ADD_KEY, [label, orgId, id, domain, FIRST_SELECTOR, publicKey, sealed]);
    await queueRun(manager, { op: 'start', workflow: 'verifyDomain', orgId, resourceId: id });
  });
  return id;
}

// Times to the millisecond, as clients see them.
const ADD = `
INSERT INTO domains (id, org_id, domain, token, created_at, next_look_at)
SELECT $1, $2, $3, $4, at, at + make_interval(secs => $5)
FROM date_trunc('milliseconds', now()) AS at`;

const ADD_KEY = `
INSERT INTO dkim_keys (label, org_id, domain_id, domain, selector, state, public_key,
  sealed_private_key, signs_since)
VALUES ($1, $2, $3, $4, $5, 'signing', $6, $7, now())`;

async function checkRoom(
  manager: EntityManager,
  { orgId, plan }: Pick<Caller, 'orgId' | 'plan'>,
  domain: string,
): Promise<void> {
  const known = await manager.findOneBy(DomainEntity, { orgId, domain });
  if (known) throw conflict(`${domain} is added already, as ${known.id}`);
  const allowed = plan === 'selfhost' ? QUOTAS.domains_selfhost : QUOTAS.domains;
  const used = await manager.countBy(DomainEntity, { orgId });
  if (used >= allowed) throw forbidden(`An organization can have ${allowed} domains`);
}
