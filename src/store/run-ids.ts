/** Workflows that the outbox starts and signals. */
export type OutboxWorkflow =
  | 'processInbound'
  | 'deleteInbox'
  | 'expireInbox'
  | 'releaseMail'
  | 'verifySenders'
  | 'deliverInOrder'
  | 'waitForEmail'
  | 'sendEmail'
  | 'sendBulk';

/** The id of the run of `workflow` that works on a resource, or on the batch `run_…`. */
export const workflowId = (
  workflow: OutboxWorkflow | 'deliverWebhook',
  resourceId: string,
): string => `${workflow}:${resourceId}`;
