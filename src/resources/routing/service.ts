import type { EntityManager } from 'typeorm';
import {
  requireOwned,
  requireInbox,
  requireOwnedOfInbox,
  type AccessScope,
  requireWholeOrg,
} from '../../auth/ownership.js';
import { Semaphore } from '../../semaphore.js';
import { Conditions } from '../../db/conditions.js';
import { listEntities } from '../../db/entity-list.js';
import { keyset, type ListDeps, type Page, type Paging } from '../../db/page.js';
import { invalid, notFound } from '../../errors.js';
import { newId } from '../../ids.js';
import { findInbox, type Owned } from '../../store/inboxes.js';
import { requireRoom } from '../../store/locks.js';
import { IN_LIVE_INBOX } from '../../store/listed.js';
import { RoutingRuleEntity } from './entities.js';
import { explain, readRule, type RoutableMail, type RuleVerdict } from './rules.js';
import { QUOTAS } from '../../operations/limits.js';

type RuleFields = Omit<RoutingRuleEntity, 'id' | 'orgId' | 'createdAt' | 'updatedAt'>;

/** What of a rule is to change; the rest stays. */
export type RuleChange = Readonly<Partial<RuleFields>>;

/** A rule to be. */
export type NewRule = RuleChange & Pick<RuleFields, 'name' | 'priority' | 'enabled'>;

/** What the rules say of an email. */
export interface EmailVerdict {
  readonly emailId: string;
  /** Why no rule is for it; null when rules are. */
  readonly reason: string | null;
  readonly verdicts: readonly RuleVerdict[];
}

// Connections that changes may hold at once: those of one organization wait for each other.
const MAX_CONCURRENT = 2;

/** Routing rules of an organization, for keys that are not bound to inboxes: rules see mail of all of them. */
export class RoutingService {
  private readonly limited = new Semaphore(MAX_CONCURRENT);

  constructor(private readonly deps: ListDeps) {}

  /** @throws AppError 400 without a target or with one rule too many, 403, 404 for the inbox */
  async create(access: AccessScope, rule: NewRule): Promise<RoutingRuleEntity> {
    requireWholeOrg(access, 'routing rules');
    checkTargets(rule);
    await this.checkInbox(access, rule.targetInboxId);
    const { orgId } = access;
    const id = newId('rule');
    return this.changeRules(orgId, async (manager) => {
      await requireRoom(manager, orgId, 'routing_rules', QUOTAS.routing_rules);
      await manager.insert(RoutingRuleEntity, { ...rule, id, orgId });
      return manager.findOneByOrFail(RoutingRuleEntity, { id });
    });
  }

  /** A page of the rules in their order; none for a key that is bound to inboxes. */
  async list(
    { orgId, allowedInboxIds }: AccessScope,
    paging: Paging,
  ): Promise<Page<RoutingRuleEntity>> {
    const where = new Conditions();
    if (allowedInboxIds) where.add('false');
    const list = { orgId, name: 'routing-rules', where, order: IN_ORDER };
    return listEntities(this.deps, RoutingRuleEntity, list, paging);
  }

  /** @throws AppError 403, 404 */
  async get(access: AccessScope, id: string): Promise<RoutingRuleEntity> {
    const found = await this.deps.database.repository(RoutingRuleEntity).findOneBy({ id });
    const rule = requireOwned(access.orgId, found, 'Routing rule');
    requireWholeOrg(access, 'routing rules');
    return rule;
  }

  /** @throws AppError 400 when no target is left, 403, 404 */
  async update(access: AccessScope, id: string, change: RuleChange): Promise<RoutingRuleEntity> {
    await this.get(access, id);
    await this.checkInbox(access, change.targetInboxId);
    const which = { id, orgId: access.orgId };
    return this.changeRules(access.orgId, async (manager) => {
      const before = await manager.findOneBy(RoutingRuleEntity, which);
      if (!before) throw notFound('Routing rule');
      checkTargets({ ...before, ...change });
      const updatedAt = () => 'clock_timestamp()';
      await manager.update(RoutingRuleEntity, which, { ...change, updatedAt });
      return manager.findOneByOrFail(RoutingRuleEntity, which);
    });
  }

  /** @throws AppError 403, 404 */
  async remove(access: AccessScope, id: string): Promise<void> {
    await this.get(access, id);
    const { orgId } = access;
    await this.changeRules(orgId, async (manager) => {
      const { affected } = await manager.delete(RoutingRuleEntity, { id, orgId });
      if (!affected) throw notFound('Routing rule');
    });
  }

  /** What each rule says of an email; nothing is done. @throws AppError 403, 404 */
  async test(access: AccessScope, emailId: string): Promise<EmailVerdict> {
    const [row] = await this.deps.database.query<TestedMail>(FIND_EMAIL, [emailId]);
    const mail = requireOwnedOfInbox(access, row, 'Email');
    requireWholeOrg(access, 'routing rules');
    const rules = await this.deps.database.repository(RoutingRuleEntity).find({
      where: { orgId: access.orgId },
      order: { priority: 'ASC', createdAt: 'ASC', id: 'ASC' },
    });
    return { emailId, reason: unroutable(mail), verdicts: explain(rules.map(readRule), mail) };
  }

  private async checkInbox(access: AccessScope, inboxId: string | null | undefined): Promise<void> {
    if (inboxId) requireInbox(access, await findInbox(this.deps.database, inboxId));
  }

  /** One change of an organization's rules after the other; whoever reads them learns of it. */
  private changeRules<T>(orgId: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.limited.run(() =>
      this.deps.database.transaction(async (manager) => {
        await manager.query(COUNT_CHANGE, [orgId]);
        return work(manager);
      }),
    );
  }
}

function checkTargets({ targetAgentId, targetInboxId }: RuleChange): void {
  if ((targetAgentId ?? null) === null && (targetInboxId ?? null) === null)
    throw invalid('target_agent_id or target_inbox_id is required');
}

interface TestedMail extends RoutableMail, Owned {
  readonly direction: string;
  readonly status: string;
  readonly is_spam: boolean;
  readonly routed_from: string | null;
}

/** Why mail like this is not routed; withheld mail is once it is released. */
function unroutable({ direction, status, is_spam, routed_from }: TestedMail): string | null {
  if (direction !== 'inbound') return 'sent mail is not routed';
  if (status === 'blocked') return 'blocked mail is not routed';
  if (is_spam) return 'spam is not routed';
  return routed_from === null ? null : 'a copy is not routed again';
}

const COUNT_CHANGE = `
INSERT INTO routing_versions AS v (org_id, version) VALUES ($1, 1)
ON CONFLICT (org_id) DO UPDATE SET version = v.version + 1`;

const IN_ORDER = keyset('ASC', ['priority', 'int'], ['created_at', 'timestamptz'], ['id', 'text']);

const FIND_EMAIL = `
SELECT e.org_id AS "orgId", e.inbox_id AS "inboxId", e.inbox_id, e.category, e.from_address,
  e.from_name, e.subject, e.direction, e.status, e.is_spam, e.routed_from
FROM emails e ${IN_LIVE_INBOX}
WHERE e.id = $1`;
