import type { NewEvent } from './events/record.js';
import { queueRuns } from './outbox.js';
import type { SqlPart } from './statement.js';

/** What may wait for a person's decision. */
export const APPROVAL_KINDS = ['task', 'tool', 'send', 'credential'] as const;

/** One of them. */
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** How a decision stands. */
export const APPROVAL_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED'] as const;

/** One of them. */
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** How decisions are made. */
export const DECIDED_VIA = ['api', 'link', 'operator'] as const;

/** One of them. */
export type DecidedVia = (typeof DECIDED_VIA)[number];

/** What somebody decides, and who. */
export interface ApprovalVerdict {
  readonly approve: boolean;
  readonly comment: string | null;
  /** An API key, the address that a link was sent to, or `operator`. */
  readonly by: string;
  readonly via: DecidedVia;
}

/** What an operator decides in the run itself of what waits for approval. */
export interface ApprovalDecision {
  readonly approve: boolean;
  readonly comment?: string;
}

/** An operator's decision, as those of others are. */
export const operatorsVerdict = ({ approve, comment }: ApprovalDecision): ApprovalVerdict => ({
  approve,
  comment: comment ?? null,
  by: 'operator',
  via: 'operator',
});

/** An approval as far as it is told of. */
export interface ToldApproval {
  readonly id: string;
  readonly orgId: string;
  readonly inboxId: string | null;
  readonly kind: ApprovalKind;
  readonly resourceId: string;
  readonly status: ApprovalStatus;
  readonly decidedBy: string | null;
  readonly decidedVia: DecidedVia | null;
  readonly comment: string | null;
}

/** SQL: the columns of a `ToldApproval` of `approvals a`. */
export const TOLD_APPROVAL = `a.id, a.org_id AS "orgId", a.inbox_id AS "inboxId", a.kind,
  a.resource_id AS "resourceId", a.status, a.decided_by AS "decidedBy",
  a.decided_via AS "decidedVia", a.comment`;

/** What subscribers are told when somebody is asked, and when it is decided. */
export const approvalEvent = (
  kind: 'approval.requested' | 'approval.decided',
  { orgId, id, ...told }: ToldApproval,
): NewEvent => ({
  kind,
  orgId,
  inboxId: told.inboxId,
  resourceId: id,
  data: {
    approval_id: id,
    kind: told.kind,
    resource_id: told.resourceId,
    inbox_id: told.inboxId,
    status: told.status,
    decided_by: told.decidedBy,
    decided_via: told.decidedVia,
    comment: told.comment,
  },
});

/** SQL: the approval that a resource waits for; null where it waits for none. */
export const openApproval = (resourceId: string): string => `(
  SELECT a.id FROM approvals a WHERE a.resource_id = ${resourceId} AND a.status = 'PENDING')`;

/** A part of a statement, `decision`, that takes back what the resource `$1` waits for: it ended otherwise. */
export const WITHDRAW_APPROVAL = `decision AS (
  UPDATE approvals SET status = 'EXPIRED', decided_at = now()
  WHERE resource_id = $1 AND status = 'PENDING'
  RETURNING id, org_id, approvers
)`;

/** SQL: a column of the policy for an inbox, which may be null. */
const ofPolicy = (column: string, otherwise: string) => (orgId: string, inboxId: string) =>
  `coalesce((
  SELECT p.${column} FROM approval_policies p
  WHERE p.org_id = ${orgId} AND coalesce(p.inbox_id, '') IN ('', coalesce(${inboxId}, ''))
  ORDER BY p.inbox_id NULLS LAST LIMIT 1), ${otherwise})`;

/** SQL: who is told by mail of what is asked for an inbox. */
const approversOf = ofPolicy('approvers', `'{}'`);

/** SQL: whether the key that asks for an inbox may not decide. */
const separateOf = ofPolicy('separate', 'false');

const RUN = { workflow: 'awaitApproval' } as const;

/** The values of an approval to be, in SQL. */
interface AskedApproval {
  readonly id: string;
  readonly orgId: string;
  readonly inboxId: string;
  readonly resourceId: string;
  readonly requestedBy: string;
  readonly expiresAt: string;
}

/** A part, `asked`, that asks for an approval. */
export const askApproval = (
  kind: ApprovalKind,
  { id, orgId, inboxId, resourceId, requestedBy, expiresAt }: AskedApproval,
  onConflict = '',
): string => `asked AS (
  INSERT INTO approvals (id, org_id, inbox_id, kind, resource_id, requested_by, expires_at, approvers, separate)
  VALUES (${id}, ${orgId}, ${inboxId}, '${kind}', ${resourceId}, ${requestedBy}, ${expiresAt},
    ${approversOf(orgId, inboxId)}, ${separateOf(orgId, inboxId)})
  ${onConflict}
  RETURNING *
)`;

/** A part, `asked_run`, that has those told who may decide about the rows of `asked`. */
export const TELL_APPROVERS: SqlPart = queueRuns(
  RUN,
  { as: 'asked_run' },
  'SELECT org_id, id FROM asked WHERE cardinality(approvers) > 0',
);

/** A part, `decided_run`, that ends that for the rows of `decision`. */
export const TELL_DECISION: SqlPart = queueRuns(
  RUN,
  { signal: 'approvalChanged', as: 'decided_run' },
  'SELECT org_id, id FROM decision WHERE cardinality(approvers) > 0',
);

/** A part of a statement, `decision`, that decides, by `$2` and by way of `$4`, with the comment `$3`, what the resource `$1` waits for. */
export const decideApproval = (status: 'APPROVED' | 'REJECTED'): string => `decision AS (
  UPDATE approvals SET status = '${status}', decided_by = $2, decided_at = now(), comment = $3,
    decided_via = $4
  WHERE resource_id = $1 AND status = 'PENDING'
  RETURNING id, org_id, approvers
)`;
