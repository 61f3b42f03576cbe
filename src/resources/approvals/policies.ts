import type { z } from 'zod';
import type { Caller } from '../../auth/caller.js';
import { requireInbox, requireWholeOrg } from '../../auth/ownership.js';
import { columnsOf } from '../../db/columns.js';
import type { Database } from '../../db/database.js';
import { invalid, notFound } from '../../errors.js';
import { fieldsOf, type FromWire } from '../../operations/wire.js';
import type { FindInbox } from '../../store/inboxes.js';
import { KEY_OF_RECIPIENT, WAS_WRITTEN_TO } from '../../store/mail/approval-rule.js';
import type { Acceptance } from '../../store/mail/delivery.js';
import { approvalPolicy, type newApprovalPolicy } from './schema.js';

/** A policy as Postgres gives it. */
export type ApprovalPolicyRow = FromWire<z.input<typeof approvalPolicy>>;

interface ApprovalPolicyDeps {
  readonly database: Database;
  /** Its statements may read all that an organization sent. */
  readonly background: Database;
  readonly findInbox: FindInbox;
  readonly acceptance: Pick<Acceptance, 'findRecipient'>;
}

const COLUMNS = columnsOf('approval_policies', fieldsOf(approvalPolicy));

/** Which mail of an organization needs approval. */
export class ApprovalPolicies {
  constructor(private readonly deps: ApprovalPolicyDeps) {}

  /** The policy that binds: the inbox's own, or else the organization's. @throws AppError 403, 404 */
  async get(caller: Caller, inboxId: string | undefined): Promise<ApprovalPolicyRow> {
    await this.checkInbox(caller, inboxId);
    const values = [caller.orgId, inboxId ?? ''];
    const [row] = await this.deps.database.query<ApprovalPolicyRow>(FIND, values);
    return row ?? none();
  }

  /** Puts a policy in the place of the one before. @throws AppError 400, 403, 404 */
  async put(
    caller: Caller,
    { inboxId, ...policy }: FromWire<z.output<typeof newApprovalPolicy>>,
  ): Promise<ApprovalPolicyRow> {
    const { database, background } = this.deps;
    await this.checkInbox(caller, inboxId);
    await this.checkApprovers(caller, policy.approvers);
    const [row] = await database.query<ApprovalPolicyRow>(PUT, [
      caller.orgId,
      inboxId ?? null,
      policy.sends,
      policy.alwaysFor,
      policy.neverFor,
      policy.replyToCategories,
      policy.approvers,
      policy.expiresIn,
      policy.separate,
    ]);
    // What leaves from now on is written down as it leaves.
    if (policy.sends === 'new_recipients') await background.query(COLLECT, [caller.orgId]);
    return row!;
  }

  /** @throws AppError 403, 404 */
  async remove(caller: Caller, inboxId: string | undefined): Promise<void> {
    await this.checkInbox(caller, inboxId);
    const rows = await this.deps.database.query(REMOVE, [caller.orgId, inboxId ?? '']);
    if (rows.length === 0) none();
  }

  private async checkInbox(caller: Caller, inboxId: string | undefined): Promise<void> {
    requireWholeOrg(caller, 'approval policies');
    if (inboxId !== undefined) requireInbox(caller, await this.deps.findInbox(inboxId));
  }

  /** A link in an inbox of the organization could be followed by whatever reads that. */
  private async checkApprovers({ orgId }: Caller, approvers: readonly string[]): Promise<void> {
    for (const [index, address] of approvers.entries())
      if ((await this.deps.acceptance.findRecipient(address))?.orgId === orgId)
        throw invalid(`approvers[${index}] is an inbox of this organization: name a person's own`);
  }
}

function none(): never {
  throw notFound('Approval policy');
}

const FIND = `
SELECT ${COLUMNS} FROM approval_policies
WHERE org_id = $1 AND coalesce(inbox_id, '') IN ('', $2) ORDER BY inbox_id NULLS LAST LIMIT 1`;

const PUT = `
INSERT INTO approval_policies (org_id, inbox_id, sends, always_for, never_for, reply_to_categories,
  approvers, expires_in, separate, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, date_trunc('milliseconds', now()))
ON CONFLICT (org_id, coalesce(inbox_id, '')) DO UPDATE SET sends = excluded.sends,
  always_for = excluded.always_for, never_for = excluded.never_for,
  reply_to_categories = excluded.reply_to_categories, approvers = excluded.approvers,
  expires_in = excluded.expires_in, separate = excluded.separate, updated_at = excluded.updated_at
RETURNING ${COLUMNS}`;

const REMOVE = `
DELETE FROM approval_policies WHERE org_id = $1 AND coalesce(inbox_id, '') = $2 RETURNING org_id`;

const COLLECT = `
INSERT INTO written_addresses (org_id, address)
SELECT DISTINCT e.org_id, ${KEY_OF_RECIPIENT}
FROM emails e JOIN sends s ON s.email_id = e.id
CROSS JOIN LATERAL jsonb_array_elements(s.recipients) AS r
WHERE e.org_id = $1 AND e.direction = 'outbound' AND ${WAS_WRITTEN_TO}
ORDER BY 1, 2
ON CONFLICT DO NOTHING
RETURNING org_id`;
