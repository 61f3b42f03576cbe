/** Workflows that the outbox starts and signals. */
export type OutboxWorkflow =
  'processInbound' | 'deleteInbox' | 'expireInbox' | 'releaseMail' | 'verifySenders';

/** Workflows that a schedule starts. */
export type ScheduledWorkflow = 'purgeExpired' | 'releaseQuarantined';

/** The id of the run of `workflow` that works on a resource, or on the batch `run_…`. */
export const workflowId = (workflow: OutboxWorkflow, resourceId: string): string =>
  `${workflow}:${resourceId}`;

/** A schedule and the runs it starts: one for each installation that shares a namespace. */
export const scheduleId = (workflow: ScheduledWorkflow, taskQueue: string): string =>
  `${workflow}:${taskQueue}`;
