import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  ParentClosePolicy,
  proxyActivities,
  setCurrentDetails,
  sleep,
  startChild,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import type { DeliveryProgress } from '../src/resources/webhooks/attempts.js';
import type { DeliverWebhookInput, DeliveryRef } from '../src/resources/webhooks/run.js';
import { RETRY_SCHEDULE, type RetrySchedule } from '../src/resources/webhooks/retry-schedule.js';
import { workflowId } from '../src/store/run.js';
import { webhooksQueue } from '../src/temporal/queues.js';
import { orgIds, phase, resourceIds } from '../src/temporal/search-attributes.js';
import { localActivities, orElse } from './local-activities.js';
import { named } from './earlier-names.js';
import { createPhases } from './phase.js';

/** Activities that are tried until storage is back: retries of them grow no history, so it may take days. */
export const withRetries = (webhookId: string) =>
  proxyActivities<Activities>({
    taskQueue: webhooksQueue(workflowInfo().taskQueue),
    startToCloseTimeout: '40s',
    retry: { maximumInterval: '30s' },
    priority: { fairnessKey: webhookId },
  });

/** Offers events to subscribers until they take them, or their schedule ends. An unhappy subscriber is a result. */
export async function deliverWebhook(input: DeliverWebhookInput): Promise<string> {
  const { deliveries, retryInSeconds, schedule = RETRY_SCHEDULE } = named(input);
  if (retryInSeconds !== undefined)
    return retry({ ...deliveries[0]!, retryInSeconds, summary: 'begun' }, schedule);
  const steps = await firstAttempts(deliveries, schedule);
  if (deliveries.length === 1) return retry(steps[0]!, schedule);
  // What is not taken goes on in a run of its own: a start costs more than the wait for a slow answer.
  const left = steps.filter(({ retryInSeconds }) => retryInSeconds !== null);
  const slow = left.filter(({ retryInSeconds }) => retryInSeconds === 0);
  await startOwnRuns(
    left.filter(({ retryInSeconds }) => retryInSeconds !== 0),
    schedule,
  );
  if (slow.length > 0) await startOwnRuns(await settled(slow), schedule);
  return `${deliveries.length - left.length} of ${deliveries.length} at once`;
}

async function firstAttempts(
  deliveries: readonly DeliveryRef[],
  schedule: RetrySchedule,
): Promise<readonly DeliveryProgress[]> {
  const steps = await orElse(localActivities.attemptDeliveries(deliveries, schedule), () =>
    withRetries(deliveries[0]!.webhookId).attemptDeliveries(deliveries, schedule),
  );
  return steps.map(named);
}

/** Makes attempt after attempt of one delivery; when, says its row. */
async function retry(first: DeliveryProgress, schedule: RetrySchedule): Promise<string> {
  const { attemptDelivery } = withRetries(first.webhookId);
  const enter = createPhases();
  let step = first;
  while (step.retryInSeconds !== null) {
    enter('retrying', step.retryInSeconds * 1_000);
    setCurrentDetails(`${step.summary}; next look in ${Math.ceil(step.retryInSeconds)} s`);
    if (step.retryInSeconds > 0) await sleep(step.retryInSeconds * 1_000);
    step = named(await attemptDelivery(step, schedule));
  }
  return step.summary;
}

/** Those of the deliveries whose attempts go on that are not done when the attempts are. */
async function settled(slow: readonly DeliveryProgress[]): Promise<readonly DeliveryProgress[]> {
  const deliveries = slow.map(({ id, webhookId, orgId }) => ({ id, webhookId, orgId }));
  const left = await withRetries(slow[0]!.webhookId).settleDeliveries(deliveries);
  return left.map(named);
}

const startOwnRuns = (steps: readonly DeliveryProgress[], schedule: RetrySchedule) =>
  Promise.all(steps.map((step) => startOwnRun(step, schedule)));

async function startOwnRun(delivery: DeliveryProgress, schedule: RetrySchedule): Promise<void> {
  try {
    const options = { parentClosePolicy: ParentClosePolicy.ABANDON, ...ownRun(delivery, schedule) };
    await startChild(deliverWebhook, options);
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** How a delivery gets a run of its own, as a child. */
export function ownRun(
  { id, webhookId, orgId, retryInSeconds }: DeliveryProgress,
  schedule: RetrySchedule,
) {
  const deliveries = [{ id, webhookId, orgId }];
  // No first attempt: to wait for its turn at an endpoint that hangs would take the place of others'.
  const input: DeliverWebhookInput = { deliveries, schedule, retryInSeconds: retryInSeconds ?? 0 };
  // A server that refuses attributes was asked without them when the parent was started.
  const hasAttributes = workflowInfo().typedSearchAttributes.get(orgIds) !== undefined;
  return {
    workflowId: workflowId('deliverWebhook', id),
    args: [input] as [DeliverWebhookInput],
    staticSummary: `deliverWebhook ${id}`,
    ...(hasAttributes && {
      typedSearchAttributes: [
        { key: orgIds, value: [orgId] },
        { key: resourceIds, value: [id, webhookId] },
        { key: phase, value: 'retrying' },
      ],
    }),
  };
}
