import type { BoundKeyFacts, ResourceFacts } from '../resource-facts.js';

const approvalOnly: BoundKeyFacts = { refused: ({ approval }) => [{ id: approval }] };

export const facts: ResourceFacts = {
  boundKeys: {
    listApprovals: { filtered: {}, refused: ({ inbox }) => [{ inbox_id: inbox }] },
    getApproval: approvalOnly,
    approve: approvalOnly,
    reject: approvalOnly,
  },
  // What it was for was approved as a task before.
  refusedExamples: { approve: 409, reject: 409 },
};
