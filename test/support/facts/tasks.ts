import {
  HOUR_AGO,
  type BoundKeyFacts,
  type Fields,
  type ResourceFacts,
} from '../resource-facts.js';

const taskOnly = (more: Fields = {}): BoundKeyFacts => ({
  refused: ({ task }) => [{ id: task, ...more }],
});
const LEASE = { lease_token: 'x' };

export const facts: ResourceFacts = {
  boundKeys: {
    createTask: { refused: ({ inbox }) => [{ type: 'custom', inbox_id: inbox }] },
    claimTask: { open: () => ({ agent_id: 'agent' }) },
    listTasks: { filtered: {}, refused: ({ inbox }) => [{ inbox_id: inbox }] },
    getTask: taskOnly(),
    listTaskEvents: taskOnly(),
    cancelTask: taskOnly(),
    retryTask: taskOnly(),
    approveTask: taskOnly(),
    rejectTask: taskOnly(),
    heartbeatTask: taskOnly(LEASE),
    completeTask: taskOnly({ ...LEASE, output: {} }),
    failTask: taskOnly({ ...LEASE, error: 'no' }),
  },
  given: {
    createTask: { type: 'custom' },
    claimTask: { agent_id: 'agent' },
    heartbeatTask: LEASE,
    completeTask: { ...LEASE, output: {} },
    failTask: { ...LEASE, error: 'no' },
  },
  refusedExamples: {
    retryTask: 409,
    rejectTask: 409,
    heartbeatTask: 409,
    completeTask: 409,
    failTask: 409,
  },
  idle: {
    taskRuns: {
      look: async () => null,
      runStep: async () => null,
      undoStep: async () => null,
      cancel: async () => null,
    },
    taskDeciding: { decide: async () => null },
  },
  left: {
    runAgentTask: {
      rows: `INSERT INTO tasks (id, org_id, type, status, input, requires_approval, priority,
          max_attempts, created_at, expires_at, timeout_seconds, checked_at)
        VALUES ($1, 'org_1', 'custom', 'PENDING', '{}', false, 5, 3, ${HOUR_AGO},
          now() + interval '1 hour', 7200, ${HOUR_AGO})`,
    },
  },
};
