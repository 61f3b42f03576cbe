import { ApplicationFailure, activityInfo, cancellationSignal } from '@temporalio/activity';

/** A delivery, where it goes and whose it is. */
export interface DeliveryRef {
  readonly id: string;
  readonly webhookId: string;
  readonly orgId: string;
}

/** Where a delivery stands. */
export interface Step extends DeliveryRef {
  /** What was done, in a few words for operators. */
  readonly said: string;
  /** Seconds until somebody has to look again; null when it has ended or was given back. */
  readonly lookIn: number | null;
}

/** What is next at an ordered webhook. */
export interface NextInOrder {
  /** The delivery that holds up the others. */
  readonly head: Step | null;
  /** Whether there is more to do, at once or when it is visible. */
  readonly more: 'none' | 'now' | 'soon';
}

interface Run {
  /** Seconds before each attempt. */
  readonly schedule: readonly number[];
  readonly workflowId: string;
}

/** Making deliveries, as activities need it. */
export interface WebhookDeliveries {
  /** Null when the endpoint was busy until `signal`. */
  attempt(delivery: DeliveryRef, run: Run, signal: AbortSignal): Promise<Step | null>;
  attemptTogether(
    deliveries: readonly DeliveryRef[],
    run: Run,
    milliseconds: number,
  ): Promise<Step[]>;
  settle(deliveries: readonly DeliveryRef[], signal: AbortSignal): Promise<Step[]>;
  attemptInOrder(webhookId: string, run: Run, milliseconds: number): Promise<NextInOrder>;
}

/** Activities around webhooks. */
export type WebhookActivities = ReturnType<typeof webhookActivities>;

// Milliseconds that a run waits for answers to first attempts; the rest goes on by itself.
const TOGETHER_WITHIN = 2_000;
// Milliseconds to wait for a turn at a busy endpoint, and to leave it alone after that.
const TURN_WITHIN = 10_000;
const BUSY_FOR = 2_000;

/** What runs may do with deliveries. Each function is safe to run twice. */
export function webhookActivities(deliveries: WebhookDeliveries) {
  return {
    /** Makes first attempts; answers where the delivery stands, or which of several are not done. */
    async attemptDeliveries(
      given: readonly DeliveryRef[],
      schedule: readonly number[],
    ): Promise<Step[]> {
      const steps = await deliveries.attemptTogether(given, runOf(schedule), TOGETHER_WITHIN);
      // A history is written and read again: it need not hold what is in the rows.
      return given.length === 1 ? steps : steps.filter(({ lookIn }) => lookIn !== null);
    },

    /** Waits for attempts that go on; answers which deliveries are not done by then. */
    async settleDeliveries(given: readonly DeliveryRef[]): Promise<Step[]> {
      return deliveries.settle(given, cancellationSignal());
    },

    /** Makes the attempt of a delivery that is due. */
    async attemptDelivery(given: DeliveryRef, schedule: readonly number[]): Promise<Step> {
      const turn = AbortSignal.timeout(TURN_WITHIN);
      const step = await deliveries.attempt(given, runOf(schedule), turn);
      if (step) return step;
      throw ApplicationFailure.create({
        message: 'five attempts are under way at this endpoint',
        type: 'Busy',
        category: 'BENIGN',
        nextRetryDelay: BUSY_FOR * (1 + Math.random()),
      });
    },

    /** Makes what is next at an ordered webhook, until one fails. */
    async attemptInOrder(webhookId: string, schedule: readonly number[]): Promise<NextInOrder> {
      return deliveries.attemptInOrder(webhookId, runOf(schedule), TOGETHER_WITHIN);
    },
  };
}

const runOf = (schedule: readonly number[]): Run => ({
  schedule,
  workflowId: activityInfo().workflowExecution?.workflowId ?? '',
});
