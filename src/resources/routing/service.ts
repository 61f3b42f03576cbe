import type { EntityManager } from 'typeorm';
import { own, ownInbox, ownOfInbox, type Reach } from '../../auth/ownership.js';
import { Semaphore } from '../../semaphore.js';
import { Conditions } from '../../db/conditions.js';
import type { Cursors } from '../../db/cursor.js';
import type { Database } from '../../db/database.js';
import { listPage, orderBy, type Keyset, type Page, type Paging } from '../../db/page.js';
import { forbidden, invalid, notFound } from '../../errors.js';
import { newId } from '../../ids.js';
import { findInbox } from '../../store/inboxes.js';
import {
  explain,
  readRule,
  type RoutableMail,
  type RoutingRuleRow,
  type RuleVerdict,
} from './rules.js';
import { QUOTAS } from '../../operations/limits.js';

/** A rule with all its columns. */
export interface StoredRule extends RoutingRuleRow {
  readonly orgId: string;
  readonly priority: number;
  readonly enabled: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** A rule to be. */
export type NewRule = Omit<StoredRule, 'id' | 'orgId' | 'created_at' | 'updated_at'>;

/** What of a rule is to change; what is not in it stays. */
export type RuleChange = Partial<NewRule>;

/** What the rules say of an email. */
export interface EmailVerdict {
  readonly emailId: string;
  /** Why no rule is for it; null when rules are. */
  readonly reason: string | null;
  readonly verdicts: readonly RuleVerdict[];
}

/** What routing rules need. */
export interface RoutingServiceDeps {
  readonly database: Database;
  readonly cursors: Cursors;
}

// Connections that changes may hold at once: those of one organization wait for each other.
const LANES = 2;

/** Routing rules of an organization, for keys that are not bound to inboxes. */
export class RoutingService {
  private readonly limited = new Semaphore(LANES);

  constructor(private readonly deps: RoutingServiceDeps) {}

  /** @throws AppError 400 without a target or with one rule too many, 403, 404 for the inbox */
  async create(reach: Reach, rule: NewRule): Promise<StoredRule> {
    mayChange(reach);
    checkTargets(rule);
    await this.checkInbox(reach, rule.target_inbox_id);
    return this.changeRules(async (manager) => {
      await lockRules(manager, reach.orgId);
      const [row]: StoredRule[] = await manager.query(INSERT, [
        newId('rule'),
        reach.orgId,
        ...valuesOf(rule),
        QUOTAS.routing_rules,
      ]);
      if (row) return row;
      throw invalid(
        `An organization has at most ${QUOTAS.routing_rules} routing rules; delete one first`,
      );
    });
  }

  /** A page of the rules in their order; none for a key that is bound to inboxes. */
  async list({ orgId, allowedInboxIds }: Reach, paging: Paging): Promise<Page<StoredRule>> {
    const where = new Conditions().add('org_id = ?', orgId);
    if (allowedInboxIds) where.add('false');
    const list = { orgId, name: 'routing-rules', columns: COLUMNS, from: 'routing_rules', where };
    return listPage(this.deps, { ...list, order: IN_ORDER }, paging);
  }

  /** @throws AppError 403, 404 */
  async get(reach: Reach, id: string): Promise<StoredRule> {
    const [row] = await this.deps.database.query<StoredRule>(GET, [id]);
    const rule = own(reach.orgId, row, 'Routing rule');
    mayChange(reach);
    return rule;
  }

  /** @throws AppError 400 when no target is left, 403, 404 */
  async update(reach: Reach, id: string, change: RuleChange): Promise<StoredRule> {
    await this.get(reach, id);
    await this.checkInbox(reach, change.target_inbox_id ?? null);
    return this.changeRules(async (manager) => {
      await lockRules(manager, reach.orgId);
      const [before]: StoredRule[] = await manager.query(GET, [id]);
      if (!before) throw notFound('Routing rule');
      const rule = { ...before, ...change };
      checkTargets(rule);
      const [after]: StoredRule[] = await manager.query(UPDATE, [
        id,
        reach.orgId,
        ...valuesOf(rule),
      ]);
      return after!;
    });
  }

  /** @throws AppError 403, 404 */
  async remove(reach: Reach, id: string): Promise<void> {
    await this.get(reach, id);
    await this.changeRules(async (manager) => {
      await lockRules(manager, reach.orgId);
      const [gone]: StoredRule[] = await manager.query(DELETE, [id, reach.orgId]);
      if (!gone) throw notFound('Routing rule');
      return gone;
    });
  }

  private changeRules<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.limited.run(() => this.deps.database.transaction(work));
  }

  /** What each rule says of an email; nothing is done. @throws AppError 403, 404 */
  async test(reach: Reach, emailId: string): Promise<EmailVerdict> {
    const [row] = await this.deps.database.query<TestedMail>(FIND_EMAIL, [emailId]);
    const mail = ownOfInbox(reach, row, 'Email');
    mayChange(reach);
    const rules = await this.deps.database.query<StoredRule>(ALL, [reach.orgId]);
    return { emailId, reason: unroutable(mail), verdicts: explain(rules.map(readRule), mail) };
  }

  private async checkInbox(reach: Reach, inboxId: string | null): Promise<void> {
    if (inboxId !== null) ownInbox(reach, await findInbox(this.deps.database, inboxId));
  }
}

// A rule sees mail of all inboxes: one that copies it would show a bound key what it may not read.
function mayChange({ allowedInboxIds }: Reach): void {
  if (allowedInboxIds !== null)
    throw forbidden('This key is bound to inboxes; routing rules belong to the whole organization');
}

function checkTargets(rule: Pick<NewRule, 'target_agent_id' | 'target_inbox_id'>): void {
  if (rule.target_agent_id === null && rule.target_inbox_id === null)
    throw invalid('target_agent_id or target_inbox_id is required');
}

interface TestedMail extends RoutableMail {
  readonly orgId: string;
  readonly inboxId: string;
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

/** One change of an organization's rules after the other; whoever reads them learns of it. */
async function lockRules(manager: EntityManager, orgId: string): Promise<void> {
  await manager.query(
    `INSERT INTO routing_versions AS v (org_id, version) VALUES ($1, 1)
     ON CONFLICT (org_id) DO UPDATE SET version = v.version + 1`,
    [orgId],
  );
}

const CHANGEABLE = [
  'name',
  'category',
  'from_pattern',
  'subject_pattern',
  'target_agent_id',
  'target_inbox_id',
  'priority',
  'enabled',
] as const satisfies readonly (keyof NewRule)[];

const valuesOf = (rule: NewRule) => CHANGEABLE.map((column) => rule[column]);

const COLUMNS = `id, org_id AS "orgId", ${CHANGEABLE.join(', ')}, created_at, updated_at`;
const IN_ORDER: Keyset = {
  columns: [
    ['priority', 'int'],
    ['created_at', 'timestamptz'],
    ['id', 'text'],
  ],
  direction: 'ASC',
};

const ALL = `SELECT ${COLUMNS} FROM routing_rules WHERE org_id = $1 ${orderBy(IN_ORDER)}`;
const GET = `SELECT ${COLUMNS} FROM routing_rules WHERE id = $1`;

const INSERT = `
INSERT INTO routing_rules (id, org_id, ${CHANGEABLE.join(', ')})
SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9::int, $10::boolean
WHERE (SELECT count(*) FROM routing_rules WHERE org_id = $2) < $11::int
RETURNING ${COLUMNS}`;

const UPDATE = `
WITH changed AS (
  UPDATE routing_rules SET (${CHANGEABLE.join(', ')}) = ($3, $4, $5, $6, $7, $8, $9, $10),
    updated_at = clock_timestamp()
  WHERE id = $1 AND org_id = $2 RETURNING *)
SELECT ${COLUMNS} FROM changed`;

const DELETE = `
WITH gone AS (DELETE FROM routing_rules WHERE id = $1 AND org_id = $2 RETURNING *)
SELECT ${COLUMNS} FROM gone`;

const FIND_EMAIL = `
SELECT e.org_id AS "orgId", e.inbox_id AS "inboxId", e.inbox_id, e.category, e.from_address,
  e.from_name, e.subject, e.direction, e.status, e.is_spam, e.routed_from
FROM emails e JOIN inboxes i ON i.id = e.inbox_id AND i.deleted_at IS NULL
WHERE e.id = $1`;
