import { operationsOn } from '../../operations/resource-operations.js';
import { fromWire } from '../../operations/wire.js';
import {
  approval,
  approvalDecision,
  approvalListQuery,
  approvalPath,
  approvalPolicy,
  approvalPolicyPath,
  newApprovalPolicy,
  presentApproval,
  presentApprovalPolicy,
} from './schema.js';
import type { ApprovalPolicies } from './policies.js';
import type { ApprovalService } from './service.js';

const POLICY = '/v1/approval-policy';

const { list, get, act } = operationsOn<{ readonly approvals: ApprovalService }>()({
  path: '/v1/approvals',
  access: 'approvals:decide',
  reading: 'any-key',
  item: approval,
  present: presentApproval,
});
// One of the organization, and one of each inbox: the query names it, not the path.
const policies = operationsOn<{ readonly approvalPolicies: ApprovalPolicies }>()({
  path: POLICY,
  access: 'org:manage',
  item: approvalPolicy,
  present: presentApprovalPolicy,
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

  /** The inbox's own, or else the organization's. */
  policies.get({
    name: 'getApprovalPolicy',
    summary: 'Get what says which mail needs approval before it leaves.',
    input: approvalPolicyPath,
    http: { method: 'GET', path: POLICY },
    run: ({ caller, services }, { inbox_id: inboxId }) =>
      services.approvalPolicies.get(caller, inboxId),
  }),

  /** It binds mail that is sent from now on, and what was scheduled before. */
  policies.update({
    name: 'putApprovalPolicy',
    summary: 'Say which mail of the organization, or of an inbox, needs approval before it leaves.',
    input: newApprovalPolicy,
    inQuery: ['inbox_id'],
    http: { method: 'PUT', path: POLICY },
    forPersons: true,
    run: ({ caller, services }, input) => services.approvalPolicies.put(caller, fromWire(input)),
  }),

  /** What waits for approval goes on waiting. */
  policies.remove({
    name: 'deleteApprovalPolicy',
    summary: 'Let mail leave without approval again, or by the policy of the organization.',
    input: approvalPolicyPath,
    http: { method: 'DELETE', path: POLICY },
    forPersons: true,
    async run({ caller, services }, { inbox_id: inboxId }) {
      await services.approvalPolicies.remove(caller, inboxId);
      return inboxId ?? caller.orgId;
    },
  }),
];
