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
import type { WaitReport } from '../activities/waits.js';
import { CLOCK_DIFFERENCE_MS } from './clock.js';
import { localActivities, orElse } from './local-activities.js';
import { emailArrived } from './messages.js';

// While storage is away: it may take days.
const withRetries = proxyActivities<Activities>({
  startToCloseTimeout: '30s',
  retry: { maximumInterval: '10s' },
});

// Composing takes as long as the mail it quotes is large.
const reminders = proxyActivities<Activities>({
  startToCloseTimeout: '60s',
  retry: { maximumInterval: '60s' },
});

/**
 * Looks whenever a mail arrived that fits, and when the time is up; has reminders sent when they are due.
 * The row decides how it ends.
 */
export async function waitForEmail(input: RunInputs['waitForEmail']): Promise<string> {
  let arrived = false;
  setHandler(emailArrived, () => {
    arrived = true;
  });

  while (!workflowInfo().continueAsNewSuggested) {
    // A mail that arrives while the look is under way may not be covered by it.
    arrived = false;
    const wait = await look(input.waitId);
    if (wait === null) return 'ended';
    if (wait.ended) return `${wait.ended}: found ${wait.found} of ${wait.count}`;
    setCurrentDetails(`Found ${wait.found} of ${wait.count}, until ${wait.expiresAt}`);
    const remindAt = nextReminder(wait);
    const left = (remindAt ?? Date.parse(wait.expiresAt)) - Date.now();
    const isDue = !(await condition(() => arrived, Math.max(left, CLOCK_DIFFERENCE_MS)));
    if (isDue && remindAt !== null) await reminders.sendReminder(input.waitId);
  }
  return continueAsNew<typeof waitForEmail>(input);
}

/** When the next reminder is due; null where none is before the end. */
function nextReminder({ remindAt, expiresAt }: WaitReport): number | null {
  if (remindAt === undefined) return null;
  const at = Date.parse(remindAt);
  return at < Date.parse(expiresAt) ? at : null;
}

const look = (waitId: string): Promise<WaitReport | null> =>
  orElse(localActivities.collectMatches(waitId), () => withRetries.collectMatches(waitId));
