import type { EntityManager } from 'typeorm';
import type { Caller } from '../../auth/caller.js';
import {
  requireInbox,
  requireOwned,
  requireWholeOrg,
  type AccessScope,
} from '../../auth/ownership.js';
import { Conditions } from '../../db/conditions.js';
import type { Cursors } from '../../db/cursor.js';
import { listPage, type Keyset, type Page, type Paging } from '../../db/page.js';
import type { LongPoll } from '../../deadline.js';
import { conflict, invalid, notFound, rateLimited } from '../../errors.js';
import { findInbox } from '../../store/inboxes.js';
import { queueRun } from '../../store/outbox.js';
import { workflowId } from '../../store/run.js';
import { sendNotification } from '../../store/statement.js';
import { addDomain, type DomainCreationDeps } from './creation.js';
import { ensureServiceKey, type ServiceKey } from '../../dkim/service-key.js';
import type { DomainEntity } from './entities.js';
import type { DomainHandover } from './handover.js';
import type { DomainLooking } from './looking.js';
import type { DkimRotation } from './rotation.js';
import { proposedSubdomain } from './records.js';
import type { DomainChange } from './schema.js';
import { DomainStore, type KeyedDomain, type ReadDomain } from './store.js';
import type { DomainChangeRow, DomainView } from './view.js';
import type { DomainWatches } from './watches.js';

/** Has the run of a domain verify it now; true once it has, false where it did not in time. */
export type VerifyNow = (domainId: string, orgId: string) => Promise<boolean>;

interface DomainServiceDeps extends DomainCreationDeps {
  readonly cursors: Cursors;
  readonly looking: Pick<DomainLooking, 'begin' | 'look'>;
  readonly handover: Pick<DomainHandover, 'take'>;
  readonly rotation: Pick<DkimRotation, 'begin'>;
  readonly watches: DomainWatches;
  readonly askRun: VerifyNow;
}

// Seconds between verifications that somebody asks for.
const VERIFY_EVERY_SECONDS = 10;
const NEWEST_CHANGE: Keyset = { columns: [['id', 'bigint']], direction: 'DESC' };

/** Domains of an organization; nothing for keys that are bound to inboxes. */
export class DomainService {
  private readonly store: DomainStore;

  constructor(private readonly deps: DomainServiceDeps) {
    this.store = new DomainStore(deps.database);
  }

  /** @throws AppError 400, 403, 409 */
  async add(caller: Caller, name: string): Promise<DomainView> {
    requireWholeOrg(caller, 'domains');
    const id = await addDomain(this.deps, caller, name);
    return this.viewOf((await this.store.find(id))!);
  }

  /** A page of the domains of an organization, newest first. @throws AppError 400, 403 */
  async list(access: AccessScope, paging: Paging): Promise<Page<DomainView>> {
    requireWholeOrg(access, 'domains');
    const page = await this.store.page(this.deps.cursors, access.orgId, paging);
    return { ...page, data: page.data.map((keyed) => this.viewOf(keyed)) };
  }

  /** The domain, once something about it changed or the time is up. @throws AppError 403, 404 */
  async get(access: AccessScope, id: string, waiting?: LongPoll): Promise<DomainView> {
    const found = await this.owned(access, id);
    if (!waiting || waiting.timeoutSeconds === 0) return this.viewOf(found);
    const { timeoutSeconds, signal } = waiting;
    await this.deps.watches.until(id, found.domain.version, timeoutSeconds * 1_000, signal);
    return this.viewOf(await this.owned(access, id));
  }

  /** Looks now, by its run or, where Temporal is away, here. @throws AppError 403, 404, 429 within 10 s */
  async verify(access: AccessScope, id: string): Promise<DomainView> {
    const found = await this.owned(access, id);
    const askedAt = await this.takeVerification(found.domain);
    // While its run is being reached, resolvers are at it.
    const letGo = this.deps.looking.begin(found, askedAt);
    try {
      if (!(await this.runLooks(found.domain))) await this.lookHere(id);
    } finally {
      letGo();
    }
    return this.viewOf(await this.owned(access, id));
  }

  /** @throws AppError 400, 403, 404 */
  async update(access: AccessScope, id: string, change: DomainChange): Promise<DomainView> {
    const { domain, readAt } = await this.owned(access, id);
    const { catchAllInboxId } = change;
    if (catchAllInboxId) requireInbox(access, await findInbox(this.deps.database, catchAllInboxId));
    await this.deps.database.transaction(async (manager) => {
      if (catchAllInboxId) await checkCatchAll(manager, domain, catchAllInboxId);
      await this.store.change(manager, domain, changedFields(change, readAt));
    });
    return this.viewOf(await this.owned(access, id));
  }

  /** @throws AppError 403, 404, 409 while it has inboxes */
  async remove(access: AccessScope, id: string): Promise<void> {
    const { domain } = await this.owned(access, id);
    await this.deps.database.transaction((manager) => this.removeIn(manager, domain));
  }

  /** Makes its next key, unless there is one. @throws AppError 403, 404, 409 while the one before stays published */
  async rotate(access: AccessScope, id: string): Promise<DomainView> {
    const { domain } = await this.owned(access, id);
    await this.deps.rotation.begin(id);
    await this.deps.database.transaction((manager) => this.tellRun(manager, domain));
    return this.viewOf(await this.owned(access, id));
  }

  /** A page of the changes of its records, newest first. @throws AppError 400, 403, 404 */
  async history(access: AccessScope, id: string, paging: Paging): Promise<Page<DomainChangeRow>> {
    await this.owned(access, id);
    const { orgId } = access;
    const list = {
      orgId,
      name: ['domain_changes', id],
      columns: 'record, was, status, answers, seen_at AS at',
      from: 'domain_changes',
      where: new Conditions().add('org_id = ? AND domain_id = ?', orgId, id),
      order: NEWEST_CHANGE,
    };
    return listPage<DomainChangeRow>(this.deps, list, paging);
  }

  /** The key of MAIL_DOMAIN, sealed for the first organization; made once. */
  ensureServiceKey(firstOrgId: string): Promise<ServiceKey> {
    const { database, vault, zone } = this.deps;
    return ensureServiceKey({ database, vault, mailDomain: zone.mailDomain }, firstOrgId);
  }

  /** Has its run look; whether it did in time. What it saw is written down before Temporal has its answer. */
  private async runLooks({ id, orgId }: DomainEntity): Promise<boolean> {
    const over = new AbortController();
    const looked = this.deps.watches.untilLooked(id, over.signal).then(() => true);
    try {
      return await Promise.race([this.deps.askRun(id, orgId), looked]);
    } finally {
      over.abort();
    }
  }

  private async lookHere(id: string): Promise<void> {
    const report = await this.deps.looking.look(id);
    if (report?.handover) await this.deps.handover.take(id);
  }

  private async owned(access: AccessScope, id: string): Promise<ReadDomain> {
    requireWholeOrg(access, 'domains');
    const found = await this.store.find(id);
    requireOwned(access.orgId, found?.domain, 'Domain');
    return found!;
  }

  private viewOf(keyed: KeyedDomain): DomainView {
    const { id, domain } = keyed.domain;
    return {
      ...keyed,
      zone: this.deps.zone,
      proposedSubdomain: proposedSubdomain(domain),
      workflowId: workflowId('verifyDomain', id),
    };
  }

  /** When it was asked for, by the time of Postgres. @throws AppError 429 */
  private async takeVerification({ id }: DomainEntity): Promise<Date> {
    const [taken] = await this.deps.database.query<{ askedAt: Date }>(TAKE_VERIFICATION, [
      id,
      VERIFY_EVERY_SECONDS,
    ]);
    if (taken) return taken.askedAt;
    const [row] = await this.deps.database.query<{ left: number }>(LEFT, [
      id,
      VERIFY_EVERY_SECONDS,
    ]);
    const left = Math.max(1, row?.left ?? 1);
    throw rateLimited(left, `A domain is verified once in ${VERIFY_EVERY_SECONDS} seconds`);
  }

  private async removeIn(manager: EntityManager, { id, orgId }: DomainEntity): Promise<void> {
    // Whoever makes an inbox holds the row.
    const rows: unknown[] = await manager.query('SELECT id FROM domains WHERE id = $1 FOR UPDATE', [
      id,
    ]);
    if (rows.length === 0) throw notFound('Domain');
    const inboxes: unknown[] = await manager.query(
      'SELECT id FROM inboxes WHERE domain_id = $1 AND deleted_at IS NULL LIMIT 1',
      [id],
    );
    if (inboxes.length > 0) throw conflict('The domain has inboxes: delete them first');
    for (const statement of REMOVE) await manager.query(statement, [id]);
    await sendNotification(manager, 'domain_changed', id);
    await this.tellRun(manager, { id, orgId });
  }

  private tellRun(
    manager: EntityManager,
    { id, orgId }: Pick<DomainEntity, 'id' | 'orgId'>,
  ): Promise<void> {
    const run = { workflow: 'verifyDomain', orgId, resourceId: id } as const;
    return queueRun(manager, { ...run, op: 'signal', signal: 'domainChanged' });
  }
}

const TAKE_VERIFICATION = `
UPDATE domains SET verify_asked_at = now()
WHERE id = $1 AND (verify_asked_at IS NULL OR verify_asked_at <= now() - make_interval(secs => $2))
RETURNING verify_asked_at AS "askedAt"`;

const LEFT = `
SELECT ceil(extract(epoch FROM verify_asked_at + make_interval(secs => $2) - now()))::int AS left
FROM domains WHERE id = $1`;

// A key that is not published any more must not come back: its label is random and used once.
const REMOVE = [
  'DELETE FROM domain_changes WHERE domain_id = $1',
  'DELETE FROM dkim_keys WHERE domain_id = $1',
  'DELETE FROM addresses WHERE domain_id = $1',
  'DELETE FROM domains WHERE id = $1',
];

/** @throws AppError 400 for an inbox of another domain */
async function checkCatchAll(
  manager: EntityManager,
  { id }: DomainEntity,
  inboxId: string,
): Promise<void> {
  const found: unknown[] = await manager.query(
    'SELECT id FROM inboxes WHERE id = $1 AND domain_id = $2 AND deleted_at IS NULL',
    [inboxId, id],
  );
  if (found.length === 0) throw invalid('catch_all_inbox_id must be an inbox of this domain');
}

/** What stands in the row after a change at a time of Postgres. */
const changedFields = (
  { catchAllInboxId, notify, subdomains, sending }: DomainChange,
  at: Date,
): Partial<DomainEntity> => ({
  ...(catchAllInboxId !== undefined && { catchAllInboxId }),
  ...(notify !== undefined && { notify: [...new Set(notify)] }),
  ...(subdomains !== undefined && { subdomains }),
  ...(sending !== undefined && {
    sending,
    sendingStopped: null,
    // What was counted before would stop it again at once.
    sendingCountsFrom: at,
  }),
});
