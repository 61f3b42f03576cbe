import type { Caller } from '../../auth/caller.js';
import { countedKeyId } from '../../auth/principal.js';
import type { Database } from '../../db/database.js';
import type { Queries } from '../../db/queries.js';
import { newId } from '../../ids.js';
import {
  approvalEvent,
  askApproval,
  TELL_APPROVERS,
  TELL_DECISION,
  TOLD_APPROVAL,
  type ApprovalVerdict,
  type ToldApproval,
  WITHDRAW_APPROVAL,
} from '../../store/approvals.js';
import { recordEvents } from '../../store/events/record.js';
import { statement } from '../../store/statement.js';
import type { CredentialRow } from './store.js';

// Seconds until what nobody decided about is asked anew.
const EXPIRES_IN_SECONDS = 72 * 60 * 60;

/** Approvals of single uses of credentials: each is good for one, within ten minutes of the decision. */
export class CredentialApprovals {
  constructor(private readonly database: Database) {}

  /** Null where a use is approved; else the approval that it waits for. */
  ask(caller: Caller, { id, orgId, inboxId }: CredentialRow): Promise<string | null> {
    const by = countedKeyId(caller.principal);
    return this.database.transaction(async (manager) => {
      await manager.query(LOCK, [id]);
      const [approved] = await manager.query<{ id: string }[]>(FIND_APPROVED, [id, by]);
      if (approved) return null;
      await manager.query(EXPIRE, [id]);
      const values = [newId('apr'), orgId, inboxId, id, by, EXPIRES_IN_SECONDS];
      const [asked] = await manager.query<ToldApproval[]>(ASK, values);
      if (asked) {
        await recordEvents(manager, [approvalEvent('approval.requested', asked)]);
        return asked.id;
      }
      const [open] = await manager.query<{ id: string }[]>(FIND_OPEN, [id]);
      return open?.id ?? null;
    });
  }

  /** Decides; false where it was decided before. */
  decide(approvalId: string, { approve, by, via, comment }: ApprovalVerdict): Promise<boolean> {
    return this.settle([approvalId, approve ? 'APPROVED' : 'REJECTED', by, via, comment]);
  }

  /** Ends what nobody decided about in time. */
  expire(approvalId: string): Promise<boolean> {
    return this.settle([approvalId, 'EXPIRED', null, null, null]);
  }

  private settle(decision: readonly (string | null)[]): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const [decided] = await manager.query<ToldApproval[]>(DECIDE, [...decision]);
      if (decided) await recordEvents(manager, [approvalEvent('approval.decided', decided)]);
      return decided !== undefined;
    });
  }
}

/** Uses up an approval of the credential for who asked; false without one. */
export async function useApproval(queries: Queries, id: string, by: string): Promise<boolean> {
  const used = await queries.query(USE, [id, by]);
  return used.length > 0;
}

/**
 * Lets a task use a credential once, where a person approved that in one of its steps within ten minutes, or such a
 * use is approved already; false otherwise.
 */
export async function grantUse(
  queries: Queries,
  { id, taskId, by }: { readonly id: string; readonly taskId: string; readonly by: string },
): Promise<boolean> {
  const granted = await queries.query(GRANT, [id, by, taskId, newId('apr')]);
  return granted.length > 0;
}

const LOCK = 'SELECT FROM credentials WHERE id = $1 FOR UPDATE';

const APPROVED = `kind = 'credential' AND resource_id = $1 AND requested_by = $2
  AND status = 'APPROVED' AND used_at IS NULL AND decided_at > now() - interval '10 minutes'`;

const FIND_APPROVED = `SELECT id FROM approvals WHERE ${APPROVED} LIMIT 1`;

const USE = `
WITH used AS (
  UPDATE approvals SET used_at = now()
  WHERE id = (SELECT id FROM approvals WHERE ${APPROVED} ORDER BY decided_at LIMIT 1 FOR UPDATE)
  RETURNING id
)
SELECT id FROM used`;

const GRANT = `
WITH known AS (
  SELECT id FROM approvals WHERE ${APPROVED} LIMIT 1
), granted AS (
  INSERT INTO approvals (id, org_id, inbox_id, kind, resource_id, requested_by, expires_at, approvers, separate,
    status, decided_by, decided_via, comment, decided_at)
  SELECT $4, a.org_id, a.inbox_id, 'credential', $1, $2, a.expires_at, '{}', a.separate,
    a.status, a.decided_by, a.decided_via, a.comment, a.decided_at
  FROM approvals a JOIN task_steps s ON s.approval_id = a.id
  WHERE s.task_id = $3 AND s.name ~ '^allowUse(:|$)' AND a.status = 'APPROVED' AND a.requested_by = $2
    AND a.decided_at > now() - interval '10 minutes' AND NOT EXISTS (SELECT FROM known)
  ORDER BY a.decided_at DESC LIMIT 1
  RETURNING id
)
SELECT id FROM known UNION ALL SELECT id FROM granted`;

const EXPIRE = statement([
  `decision AS (
  UPDATE approvals SET status = 'EXPIRED', decided_at = now()
  WHERE resource_id = $1 AND kind = 'credential' AND status = 'PENDING' AND expires_at <= now()
  RETURNING id, org_id, approvers
)`,
  TELL_DECISION,
]);

const FIND_OPEN = `
SELECT id FROM approvals WHERE resource_id = $1 AND kind = 'credential' AND status = 'PENDING'`;

const ASK = statement(
  [
    askApproval(
      'credential',
      {
        ...{ id: '$1', orgId: '$2', inboxId: '$3', resourceId: '$4', requestedBy: '$5' },
        expiresAt: `now() + $6 * interval '1 second'`,
      },
      `ON CONFLICT (resource_id) WHERE status = 'PENDING' DO NOTHING`,
    ),
    TELL_APPROVERS,
  ],
  `SELECT ${TOLD_APPROVAL} FROM asked a`,
);

// A run that is late decides nothing before its time; a person decides nothing after it.
const DECIDE = statement(
  [
    `decision AS (
  UPDATE approvals SET status = $2, decided_by = $3, decided_via = $4, comment = $5, decided_at = now()
  WHERE id = $1 AND kind = 'credential' AND status = 'PENDING'
    AND (expires_at > now()) = ($2 <> 'EXPIRED')
  RETURNING *
)`,
    TELL_DECISION,
  ],
  `SELECT ${TOLD_APPROVAL} FROM decision a`,
);

/** SQL: what waits for the credential `$1` ends with it. */
export const WITHDRAW = statement([WITHDRAW_APPROVAL, TELL_DECISION]);
