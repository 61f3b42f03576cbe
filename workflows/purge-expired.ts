import { continueAsNew, proxyActivities } from '@temporalio/workflow';
import type { RetentionActivities } from '../activities/retention.js';
import { inChunks, type ChunksDone } from './chunks.js';

const { purgeExpiredRows } = proxyActivities<RetentionActivities>({
  startToCloseTimeout: '2m',
  retry: { maximumInterval: '5m' },
});

/** Removes what has been kept long enough. Started by a schedule. */
export async function purgeExpired(): Promise<ChunksDone> {
  return (await inChunks(purgeExpiredRows)) ?? continueAsNew<typeof purgeExpired>();
}
