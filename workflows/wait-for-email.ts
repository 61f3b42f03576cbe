import {
  condition,
  continueAsNew,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { OpenWait, WaitActivities } from '../activities/waits.js';
import { emailArrived } from './messages.js';

/** A durable wait: what it waits for is in its row. */
export interface WaitForEmailInput {
  readonly waitId: string;
}

// One step inside the workflow task: most looks are nothing but a statement or two.
const atOnce = proxyLocalActivities<WaitActivities>({
  startToCloseTimeout: '5s',
  retry: { maximumAttempts: 1 },
});

// The same while storage is away: retries of an activity grow no history, so it may take days.
const patiently = proxyActivities<WaitActivities>({
  startToCloseTimeout: '30s',
  retry: { maximumInterval: '10s' },
});

// The database's clock decides; where ours is ahead of it, look again after this many milliseconds.
const CLOCK_DIFFERENCE = 1_000;

/** Looks whenever a mail arrived that fits, and when the time is up. The row decides how it ends. */
export async function waitForEmail(input: WaitForEmailInput): Promise<void> {
  let arrived = false;
  setHandler(emailArrived, () => {
    arrived = true;
  });

  while (!workflowInfo().continueAsNewSuggested) {
    // A mail that arrives while the look is under way may not be covered by it.
    arrived = false;
    const wait = await look(input.waitId);
    if (wait === null) return;
    setCurrentDetails(`Found ${wait.found} of ${wait.count}, until ${wait.expiresAt}`);
    const left = Date.parse(wait.expiresAt) - Date.now();
    await condition(() => arrived, Math.max(left, CLOCK_DIFFERENCE));
  }
  await continueAsNew<typeof waitForEmail>(input);
}

async function look(waitId: string): Promise<OpenWait | null> {
  try {
    return await atOnce.collectMatches(waitId);
  } catch (error) {
    if (isCancellation(error)) throw error;
    return patiently.collectMatches(waitId);
  }
}
