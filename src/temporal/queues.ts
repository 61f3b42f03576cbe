import type { WorkflowName } from '../store/run.js';

/** The queue of attempts at webhooks, beside that of the workflows: those that hang hold up nothing else. */
export const webhooksQueue = (taskQueue: string): string => `${taskQueue}-webhooks`;

/** The queue of attempts to send that take longer, for the same reason. */
export const outboundQueue = (taskQueue: string): string => `${taskQueue}-outbound`;

/** The queue of what asks models, which take minutes. */
export const modelsQueue = (taskQueue: string): string => `${taskQueue}-models`;

/**
 * The id of what an installation has one of: a schedule and its runs, a run for all rows. Its queue tells it from other
 * installations in the namespace.
 */
export const installationRunId = (workflow: WorkflowName, taskQueue: string): string =>
  `${workflow}:${taskQueue}`;
