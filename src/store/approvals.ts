/** What may wait for a person's decision. */
export const APPROVAL_KINDS = ['task'] as const;

/** One of them. */
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** How a decision stands. */
export const APPROVAL_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED'] as const;

/** One of them. */
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** SQL: the approval that a resource waits for; null where it waits for none. */
export const openApproval = (resourceId: string): string => `(
  SELECT a.id FROM approvals a WHERE a.resource_id = ${resourceId} AND a.status = 'PENDING')`;

/** A part of a statement that takes back what a resource waits for: it ended otherwise. */
export const withdrawApproval = (resourceId: string): string => `withdrawn AS (
  UPDATE approvals SET status = 'EXPIRED', decided_at = now()
  WHERE resource_id = ${resourceId} AND status = 'PENDING'
)`;

/** A part of a statement that decides, by `$2`, with the comment `$3`, what the resource `$1` waits for. */
export const decideApproval = (status: 'APPROVED' | 'REJECTED'): string => `decision AS (
  UPDATE approvals SET status = '${status}', decided_by = $2, decided_at = now(), comment = $3
  WHERE resource_id = $1 AND status = 'PENDING'
  RETURNING resource_id
)`;
