import { continueAsNew, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import { inChunks, type ChunksDone } from './chunks.js';

const { purgeExpiredRows } = proxyActivities<Activities>({
  startToCloseTimeout: '2m',
  retry: { maximumInterval: '5m' },
});

/** Removes what has been kept long enough. Started by a schedule. */
export async function purgeExpired(): Promise<ChunksDone> {
  return (await inChunks(purgeExpiredRows)) ?? continueAsNew<typeof purgeExpired>();
}
