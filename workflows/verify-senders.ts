import {
  continueAsNew,
  proxyActivities,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import type { VerifySendersInput } from '../src/resources/inbound/run.js';
import { verificationRequested } from './messages.js';

const { verifyUnknownSenders } = proxyActivities<Activities>({
  startToCloseTimeout: '60s',
  retry: { maximumInterval: '1m' },
});

/** What came of a run, for operators. */
interface SendersVerified {
  readonly looks: number;
  /** Messages that were checked again; one more than once while its sender stays unknown. */
  readonly messages: number;
}

// Seconds between looks at least: whatever is due, others have work as well.
const SHORTEST_PAUSE_SECONDS = 0.5;

/**
 * Verifies senders again that were unknown because the DNS gave no answer: those that are due
 * together, until none is left. One run does so for all mails.
 */
export async function verifySenders(input: VerifySendersInput = {}): Promise<SendersVerified> {
  const { firstPause = 15, lastPause = 300 } = input;
  let requested = false;
  let looks = 0;
  let messages = 0;
  setHandler(verificationRequested, () => {
    requested = true;
  });

  let pause = firstPause;
  do {
    // A request that arrives while the last ones are verified is not covered by it.
    requested = false;
    looks++;
    const { away, nextIn, checked = 0 } = await verifyUnknownSenders();
    messages += checked;
    if (nextIn === null && !requested) return { looks, messages };
    const seconds = away ? pause : Math.min(dueIn(nextIn), lastPause);
    pause = away ? Math.min(pause * 2, lastPause) : firstPause;
    await sleep(seconds * 1_000);
  } while (!workflowInfo().continueAsNewSuggested);
  return continueAsNew<typeof verifySenders>(input);
}

const dueIn = (seconds: number | null) => Math.max(seconds ?? 0, SHORTEST_PAUSE_SECONDS);
