import { continueAsNew, getExternalWorkflowHandle, proxyActivities } from '@temporalio/workflow';
import type { InboxActivities } from '../activities/inboxes.js';
import { workflowId } from '../src/store/run-ids.js';
import { finishedInChunks } from './chunks.js';

/** An inbox whose row is marked deleted. */
export interface DeleteInboxInput {
  readonly inboxId: string;
}

const { purgeInbox } = proxyActivities<InboxActivities>({
  startToCloseTimeout: '60s',
  retry: { maximumInterval: '1m' },
});

/** Removes a deleted inbox and everything in it. */
export async function deleteInbox(input: DeleteInboxInput): Promise<void> {
  await endExpiry(input.inboxId);
  if (!(await finishedInChunks(() => purgeInbox(input.inboxId))))
    await continueAsNew<typeof deleteInbox>(input);
}

/** Most inboxes have no run that waits for their end, and one that fired has ended. */
async function endExpiry(inboxId: string): Promise<void> {
  await getExternalWorkflowHandle(workflowId('expireInbox', inboxId))
    .cancel()
    .catch(() => undefined);
}
