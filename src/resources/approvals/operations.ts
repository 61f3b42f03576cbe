import { deleted, deletion, operationWith } from '../../operations/operation.js';
import { fromWire } from '../../operations/wire.js';
import {
  approval,
  approvalDecision,
  approvalListQuery,
  approvalPage,
  approvalPath,
  approvalPolicy,
  approvalPolicyPath,
  newApprovalPolicy,
  presentApproval,
  presentApprovalPolicy,
} from './schema.js';
import type { ApprovalPolicies } from './policies.js';
import type { ApprovalService } from './service.js';

const operation = operationWith<{
  readonly approvals: ApprovalService;
  readonly approvalPolicies: ApprovalPolicies;
}>();

const APPROVALS = '/v1/approvals';
const APPROVAL = `${APPROVALS}/:id` as const;

/** Those of inboxes the key may use. */
export const listApprovals = operation({
  name: 'listApprovals',
  summary: 'List what waits for approval, and what was decided, newest first.',
  access: 'any-key',
  input: approvalListQuery,
  output: approvalPage,
  http: { method: 'GET', path: APPROVALS },
  async run({ caller, services }, input) {
    const found = await services.approvals.list(caller, fromWire(input));
    return { ...found, data: found.data.map(presentApproval) };
  },
});

/** One approval. */
export const getApproval = operation({
  name: 'getApproval',
  summary: 'Get an approval.',
  access: 'any-key',
  input: approvalPath,
  output: approval,
  http: { method: 'GET', path: APPROVAL },
  async run({ caller, services }, { id }) {
    return presentApproval(await services.approvals.get(caller, id));
  },
});

/** What waits for it goes on. */
export const approve = operation({
  name: 'approve',
  summary: 'Approve what waits.',
  access: 'approvals:decide',
  input: approvalDecision,
  output: approval,
  http: { method: 'POST', path: `${APPROVAL}/approve` },
  async run({ caller, services }, { id, comment = null }) {
    const verdict = { approve: true, comment };
    return presentApproval(await services.approvals.decide(caller, id, verdict));
  },
});

/** What waits for it ends. */
export const reject = operation({
  name: 'reject',
  summary: 'Reject what waits.',
  access: 'approvals:decide',
  input: approvalDecision,
  output: approval,
  http: { method: 'POST', path: `${APPROVAL}/reject` },
  async run({ caller, services }, { id, comment = null }) {
    const verdict = { approve: false, comment };
    return presentApproval(await services.approvals.decide(caller, id, verdict));
  },
});

const POLICY = '/v1/approval-policy';

/** The inbox's own, or else the organization's. */
export const getApprovalPolicy = operation({
  name: 'getApprovalPolicy',
  summary: 'Get what says which mail needs approval before it leaves.',
  access: 'org:manage',
  input: approvalPolicyPath,
  output: approvalPolicy,
  http: { method: 'GET', path: POLICY },
  async run({ caller, services }, { inbox_id: inboxId }) {
    return presentApprovalPolicy(await services.approvalPolicies.get(caller, inboxId));
  },
});

/** It binds mail that is sent from now on, and what was scheduled before. */
export const putApprovalPolicy = operation({
  name: 'putApprovalPolicy',
  summary: 'Say which mail of the organization, or of an inbox, needs approval before it leaves.',
  access: 'org:manage',
  input: newApprovalPolicy,
  inQuery: ['inbox_id'],
  output: approvalPolicy,
  http: { method: 'PUT', path: POLICY },
  forPersons: true,
  async run({ caller, services }, input) {
    return presentApprovalPolicy(await services.approvalPolicies.put(caller, fromWire(input)));
  },
});

/** What waits for approval goes on waiting. */
export const deleteApprovalPolicy = operation({
  name: 'deleteApprovalPolicy',
  summary: 'Let mail leave without approval again, or by the policy of the organization.',
  access: 'org:manage',
  input: approvalPolicyPath,
  output: deletion,
  http: { method: 'DELETE', path: POLICY },
  forPersons: true,
  async run({ caller, services }, { inbox_id: inboxId }) {
    await services.approvalPolicies.remove(caller, inboxId);
    return deleted(inboxId ?? caller.orgId);
  },
});

/** What persons decide before it happens. */
export const approvalOperations = [
  listApprovals,
  getApproval,
  approve,
  reject,
  getApprovalPolicy,
  putApprovalPolicy,
  deleteApprovalPolicy,
];
