import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { continueAsNew, executeChild, setHandler, sleep, workflowInfo } from '@temporalio/workflow';
import type { DeliveryProgress } from '../src/resources/webhooks/attempts.js';
import type { DeliverInOrderInput } from '../src/resources/webhooks/run.js';
import { RETRY_SCHEDULE, type RetrySchedule } from '../src/resources/webhooks/retry-schedule.js';
import { deliverWebhook, ownRun, withRetries } from './deliver-webhook.js';
import { named } from './earlier-names.js';
import { localActivities, orElse } from './local-activities.js';
import { deliveriesAdded } from './messages.js';

// Seconds: an older transaction is open, whose events come first.
const SOON_SECONDS = 0.2;
// Seconds to leave a delivery alone that has a run of its own already.
const OWN_RUN_SECONDS = 5;

/** What came of a run, for operators; what became of each delivery is in its row. */
interface OrderKept {
  readonly looks: number;
  /** Deliveries that held up the others. */
  readonly heldUp: number;
}

/**
 * Makes the deliveries of an ordered webhook in the order of the commits. One that fails holds up the
 * others while its own run goes through the schedule, and is passed over after it.
 */
export async function deliverInOrder(input: DeliverInOrderInput): Promise<OrderKept> {
  const { webhookId, schedule = RETRY_SCHEDULE } = named(input);
  let added = false;
  let looks = 0;
  let heldUp = 0;
  setHandler(deliveriesAdded, () => {
    added = true;
  });

  while (!workflowInfo().continueAsNewSuggested) {
    // What is added while the last ones are delivered is not covered by them.
    added = false;
    looks++;
    const { head, more } = await orElse(localActivities.attemptInOrder(webhookId, schedule), () =>
      withRetries(webhookId).attemptInOrder(webhookId, schedule),
    );
    if (head) heldUp++;
    if (head) await retry(named(head), schedule);
    else if (more === 'soon') await sleep(SOON_SECONDS * 1_000);
    else if (more === 'none' && !added) return { looks, heldUp };
  }
  return continueAsNew<typeof deliverInOrder>(input);
}

async function retry(head: DeliveryProgress, schedule: RetrySchedule): Promise<void> {
  try {
    await executeChild(deliverWebhook, ownRun(head, schedule));
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    await sleep(OWN_RUN_SECONDS * 1_000);
  }
}
