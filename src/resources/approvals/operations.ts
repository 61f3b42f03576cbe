import { operationsOn } from '../../operations/resource-operations.js';
import { fromWire } from '../../operations/wire.js';
import {
  approval,
  approvalDecision,
  approvalListQuery,
  approvalPath,
  presentApproval,
} from './schema.js';
import type { ApprovalService } from './service.js';

const { list, get, act } = operationsOn<{ readonly approvals: ApprovalService }>()({
  path: '/v1/approvals',
  access: 'approvals:decide',
  reading: 'tasks:write',
  item: approval,
  present: presentApproval,
});

/** What persons decide before it happens. */
export const approvalOperations = [
  /** Those of inboxes the key may use. */
  list({
    name: 'listApprovals',
    summary: 'List what waits for approval, and what was decided, newest first.',
    input: approvalListQuery,
    run: ({ caller, services }, input) => services.approvals.list(caller, fromWire(input)),
  }),

  get({
    name: 'getApproval',
    summary: 'Get an approval.',
    input: approvalPath,
    run: ({ caller, services }, { id }) => services.approvals.get(caller, id),
  }),

  /** What waits for it goes on. */
  act('approve', {
    name: 'approve',
    summary: 'Approve what waits.',
    input: approvalDecision,
    run: ({ caller, services }, { id, comment = null }) =>
      services.approvals.decide(caller, id, { approve: true, comment }),
  }),

  /** What waits for it ends. */
  act('reject', {
    name: 'reject',
    summary: 'Reject what waits.',
    input: approvalDecision,
    run: ({ caller, services }, { id, comment = null }) =>
      services.approvals.decide(caller, id, { approve: false, comment }),
  }),
];
