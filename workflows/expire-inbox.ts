import {
  condition,
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import type { RunInputs } from '../src/store/run.js';
import { CLOCK_DIFFERENCE_MS } from './clock.js';
import { expiryChanged } from './messages.js';

const { readExpiry, expireInbox: endInbox } = proxyActivities<Activities>({
  startToCloseTimeout: '10s',
  retry: { maximumInterval: '1m' },
});

/** Sleeps until the inbox ends and ends it. The row decides: the time is read anew on every signal. */
export async function expireInbox(input: RunInputs['expireInbox']): Promise<string> {
  let changed = false;
  setHandler(expiryChanged, () => {
    changed = true;
  });

  while (!workflowInfo().continueAsNewSuggested) {
    changed = false;
    const expiresAt = await readExpiry(input.inboxId);
    if (expiresAt === null) return 'does not end any more';
    const left = Date.parse(expiresAt) - Date.now();
    if (left <= 0 && (await endInbox(input.inboxId))) return `ended at ${expiresAt}`;
    setCurrentDetails(`Ends at ${expiresAt}`);
    await condition(() => changed, Math.max(left, CLOCK_DIFFERENCE_MS));
  }
  return continueAsNew<typeof expireInbox>(input);
}
