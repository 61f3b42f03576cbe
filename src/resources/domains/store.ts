import type { EntityManager } from 'typeorm';
import type { Cursors } from '../../db/cursor.js';
import type { Database } from '../../db/database.js';
import type { Queries } from '../../db/queries.js';
import { entityColumns, listEntities } from '../../db/entity-list.js';
import type { Page, Paging } from '../../db/page.js';
import { notify, sendNotification, statement } from '../../store/statement.js';
import { DomainEntity, type RecordResults } from './entities.js';
import type { Obstacles } from './judge.js';
import { namesAbove } from './names.js';
import { keysAreDue } from './rotation-schedule.js';

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

/** A domain as it stood at a time of Postgres. */
export interface ReadDomain extends KeyedDomain {
  readonly readAt: Date;
  /** Whether something was to be done about its keys. */
  readonly keysDue: boolean;
}

type ReadRow = DomainEntity & {
  readonly readAt: Date;
  readonly keysDue: boolean;
  /** Null once the domain is gone. */
  readonly keys: readonly KeyRow[] | null;
};

/** Rows of domains. */
export class DomainStore {
  private readonly read: string;

  constructor(private readonly database: Database) {
    this.read = `
SELECT ${entityColumns(database, DomainEntity)}, now() AS "readAt",
  ${keysAreDue('domains.id')} AS "keysDue",
  (SELECT jsonb_agg(jsonb_build_object('state', state, 'label', label, 'selector', selector,
     'publicKey', public_key)) FROM dkim_keys
   WHERE domain_id = domains.id AND state IN ('signing', 'next')) AS keys
FROM domains WHERE id = $1`;
  }

  /** A domain of any organization; null when it is gone. */
  async find(id: string): Promise<ReadDomain | null> {
    const [row] = await this.database.query<ReadRow>(this.read, [id]);
    if (!row?.keys) return null;
    const { keys, readAt, keysDue, ...domain } = row;
    return { domain, keys: keysOf(keys), readAt, keysDue };
  }

  /**
   * Writes down a look that saw what was seen before, in one statement; whether it did. It does not where
   * somebody else changed the row since it was read.
   */
  async confirm(
    { id, version }: DomainEntity,
    { results, nextLookAt, lookBegunAt }: Confirmed,
  ): Promise<boolean> {
    const values = [id, version, JSON.stringify(results), nextLookAt, lookBegunAt];
    return (await this.database.query(CONFIRM, values)).length > 0;
  }

  /** A page of the domains of an organization, newest first. @throws AppError 400 for a foreign cursor */
  async page(cursors: Cursors, orgId: string, paging: Paging): Promise<Page<KeyedDomain>> {
    const deps = { database: this.database, cursors };
    const page = await listEntities(deps, DomainEntity, { orgId, name: 'domains' }, paging);
    return { ...page, data: await this.withKeys(page.data) };
  }

  /** Changes a row and wakes who waits for that; answers the row as it is then. */
  async change(
    manager: EntityManager,
    domain: DomainEntity,
    changes: Partial<DomainEntity>,
  ): Promise<DomainEntity> {
    const { id, version } = domain;
    const update = { ...changes, version: () => 'version + 1' };
    await manager.update(DomainEntity, { id }, update);
    await sendNotification(manager, 'domain_changed', id);
    return { ...domain, ...changes, version: version + 1 };
  }

  /** The time of Postgres, by which all else is counted. */
  async now(): Promise<Date> {
    const [row] = await this.database.query<{ now: Date }>('SELECT now() AS now');
    return row!.now;
  }

  private withKeys(domains: readonly DomainEntity[]): Promise<KeyedDomain[]> {
    const { database } = this;
    return withKeys(database, domains);
  }
}

/** Domains with their keys. */
export async function withKeys(
  queries: Queries,
  domains: readonly DomainEntity[],
): Promise<KeyedDomain[]> {
  const ids = domains.map(({ id }) => id);
  const rows = await queries.query<KeyRow>(KEYS, [ids]);
  return domains.map((domain) => ({
    domain,
    keys: keysOf(rows.filter(({ domainId }) => domainId === domain.id)),
  }));
}

interface KeyRow extends PublicKey {
  readonly domainId: string;
  readonly state: 'signing' | 'next';
}

const keysOf = (rows: readonly KeyRow[]): DomainKeys => ({
  signing: rows.find(({ state }) => state === 'signing')!,
  next: rows.find(({ state }) => state === 'next') ?? null,
});

const KEYS = `
SELECT domain_id AS "domainId", state, label, selector, public_key AS "publicKey"
FROM dkim_keys WHERE domain_id = ANY ($1) AND state IN ('signing', 'next')`;

/** What a look changes that saw what was seen before. */
interface Confirmed {
  readonly results: RecordResults;
  readonly nextLookAt: Date | null;
  readonly lookBegunAt: Date;
}

const CONFIRM = statement(
  [
    `confirmed AS (
  UPDATE domains SET results = $3::jsonb, next_look_at = $4, checked_at = clock_timestamp(),
    look_begun_at = $5, last_look = 'good', reason = NULL, sees_mx = true,
    token_seen_at = coalesce(token_seen_at, clock_timestamp()), version = version + 1
  WHERE id = $1 AND version = $2 RETURNING id
)`,
    notify('domain_changed', 'SELECT id FROM confirmed'),
  ],
  'SELECT id FROM confirmed',
);

// Seen within the transaction that may make the domain ACTIVE.
const OBSTACLES = `
SELECT clock_timestamp() AS now,
  (SELECT token FROM domains WHERE domain = $2 AND status IN ('ACTIVE', 'DEGRADED') AND id <> $1)
    AS "holderToken",
  (SELECT domain FROM domains WHERE domain = ANY ($3) AND status IN ('ACTIVE', 'DEGRADED')
     AND org_id <> $4 AND subdomains = 'own' ORDER BY length(domain) DESC LIMIT 1) AS parent`;

/** What keeps a domain from being ACTIVE, once its records are right, and the time of Postgres. */
export async function obstaclesOf(
  manager: EntityManager,
  { id, domain, orgId }: DomainEntity,
): Promise<Obstacles & { readonly now: Date }> {
  const values = [id, domain, namesAbove(domain), orgId];
  const [row]: (Obstacles & { now: Date })[] = await manager.query(OBSTACLES, values);
  return row!;
}
