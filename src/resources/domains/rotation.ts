import type { EntityManager } from 'typeorm';
import type { Database } from '../../db/database.js';
import type { Vault } from '../../vault/vault.js';
import { newSealedKey, nextSelector } from '../../dkim/keys.js';
import { conflict } from '../../errors.js';
import { recordDomainEvent } from './domain-events.js';
import { DomainEntity } from './entities.js';
import type { MailZone } from './records.js';
import { hasSigned, isSeen, ROTATION } from './rotation-schedule.js';
import { DomainStore } from './store.js';

interface DkimRotationDeps {
  readonly database: Database;
  readonly vault: Pick<Vault, 'seal'>;
  readonly zone: MailZone;
}

/** Changes the keys that sign mail of domains. Everything is safe to run twice. */
export class DkimRotation {
  private readonly store: DomainStore;

  constructor(private readonly deps: DkimRotationDeps) {
    this.store = new DomainStore(deps.database);
  }

  /**
   * Makes the next key, unless there is one; whether it did.
   * @throws AppError 409 while the key before, whose selector it is to have, stays published
   */
  async begin(domainId: string): Promise<boolean> {
    const found = await this.store.find(domainId);
    if (!found || found.keys.next) return false;
    const { orgId, domain } = found.domain;
    await this.checkSelectorIsFree(domainId);
    const { label, publicKey, sealed } = await newSealedKey(this.deps.vault, orgId);
    const selector = nextSelector(found.keys.signing.selector);
    const values = [label, orgId, domainId, domain, selector, publicKey, sealed];
    return this.deps.database.transaction((manager) => this.add(manager, domainId, values));
  }

  /** Adds the key, and tells what is to be published: by mail as well, as nobody may have asked for it. */
  private async add(
    manager: EntityManager,
    domainId: string,
    values: readonly unknown[],
  ): Promise<boolean> {
    const domain = await lockedDomain(manager, domainId);
    const added: unknown[] = domain ? await manager.query(ADD_NEXT, [...values]) : [];
    if (!domain || added.length === 0) return false;
    const [{ now, soon }]: [{ now: Date; soon: Date }] = await manager.query(SOON);
    const told = await this.store.change(manager, domain, {
      ...{ turn: 'dkim-next', turnAt: now },
      // Whoever asked may have published it in a minute.
      ...(domain.nextLookAt && domain.nextLookAt > soon && { nextLookAt: soon }),
    });
    await recordDomainEvent(manager, 'dkim-next', told, this.deps.zone);
    return true;
  }

  private async checkSelectorIsFree(domainId: string): Promise<void> {
    const [retiring] = await this.deps.database.query<{ until: Date }>(RETIRING, [domainId]);
    if (!retiring) return;
    const until = retiring.until.toISOString();
    throw conflict(
      `The key was changed a short time ago: the one before stays published until ${until}, then another can follow`,
    );
  }

  /** Does what is due about the keys of a domain; answers what, in a few words for operators. */
  async advance(domainId: string): Promise<string> {
    const done = await this.deps.database.transaction((manager) => this.settle(manager, domainId));
    if (done !== null) return done;
    // Done a second time, all of it may be settled: that is no reason for another key.
    const aged = await this.deps.database.query(AGED, [domainId]);
    return aged.length > 0 && (await this.begin(domainId)) ? 'a new key is made' : 'nothing is due';
  }

  /** Null where a new key may be due. */
  private async settle(manager: EntityManager, domainId: string): Promise<string | null> {
    const domain = await lockedDomain(manager, domainId);
    if (!domain) return 'the domain is gone';
    if (await changed(manager, RETIRE, domainId)) return this.taken(manager, domain);
    if (await changed(manager, GIVE_UP, domainId)) {
      await this.deleteNext(manager, domain);
      return 'the new key was never published: given up';
    }
    return (await changed(manager, REVOKE, domainId)) ? 'the old key is revoked' : null;
  }

  private async taken(manager: EntityManager, domain: DomainEntity): Promise<string> {
    // The old one first: one key signs at any time.
    await changed(manager, TAKE_OVER, domain.id);
    const { dkim_next, ...results } = domain.results;
    const rotated = await this.store.change(manager, domain, {
      results: { ...results, ...(dkim_next && { dkim: dkim_next }) },
    });
    await recordDomainEvent(manager, 'dkim-rotated', rotated, this.deps.zone);
    return 'the new key signs';
  }

  private async deleteNext(manager: EntityManager, domain: DomainEntity): Promise<void> {
    const others = { ...domain.results };
    delete others.dkim_next;
    await this.store.change(manager, domain, { results: others });
  }
}

const lockedDomain = (manager: EntityManager, id: string): Promise<DomainEntity | null> =>
  manager.findOne(DomainEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });

async function changed(manager: EntityManager, sql: string, domainId: string): Promise<boolean> {
  const rows: unknown[] = await manager.query(`WITH changed AS (${sql}) SELECT * FROM changed`, [
    domainId,
  ]);
  return rows.length > 0;
}

const AGED = `
SELECT k.label FROM dkim_keys k WHERE k.domain_id = $1 AND ${hasSigned()}`;

// Mail that it signed may be under way.
const RETIRING = `
SELECT retired_at + interval '${ROTATION.retires}' AS until FROM dkim_keys
WHERE domain_id = $1 AND state = 'retired' AND retired_at > now() - interval '${ROTATION.retires}'`;

// The key before may have been changed since the selector was chosen.
const ADD_NEXT = `
INSERT INTO dkim_keys (label, org_id, domain_id, domain, selector, state, public_key,
  sealed_private_key)
SELECT $1, $2, id, $4, $5, 'next', $6, $7::bytea FROM domains
WHERE id = $3 AND NOT EXISTS (
  SELECT FROM dkim_keys WHERE domain_id = $3 AND selector = $5 AND state = 'signing')
ON CONFLICT DO NOTHING RETURNING label`;

const SOON = `
SELECT date_trunc('milliseconds', now()) AS now, now() + interval '1 minute' AS soon`;

const RETIRE = `
UPDATE dkim_keys SET state = 'retired', retired_at = now()
WHERE domain_id = $1 AND state = 'signing' AND EXISTS (
  SELECT FROM dkim_keys k WHERE k.domain_id = $1 AND ${isSeen()})
RETURNING label`;

const TAKE_OVER = `
UPDATE dkim_keys SET state = 'signing', signs_since = now()
WHERE domain_id = $1 AND state = 'next' RETURNING label`;

const GIVE_UP = `
UPDATE dkim_keys SET state = 'revoked', retired_at = now()
WHERE domain_id = $1 AND state = 'next' AND created_at <= now() - interval '${ROTATION.waits}'
RETURNING label`;

const REVOKE = `
UPDATE dkim_keys SET state = 'revoked'
WHERE domain_id = $1 AND state = 'retired' AND retired_at <= now() - interval '${ROTATION.retires}'
RETURNING label`;
