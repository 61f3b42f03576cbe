import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  continueAsNew,
  executeChild,
  proxyLocalActivities,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { Step, WebhookActivities } from '../activities/webhooks.js';
import { RETRY_SCHEDULE, type RetrySchedule } from '../src/resources/webhooks/retry-schedule.js';
import { deliverWebhook, ownRun } from './deliver-webhook.js';
import { deliveriesAdded } from './messages.js';

/** A webhook whose events are delivered one after the other. */
export interface DeliverInOrderInput {
  readonly webhookId: string;
  /** Left out but for tests. */
  readonly ladder?: RetrySchedule;
}

const { attemptInOrder } = proxyLocalActivities<WebhookActivities>({
  startToCloseTimeout: '5s',
  retry: { maximumInterval: '10s' },
});

// Seconds: an older transaction is open, whose events come first.
const SOON = 0.2;
// Seconds to leave a delivery alone that has a run of its own already.
const PATIENCE = 5;

/**
 * Makes the deliveries of an ordered webhook in the order of the commits. One that fails holds up the
 * others while its own run climbs the ladder, and is passed over after it.
 */
export async function deliverInOrder(input: DeliverInOrderInput): Promise<void> {
  const { webhookId, ladder = RETRY_SCHEDULE } = input;
  let added = false;
  setHandler(deliveriesAdded, () => {
    added = true;
  });

  while (!workflowInfo().continueAsNewSuggested) {
    // What is added while the last ones are delivered is not covered by them.
    added = false;
    const { head, more } = await attemptInOrder(webhookId, ladder);
    if (head) await climb(head, ladder);
    else if (more === 'soon') await sleep(SOON * 1_000);
    else if (more === 'none' && !added) return;
  }
  await continueAsNew<typeof deliverInOrder>(input);
}

async function climb(head: Step, ladder: RetrySchedule): Promise<void> {
  try {
    await executeChild(deliverWebhook, ownRun(head, ladder));
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    await sleep(PATIENCE * 1_000);
  }
}
