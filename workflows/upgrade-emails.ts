import { continueAsNew, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import { inChunks, type ChunksDone } from './chunks.js';

const { upgradeStoredEmails } = proxyActivities<Activities>({
  startToCloseTimeout: '2m',
  retry: { maximumInterval: '5m' },
});

/** Brings mail of an earlier version up to date, oldest first. Started by a schedule. */
export async function upgradeEmails(): Promise<ChunksDone> {
  return (await inChunks(upgradeStoredEmails)) ?? continueAsNew<typeof upgradeEmails>();
}
