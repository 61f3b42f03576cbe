import type { WorkflowName } from '../store/run.js';

/** The queue of attempts at webhooks, beside that of the workflows: those that hang hold up nothing else. */
export const webhooksQueue = (taskQueue: string): string => `${taskQueue}-webhooks`;

/** The queue of attempts to send that take longer, for the same reason. */
export const outboundQueue = (taskQueue: string): string => `${taskQueue}-outbound`;

/** The queue of what asks models, which take minutes. */
export const modelsQueue = (taskQueue: string): string => `${taskQueue}-models`;

/** What an installation has one of, in a namespace that others share: a schedule with the runs it starts, a run for all rows. */
export const installationRunId = (workflow: WorkflowName, taskQueue: string): string =>
  `${workflow}:${taskQueue}`;
