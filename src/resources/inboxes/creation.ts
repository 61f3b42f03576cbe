import { domainToASCII } from 'node:url';
import { IsNull, type EntityManager } from 'typeorm';
import type { Caller } from '../../auth/caller.js';
import { PLANS } from '../../auth/plans.js';
import { secretHash } from '../../auth/secret-hash.js';
import type { Database } from '../../db/database.js';
import { conflict, forbidden, invalid, rateLimited } from '../../errors.js';
import { newId } from '../../ids.js';
import { queueRun } from '../../store/outbox.js';
import { InboxEntity } from './entities.js';
import { recordInboxEvent } from './inbox-events.js';
import { newImapPassword } from './imap.js';
import { localPartCandidates } from './local-part.js';
import { isReserved } from './reserved-local-parts.js';
import type { NewInbox } from './schema.js';
import { lockOrg } from '../../store/locks.js';

/** What creating needs. */
export interface InboxCreationDeps {
  readonly database: Database;
  /** The service's own domain, where inboxes are made. */
  readonly mailDomain: string;
}

/** An inbox that was just made, or that was there with the same client id and so shows no password. */
export interface CreatedInbox {
  readonly inbox: InboxEntity;
  readonly imapPassword: string | undefined;
}

/** Where an inbox is made: the row of its domain is null for the service's own. */
interface InboxDomain {
  readonly domain: string;
  readonly domainId: string | null;
}

/** Rows of `inboxes` to be: what the client gave, the address and the password. */
interface Draft extends Omit<NewInbox, 'name' | 'localPart' | 'domain'>, InboxDomain {
  readonly orgId: string;
  readonly name: string;
  readonly address: string;
  readonly password: string;
}

/** Makes inboxes, each address once. */
export class InboxCreation {
  constructor(private readonly deps: InboxCreationDeps) {}

  /**
   * The inbox at the address asked for, or at the first free one of its name.
   * @throws AppError 400 for a domain that is not ours, 403 over the plan, 409 when the address is not free,
   * 429 when the organization took too many within a day.
   */
  async create(caller: Caller, input: NewInbox): Promise<CreatedInbox> {
    if (caller.allowedInboxIds !== null)
      throw forbidden('This key is bound to inboxes and cannot create any');
    const place = await this.placeOf(caller.orgId, input.domain);
    const isReservedThere = place.domainId === null ? isReserved : () => false;
    if (input.localPart && isReservedThere(input.localPart))
      throw conflict(`${input.localPart}@${place.domain} is reserved`);
    for (const localPart of candidates(input).filter((one) => !isReservedThere(one))) {
      const draft = this.draft({ ...place, orgId: caller.orgId }, input, localPart);
      const created = await this.attempt(caller, draft);
      if (created) return created;
    }
    throw conflict(`${input.localPart ?? input.name}@${place.domain} is taken`);
  }

  /** The domain that is asked for: the service's own, or one of the organization that is believed. */
  private async placeOf(orgId: string, given: string | undefined): Promise<InboxDomain> {
    const { database, mailDomain } = this.deps;
    const domain = given === undefined ? mailDomain : domainToASCII(given.replace(/\.$/, ''));
    if (domain === mailDomain) return { domain, domainId: null };
    const [own] = await database.query<{ id: string; status: string }>(OWN_DOMAIN, [orgId, domain]);
    if (!own) throw invalid(`domain must be ${mailDomain} or a domain of your own, or be left out`);
    if (own.status !== 'ACTIVE' && own.status !== 'DEGRADED')
      throw invalid(`domain must be verified first: ${domain} is ${own.status}`);
    return { domain, domainId: own.id };
  }

  /** Makes an inbox at a reserved address, unless there is one. */
  async createReserved(orgId: string, localPart: string): Promise<void> {
    const place = { orgId, domain: this.deps.mailDomain, domainId: null };
    const draft = this.draft(place, {}, localPart);
    await this.deps.database.transaction((manager) => insert(manager, draft));
  }

  private draft(
    place: InboxDomain & { readonly orgId: string },
    input: NewInbox,
    localPart: string,
  ): Draft {
    return {
      ...input,
      ...place,
      name: input.name ?? localPart,
      address: `${localPart}@${place.domain}`,
      password: newImapPassword(),
    };
  }

  /** Null when the address is not free. */
  private attempt(caller: Caller, draft: Draft): Promise<CreatedInbox | null> {
    return this.deps.database.transaction(async (manager) => {
      // With a limited plan, creations run one after the other, so that the count is exact.
      if (PLANS[caller.plan].inboxes !== null) await lockOrg(manager, caller.orgId);
      const known = await withClientId(manager, draft);
      if (known) return known;
      await checkPlan(manager, caller);
      await checkDomain(manager, draft);
      const inbox = await insert(manager, draft);
      // Lost to a request with the same client id that was a moment earlier?
      if (!inbox) return withClientId(manager, draft);
      await checkAddresses(manager, caller);
      if (inbox.expiresAt) await startExpiry(manager, inbox);
      await recordInboxEvent(manager, 'inbox.created', inbox);
      return { inbox, imapPassword: draft.password };
    });
  }
}

const startExpiry = (manager: EntityManager, { orgId, id }: InboxEntity): Promise<void> =>
  queueRun(manager, { op: 'start', workflow: 'expireInbox', orgId, resourceId: id });

function candidates({ localPart, name }: NewInbox): string[] {
  if (localPart !== undefined) return [localPart];
  return [...localPartCandidates(name)];
}

async function checkPlan(manager: EntityManager, { plan, orgId }: Caller): Promise<void> {
  const allowed = PLANS[plan].inboxes;
  if (allowed === null) return;
  const used = await manager.countBy(InboxEntity, { orgId, deletedAt: IsNull() });
  if (used >= allowed) throw forbidden(`The ${plan} plan has room for ${allowed} inboxes`);
}

// How many addresses of the last 24 hours there are, and when the oldest of them is older.
const TAKEN = `
SELECT count(*)::int AS taken,
  ceil(extract(epoch FROM min(taken_at) + interval '1 day' - now()))::int AS "freeIn"
FROM addresses WHERE org_id = $1 AND taken_at > now() - interval '1 day'`;

/**
 * Nobody else ever gets an address that was taken, so a plan says how many a day there may be; one that
 * is made anew was taken before. @throws AppError 429
 */
async function checkAddresses(manager: EntityManager, { plan, orgId }: Caller): Promise<void> {
  const allowed = PLANS[plan].addressesPerDay;
  if (allowed === null) return;
  const [row]: { taken: number; freeIn: number }[] = await manager.query(TAKEN, [orgId]);
  if (row!.taken > allowed)
    throw rateLimited(
      row!.freeIn,
      `The ${plan} plan allows ${allowed} new addresses within 24 hours, deleted ones included`,
    );
}

async function withClientId(manager: EntityManager, draft: Draft): Promise<CreatedInbox | null> {
  const { orgId, clientId } = draft;
  if (clientId === undefined) return null;
  const inbox = await manager.findOneBy(InboxEntity, { orgId, clientId, deletedAt: IsNull() });
  return inbox && { inbox, imapPassword: undefined };
}

/** Null when the address or the client id is taken. */
async function insert(manager: EntityManager, draft: Draft): Promise<InboxEntity | null> {
  if (!(await claimAddress(manager, draft))) return null;
  const [row]: { id: string }[] = await manager.query(INSERT, [
    newId('inb'),
    draft.orgId,
    draft.address,
    draft.domain,
    draft.name,
    draft.displayName,
    draft.clientId,
    draft.metadata ?? {},
    secretHash(draft.password),
    draft.ttlSeconds,
    draft.domainId,
  ]);
  return row ? manager.findOneByOrFail(InboxEntity, { id: row.id }) : null;
}

const OWN_DOMAIN = 'SELECT id, status FROM domains WHERE org_id = $1 AND domain = $2';

/** The domain is not deleted while an inbox is being made. @throws AppError 400 when it is gone */
async function checkDomain(manager: EntityManager, { domain, domainId }: Draft): Promise<void> {
  if (domainId === null) return;
  const rows: unknown[] = await manager.query(
    `SELECT id FROM domains WHERE id = $1 AND status IN ('ACTIVE', 'DEGRADED') FOR KEY SHARE`,
    [domainId],
  );
  if (rows.length === 0) throw invalid(`domain must be verified first: ${domain}`);
}

/**
 * Whether the address is the organization's: it is never given to a second one. An address of an own domain
 * belongs to the domain's row.
 */
async function claimAddress(
  manager: EntityManager,
  { address, orgId, domainId }: Draft,
): Promise<boolean> {
  const [row]: { org_id: string }[] = await manager.query(
    `INSERT INTO addresses (address, org_id, domain_id) VALUES ($1, $2, coalesce($3, ''))
     ON CONFLICT (address, domain_id) DO UPDATE SET org_id = addresses.org_id RETURNING org_id`,
    [address, orgId, domainId],
  );
  return row?.org_id === orgId;
}

// Times to the millisecond, as clients see them: what is compared with created_at is exact.
const INSERT = `
  WITH inbox AS (
    INSERT INTO inboxes (id, org_id, address, domain, name, display_name, client_id, metadata,
      imap_password_hash, created_at, expires_at, domain_id)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9::bytea, at, at + make_interval(secs => $10),
      $11
    FROM date_trunc('milliseconds', now()) AS at
    ON CONFLICT DO NOTHING RETURNING id, created_at
  ), validity AS (
    -- Above any that the address had: what programs keep of an inbox that is gone counts no more.
    UPDATE addresses SET uid_validity = greatest(
      floor(extract(epoch FROM inbox.created_at))::bigint,
      (SELECT max(uid_validity) + 1 FROM addresses WHERE address = $3))
    FROM inbox WHERE address = $3 AND addresses.domain_id = coalesce($11, '')
  )
  INSERT INTO inbox_counters (inbox_id) SELECT id FROM inbox RETURNING inbox_id AS id`;
