import { z } from 'zod';
import { idOf, paging, timestamp } from '../../operations/shapes.js';
import { toWire } from '../../operations/wire.js';
import { APPROVAL_KINDS, APPROVAL_STATUSES } from '../../store/approvals.js';
import type { ApprovalRow } from './service.js';

/** Which approvals a list shows. */
export const approvalListQuery = z.object({
  status: z.enum(APPROVAL_STATUSES).optional(),
  inbox_id: idOf('inbox').optional(),
  ...paging,
});

/** The path of an approval. */
export const approvalPath = z.object({ id: z.string() });

/** What somebody decides. */
export const approvalDecision = approvalPath.extend({ comment: z.string().max(1_000).optional() });

/** What a person decides before it happens. */
export const approval = z.object({
  id: z.string(),
  inbox_id: z.string().nullable(),
  kind: z.enum(APPROVAL_KINDS),
  resource_id: z.string().describe('What waits for it.'),
  status: z.enum(APPROVAL_STATUSES),
  requested_by: z.string().describe('The key that asked.'),
  requested_at: timestamp,
  expires_at: timestamp,
  decided_by: z.string().nullable().describe('A key, or `operator`.'),
  decided_at: timestamp.nullable(),
  comment: z.string().nullable(),
});

/** An approval as clients see it. */
export const presentApproval = (row: ApprovalRow): z.input<typeof approval> => toWire(row);
