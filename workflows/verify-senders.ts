import {
  continueAsNew,
  proxyActivities,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { InboundActivities } from '../activities/inbound.js';
import { verificationRequested } from './messages.js';

/** Timing of the looks, in seconds; left out but for tests. */
export interface VerifySendersInput {
  /** While the DNS is away: doubled from the first to the last. */
  readonly firstPause?: number;
  readonly lastPause?: number;
}

const { verifyUnknownSenders } = proxyActivities<InboundActivities>({
  startToCloseTimeout: '60s',
  retry: { maximumInterval: '1m' },
});

// Seconds between looks at least: whatever is due, others have work as well.
const SHORTEST_PAUSE = 0.5;

/**
 * Verifies senders again that were unknown because the DNS gave no answer: those that are due
 * together, until none is left. One run does so for all mails.
 */
export async function verifySenders(input: VerifySendersInput = {}): Promise<void> {
  const { firstPause = 15, lastPause = 300 } = input;
  let requested = false;
  setHandler(verificationRequested, () => {
    requested = true;
  });

  let pause = firstPause;
  do {
    // A request that arrives while the last ones are verified is not covered by it.
    requested = false;
    const { away, nextIn } = await verifyUnknownSenders();
    if (nextIn === null && !requested) return;
    const seconds = away ? pause : Math.min(Math.max(nextIn ?? 0, SHORTEST_PAUSE), lastPause);
    pause = away ? Math.min(pause * 2, lastPause) : firstPause;
    await sleep(seconds * 1_000);
  } while (!workflowInfo().continueAsNewSuggested);
  await continueAsNew<typeof verifySenders>(input);
}
