import type { WorkflowName } from '../store/run.js';

/** The queue of attempts at webhooks, beside that of the workflows: those that hang hold up nothing else. */
export const webhooksQueue = (taskQueue: string): string => `${taskQueue}-webhooks`;

/** The queue of attempts to send that take longer, for the same reason. */
export const outboundQueue = (taskQueue: string): string => `${taskQueue}-outbound`;

/** The queue of what asks models, which take minutes. */
export const modelsQueue = (taskQueue: string): string => `${taskQueue}-models`;

/** A schedule and the runs it starts: one for each installation that shares a namespace. */
export const scheduleId = (workflow: WorkflowName, taskQueue: string): string =>
  `${workflow}:${taskQueue}`;
