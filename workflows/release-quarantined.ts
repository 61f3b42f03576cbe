import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';

const { startReleases } = proxyActivities<Activities>({
  startToCloseTimeout: '60s',
  retry: { maximumInterval: '5m' },
});

/** Queues a release for each inbox whose quota allows it by now. Started by a schedule. */
export async function releaseQuarantined(): Promise<number> {
  return startReleases();
}
