import type { EntityManager } from 'typeorm';
import type { Cursors } from '../../db/cursor.js';
import type { Database } from '../../db/database.js';
import type { Queries } from '../../db/queries.js';
import { Conditions } from '../../db/conditions.js';
import { entityColumns } from '../../db/entity-columns.js';
import { listPage, newestFirst, type Page, type Paging } from '../../db/page.js';
import { sendNotification } from '../../store/statement.js';
import { DomainEntity } from './entities.js';
import type { Obstacles } from './judging.js';
import { namesAbove } from './names.js';

/** A key as it is told of: no private part. */
export interface PublicKey {
  readonly label: string;
  readonly selector: string;
  readonly publicKey: string;
}

/** The keys of a domain: the one that signs, and the one that is to follow it. */
export interface DomainKeys {
  readonly signing: PublicKey;
  readonly next: PublicKey | null;
}

/** A domain and its keys. */
export interface KeyedDomain {
  readonly domain: DomainEntity;
  readonly keys: DomainKeys;
}

/** Rows of domains. */
export class DomainStore {
  constructor(private readonly database: Database) {}

  /** A domain of any organization; null when it is gone. */
  async find(id: string): Promise<KeyedDomain | null> {
    const domain = await this.database.repository(DomainEntity).findOneBy({ id });
    if (!domain) return null;
    return (await this.withKeys([domain]))[0] ?? null;
  }

  /** A page of the domains of an organization, newest first. @throws AppError 400 for a foreign cursor */
  async page(cursors: Cursors, orgId: string, paging: Paging): Promise<Page<KeyedDomain>> {
    const list = {
      orgId,
      name: 'domains',
      columns: entityColumns(this.database, DomainEntity),
      from: 'domains',
      where: new Conditions().add('org_id = ?', orgId),
      order: newestFirst('domains'),
    };
    const page = await listPage<DomainEntity>({ database: this.database, cursors }, list, paging);
    return { ...page, data: await this.withKeys(page.data) };
  }

  /** The domain of an organization that goes by this name; null when it has none. */
  findByName(orgId: string, domain: string): Promise<DomainEntity | null> {
    return this.database.repository(DomainEntity).findOneBy({ orgId, domain });
  }

  /** Changes a row and wakes who waits for that. */
  async change(
    manager: EntityManager,
    id: string,
    changes: Partial<DomainEntity>,
  ): Promise<DomainEntity> {
    // Of a change that names no field TypeORM makes no statement.
    if (Object.keys(changes).length > 0) await manager.update(DomainEntity, { id }, changes);
    await manager.increment(DomainEntity, { id }, 'version', 1);
    await sendNotification(manager, 'domain_changed', id);
    return manager.findOneByOrFail(DomainEntity, { id });
  }

  /** The time of Postgres, by which all else is counted. */
  async now(): Promise<Date> {
    const [row] = await this.database.query<{ now: Date }>('SELECT now() AS now');
    return row!.now;
  }

  private withKeys(domains: readonly DomainEntity[]): Promise<KeyedDomain[]> {
    const { database } = this;
    return withKeys({ query: (text, values) => database.query(text, values) }, domains);
  }
}

/** Domains with their keys. */
export async function withKeys(
  queries: Queries,
  domains: readonly DomainEntity[],
): Promise<KeyedDomain[]> {
  const ids = domains.map(({ id }) => id);
  const rows = (await queries.query(KEYS, [ids])) as KeyRow[];
  return domains.map((domain) => {
    const own = rows.filter(({ domainId }) => domainId === domain.id);
    const signing = own.find(({ state }) => state === 'signing')!;
    return { domain, keys: { signing, next: own.find(({ state }) => state === 'next') ?? null } };
  });
}

interface KeyRow extends PublicKey {
  readonly domainId: string;
  readonly state: 'signing' | 'next';
}

const KEYS = `
SELECT domain_id AS "domainId", state, label, selector, public_key AS "publicKey"
FROM dkim_keys WHERE domain_id = ANY ($1) AND state IN ('signing', 'next')`;

// Seen within the transaction that may make the domain ACTIVE.
const OBSTACLES = `
SELECT
  (SELECT token FROM domains WHERE domain = $2 AND status IN ('ACTIVE', 'DEGRADED') AND id <> $1)
    AS "holderToken",
  (SELECT domain FROM domains WHERE domain = ANY ($3) AND status IN ('ACTIVE', 'DEGRADED')
     AND org_id <> $4 AND subdomains = 'own' ORDER BY length(domain) DESC LIMIT 1) AS parent`;

/** What keeps a domain from being ACTIVE, once its records are right. */
export async function obstaclesOf(
  manager: EntityManager,
  { id, domain, orgId }: DomainEntity,
): Promise<Obstacles> {
  const values = [id, domain, namesAbove(domain), orgId];
  const [row]: Obstacles[] = await manager.query(OBSTACLES, values);
  return row!;
}
