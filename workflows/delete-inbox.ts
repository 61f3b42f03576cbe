import { continueAsNew, getExternalWorkflowHandle, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import { workflowId, type RunInputs } from '../src/store/run.js';
import { inChunks, type ChunksDone } from './chunks.js';

const { purgeInbox } = proxyActivities<Activities>({
  startToCloseTimeout: '60s',
  retry: { maximumInterval: '1m' },
});

/** Removes a deleted inbox and everything in it. */
export async function deleteInbox(input: RunInputs['deleteInbox']): Promise<ChunksDone> {
  await endExpiry(input.inboxId);
  const done = await inChunks(() => purgeInbox(input.inboxId));
  return done ?? continueAsNew<typeof deleteInbox>(input);
}

/** Most inboxes have no run that waits for their end, and one that fired has ended. */
async function endExpiry(inboxId: string): Promise<void> {
  await getExternalWorkflowHandle(workflowId('expireInbox', inboxId))
    .cancel()
    .catch(() => undefined);
}
