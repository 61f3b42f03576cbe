import {
  condition,
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { InboxActivities } from '../activities/inboxes.js';
import { expiryChanged } from './messages.js';

/** An inbox that ends at a time its row names. */
export interface ExpireInboxInput {
  readonly inboxId: string;
}

const { readExpiry, expireInbox: endInbox } = proxyActivities<InboxActivities>({
  startToCloseTimeout: '10s',
  retry: { maximumInterval: '1m' },
});

// The database's clock decides; where ours is ahead of it, ask again after this many milliseconds.
const CLOCK_DIFFERENCE = 1_000;

/** Sleeps until the inbox ends and ends it. The row decides: the time is read anew on every signal. */
export async function expireInbox(input: ExpireInboxInput): Promise<void> {
  let changed = false;
  setHandler(expiryChanged, () => {
    changed = true;
  });

  while (!workflowInfo().continueAsNewSuggested) {
    changed = false;
    const expiresAt = await readExpiry(input.inboxId);
    if (expiresAt === null) return;
    const left = Date.parse(expiresAt) - Date.now();
    if (left <= 0 && (await endInbox(input.inboxId))) return;
    setCurrentDetails(`Ends at ${expiresAt}`);
    await condition(() => changed, Math.max(left, CLOCK_DIFFERENCE));
  }
  await continueAsNew<typeof expireInbox>(input);
}
