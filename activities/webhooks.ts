import { ApplicationFailure, cancellationSignal } from '@temporalio/activity';
import type {
  DeliveryAttempts,
  NextInOrder,
  AttemptingRun,
  DeliveryProgress,
} from '../src/resources/webhooks/attempts.js';
import type { RetrySchedule } from '../src/resources/webhooks/retry-schedule.js';
import type { DeliveryRef } from '../src/resources/webhooks/run.js';
import { workflowId } from './workflow-id.js';

// Milliseconds that a run waits for answers to first attempts; the rest goes on by itself.
const TOGETHER_WITHIN_MS = 2_000;
// Milliseconds to wait for a turn at a busy endpoint, and to leave it alone after that.
const TURN_WITHIN_MS = 10_000;
const BUSY_FOR_MS = 2_000;

interface WebhookServices {
  readonly deliveries: Pick<
    DeliveryAttempts,
    'attempt' | 'attemptTogether' | 'settle' | 'attemptInOrder'
  >;
}

/** What runs may do with deliveries. Each function is safe to run twice. */
export function webhookActivities({ deliveries }: WebhookServices) {
  return {
    /** Makes first attempts; answers where the delivery stands, or which of several are not done. */
    async attemptDeliveries(
      given: readonly DeliveryRef[],
      schedule: RetrySchedule,
    ): Promise<DeliveryProgress[]> {
      const steps = await deliveries.attemptTogether(given, runOf(schedule), TOGETHER_WITHIN_MS);
      // A history is written and read again: it need not hold what is in the rows.
      return given.length === 1
        ? steps
        : steps.filter(({ retryInSeconds }) => retryInSeconds !== null);
    },

    /** Waits for attempts that go on; answers which deliveries are not done by then. */
    async settleDeliveries(given: readonly DeliveryRef[]): Promise<DeliveryProgress[]> {
      return deliveries.settle(given, cancellationSignal());
    },

    /** Makes the attempt of a delivery that is due. */
    async attemptDelivery(given: DeliveryRef, schedule: RetrySchedule): Promise<DeliveryProgress> {
      const turn = AbortSignal.timeout(TURN_WITHIN_MS);
      const step = await deliveries.attempt(given, runOf(schedule), turn);
      if (step) return step;
      throw ApplicationFailure.create({
        message: 'as many attempts as may be are under way at this endpoint',
        type: 'Busy',
        category: 'BENIGN',
        nextRetryDelay: BUSY_FOR_MS * (1 + Math.random()),
      });
    },

    /** Makes what is next at an ordered webhook, until one fails. */
    async attemptInOrder(webhookId: string, schedule: RetrySchedule): Promise<NextInOrder> {
      return deliveries.attemptInOrder(webhookId, runOf(schedule), TOGETHER_WITHIN_MS);
    },
  };
}

const runOf = (schedule: RetrySchedule): AttemptingRun => ({
  schedule,
  workflowId: workflowId(),
});
