import type { WorkflowName } from './run.js';

/** Workflows that the outbox starts and signals. */
export type OutboxWorkflow = WorkflowName;

/** The id of the run of `workflow` that works on a resource, or on the batch `run_…`. */
export const workflowId = (workflow: WorkflowName, resourceId: string): string =>
  `${workflow}:${resourceId}`;
