import { operationWith } from '../../operations/operation.js';
import { fromWire } from '../../operations/wire.js';
import {
  approval,
  approvalDecision,
  approvalListQuery,
  approvalPage,
  approvalPath,
  presentApproval,
} from './schema.js';
import type { ApprovalService } from './service.js';

const operation = operationWith<{ readonly approvals: ApprovalService }>();

const APPROVALS = '/v1/approvals';
const APPROVAL = `${APPROVALS}/:id` as const;

/** Those of inboxes the key may use. */
export const listApprovals = operation({
  name: 'listApprovals',
  summary: 'List what waits for approval, and what was decided, newest first.',
  access: 'tasks:write',
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
  access: 'tasks:write',
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

/** What persons decide before it happens. */
export const approvalOperations = [listApprovals, getApproval, approve, reject];
