import type { EntityManager } from 'typeorm';
import { Semaphore } from '../../semaphore.js';
import type { Database } from '../../db/database.js';
import { mayBeOneItems } from '../../db/errors.js';
import type { AnnouncedMail } from '../../store/events/mail-events.js';
import { toWire } from '../../operations/wire.js';
import { settleRuns } from '../../store/outbox.js';
import { statement } from '../../store/statement.js';
import { assignAgents } from '../threads/agents.js';
import {
  fileCopies,
  prepareCopies,
  type Copying,
  type PreparedCopy,
} from '../../store/mail/insert-copies.js';
import { RuleCache } from './rule-cache.js';
import { decide, type RoutableMail } from './rules.js';

// Milliseconds that a mail waits for the inbox it is copied to: its run has five seconds for all of its mails.
const LOCK_WITHIN_MS = 1_000;
// Mails that are routed at once, of those that were refused together.
const SINGLY = 4;

/** A mail that may be routed; no rule is for one without `rules_version`. */
type MailToRoute = RoutableMail & Pick<AnnouncedMail, 'id' | 'org_id' | 'rules_version'>;

/** Where rules want a mail to go. */
export interface RoutingTargets {
  readonly emailId: string;
  readonly orgId: string;
  /** The inbox it is in. */
  readonly fromInboxId: string;
  readonly agentRuleId: string | null;
  readonly agentId: string | null;
  readonly inboxRuleId: string | null;
  readonly inboxId: string | null;
}

interface RoutedRow {
  readonly id: string;
  readonly inbox_id: string;
  readonly thread_id: string;
}

/** Brings mail that was received to agents and inboxes. Everything is safe to run twice. */
export class MailRouting {
  private readonly rules: RuleCache;

  constructor(private readonly database: Database) {
    this.rules = new RuleCache(database);
  }

  /** Where mails go; costs nothing for those of organizations without rules. */
  async routesOf(mails: readonly MailToRoute[]): Promise<readonly RoutingTargets[]> {
    const versions = new Map<string, number>();
    for (const { org_id, rules_version } of mails)
      if (rules_version !== null) versions.set(org_id, rules_version);
    if (versions.size === 0) return [];
    const rules = await this.rules.rulesOf(versions);
    return mails
      .filter(({ rules_version }) => rules_version !== null)
      .map((mail) => routeOf(mail, decide(rules.get(mail.org_id) ?? [], mail)))
      .filter(({ agentRuleId, inboxRuleId }) => agentRuleId !== null || inboxRuleId !== null);
  }

  /**
   * Takes mails where they are to go, unless they were routed before, and settles their rows. When they are
   * refused together, say since the inbox of one is locked, each goes alone.
   * @throws what one of them was refused with, once all were tried
   */
  async carryOut(routes: readonly RoutingTargets[]): Promise<void> {
    if (routes.length === 0) return;
    try {
      await this.carryOutTogether(routes);
    } catch (error) {
      if (routes.length === 1 || !mayBeOneItems(error)) throw error;
      await this.carryOutSingly(routes);
    }
  }

  private async carryOutTogether(routes: readonly RoutingTargets[]): Promise<void> {
    const copies = await prepareCopies(this.database, routes.flatMap(toBeCopied));
    await this.database.transaction(async (manager) => {
      await manager.query(`SET LOCAL lock_timeout = ${LOCK_WITHIN_MS}`);
      await carryOutIn(manager, routes, copies);
    });
  }

  private async carryOutSingly(routes: readonly RoutingTargets[]): Promise<void> {
    const limit = new Semaphore(SINGLY);
    const tried = await Promise.allSettled(
      routes.map((route) => limit.run(() => this.carryOutTogether([route]))),
    );
    for (const outcome of tried) if (outcome.status === 'rejected') throw outcome.reason;
  }
}

const routeOf = (
  { id, org_id: orgId, inbox_id: fromInboxId }: MailToRoute,
  { agent, inbox }: ReturnType<typeof decide>,
): RoutingTargets => ({
  emailId: id,
  orgId,
  fromInboxId,
  agentRuleId: agent?.id ?? null,
  agentId: agent?.targetAgentId ?? null,
  inboxRuleId: inbox?.id ?? null,
  inboxId: inbox?.targetInboxId ?? null,
});

const toBeCopied = ({ emailId, inboxId, fromInboxId }: RoutingTargets) =>
  inboxId === null || inboxId === fromInboxId ? [] : [{ emailId, inboxId }];

async function carryOutIn(
  manager: EntityManager,
  routes: readonly RoutingTargets[],
  copies: readonly PreparedCopy[],
): Promise<void> {
  // First of all: whoever deletes a mail locks its message and then what hangs on it.
  if (copies.length > 0) await manager.query(LOCK_MESSAGES, [copies.map(({ emailId }) => emailId)]);
  const claimed: RoutedRow[] = await manager.query(CLAIM, [
    JSON.stringify(routes.map(toWire)),
    routes.map(({ emailId }) => emailId),
  ]);
  if (claimed.length === 0) return;
  const mails = new Map(claimed.map((row) => [row.id, row]));
  const copyings = await fileCopies(
    manager,
    copies.filter(({ emailId }) => mails.has(emailId)),
  );
  const outcomes = routes.filter(({ emailId }) => mails.has(emailId)).flatMap(outcomeOf(copyings));
  if (outcomes.length > 0) await manager.query(NOTE_COPIES, [JSON.stringify(outcomes)]);
  await assignAgents(
    manager,
    routes.flatMap(({ emailId, orgId, agentId }) => {
      const mail = mails.get(emailId);
      if (!mail || agentId === null) return [];
      return [{ orgId, inboxId: mail.inbox_id, threadId: mail.thread_id, agentId }];
    }),
  );
}

/** What came of copying, by the mails; one that is in its inbox already was not tried. */
const outcomeOf =
  (copyings: ReadonlyMap<string, Copying>) =>
  ({ emailId, inboxId, fromInboxId }: RoutingTargets) => {
    if (inboxId === null) return [];
    const isThere = inboxId === fromInboxId;
    const { outcome, copyId } = copyings.get(emailId) ?? {
      outcome: isThere ? 'present' : 'gone',
      copyId: null,
    };
    return [{ email_id: emailId, copying: outcome, copy_id: copyId }];
  };

const LOCK_MESSAGES = `
SELECT FROM stored_messages
WHERE id IN (SELECT stored_message_id FROM emails WHERE id = ANY ($1))
ORDER BY id FOR SHARE`;

// Whoever writes the row routes the mail; one that is gone by now has none.
const CLAIM = statement(
  [
    `claimed AS (
  INSERT INTO routed_emails (email_id, org_id, agent_rule_id, agent_id, inbox_rule_id, inbox_id)
  SELECT e.id, e.org_id, r.agent_rule_id, r.agent_id, r.inbox_rule_id, r.inbox_id
  FROM jsonb_to_recordset($1::jsonb) AS r(email_id text, agent_rule_id text, agent_id text,
    inbox_rule_id text, inbox_id text)
  JOIN emails e ON e.id = r.email_id
  ORDER BY e.id
  ON CONFLICT (email_id) DO NOTHING
  RETURNING email_id
)`,
    settleRuns({ workflow: 'processInbound' }, '$2'),
  ],
  'SELECT e.id, e.inbox_id, e.thread_id FROM claimed JOIN emails e ON e.id = claimed.email_id',
);

const NOTE_COPIES = `
UPDATE routed_emails r SET copying = c.copying, copy_id = c.copy_id
FROM jsonb_to_recordset($1::jsonb) AS c(email_id text, copying text, copy_id text)
WHERE r.email_id = c.email_id`;
