import { continueAsNew, proxyActivities, setHandler } from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import type { RunInputs } from '../src/store/run.js';
import { inChunks, type ChunksDone } from './chunks.js';
import { releaseRequested } from './messages.js';

const { releaseChunk } = proxyActivities<Activities>({
  startToCloseTimeout: '30s',
  retry: { maximumInterval: '1m' },
});

/** Announces withheld mail in order of receipt until nothing is withheld. */
export async function releaseMail(input: RunInputs['releaseMail']): Promise<ChunksDone> {
  // A request that arrives while the last chunk is under way is not covered by it.
  let requested = false;
  setHandler(releaseRequested, () => {
    requested = true;
  });

  const release = async () => {
    requested = false;
    return releaseChunk(input.inboxId);
  };
  return (await inChunks(release, () => requested)) ?? continueAsNew<typeof releaseMail>(input);
}
