import { HOUR_AGO, never, type BoundKeyFacts, type ResourceFacts } from '../resource-facts.js';

const approvalOnly: BoundKeyFacts = { refused: ({ approval }) => [{ id: approval }] };

export const facts: ResourceFacts = {
  boundKeys: {
    listApprovals: { filtered: {}, refused: ({ inbox }) => [{ inbox_id: inbox }] },
    getApproval: approvalOnly,
    approve: approvalOnly,
    reject: approvalOnly,
    putApprovalPolicy: never({ sends: 'never' }),
    getApprovalPolicy: never({}),
    deleteApprovalPolicy: never({}),
  },
  given: { putApprovalPolicy: { sends: 'never' } },
  // What it was for was approved as a task before; there is no policy yet.
  refusedExamples: { approve: 409, reject: 409, getApprovalPolicy: 404 },
  idle: {
    approvalRuns: {
      look: async () => null,
      tellApprovers: async () => null,
      expire: async () => null,
      decide: async () => undefined,
    },
  },
  left: {
    awaitApproval: {
      rows: `INSERT INTO approvals (id, org_id, kind, resource_id, requested_by, expires_at, checked_at)
        VALUES ($1, 'org_1', 'send', $1, 'key_1', now() + interval '1 hour', ${HOUR_AGO})`,
    },
  },
};
