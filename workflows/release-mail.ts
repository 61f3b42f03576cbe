import { continueAsNew, proxyActivities, setHandler } from '@temporalio/workflow';
import type { InboundActivities } from '../activities/inbound.js';
import { finishedInChunks } from './chunks.js';
import { releaseRequested } from './messages.js';

/** An inbox with mail that was held or quarantined. */
export interface ReleaseMailInput {
  readonly inboxId: string;
}

const { releaseChunk } = proxyActivities<InboundActivities>({
  startToCloseTimeout: '30s',
  retry: { maximumInterval: '1m' },
});

/** Announces withheld mail in order of receipt until nothing is withheld. */
export async function releaseMail(input: ReleaseMailInput): Promise<void> {
  // A request that arrives while the last chunk is under way is not covered by it.
  let requested = false;
  setHandler(releaseRequested, () => {
    requested = true;
  });

  const release = async () => {
    requested = false;
    return (await releaseChunk(input.inboxId)) && !requested;
  };
  if (!(await finishedInChunks(release))) await continueAsNew<typeof releaseMail>(input);
}
