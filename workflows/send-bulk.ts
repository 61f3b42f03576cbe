import {
  condition,
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
  type ActivityOptions,
} from '@temporalio/workflow';
import type { BulkActivities } from '../activities/bulks.js';
import type { SendBulkInput } from '../src/resources/bulk/run.js';
import { outboundQueue } from '../src/temporal/queues.js';
import { named } from './earlier-names.js';
import { localActivities, orElse } from './local-activities.js';
import { cancel, pause, progress, resume } from './messages.js';

// Retries of an activity grow no history, so it may take days until storage is back.
const optionsOf = (orgId: string): ActivityOptions => ({
  taskQueue: outboundQueue(workflowInfo().taskQueue),
  startToCloseTimeout: '90s',
  retry: { maximumInterval: '30s' },
  priority: { fairnessKey: orgId, priorityKey: 4 },
});

const withRetries = (orgId: string) => proxyActivities<BulkActivities>(optionsOf(orgId));

/** What waits for servers that take their time says meanwhile that it is alive. */
const withHeartbeat = (orgId: string) =>
  proxyActivities<BulkActivities>({ ...optionsOf(orgId), heartbeatTimeout: '15s' });

/**
 * Sends the mails of a bulk send, some hundreds at a time. The rows say what is left: a run that is lost
 * begins anew, and what was tried is not tried again here. Pausing and cancelling happen in the rows as
 * well; the signals have a run look that waits.
 */
export async function sendBulk(input: SendBulkInput): Promise<string> {
  const { bulkId, orgId } = input;
  let changed = false;
  let now = { done: 0, total: 0 };
  const change = () => {
    changed = true;
  };
  setHandler(pause, change);
  setHandler(resume, change);
  setHandler(cancel, change);
  setHandler(progress, () => now);

  while (!workflowInfo().continueAsNewSuggested) {
    // What changes while the look is under way may not be covered by it.
    changed = false;
    const advanced = await orElse(localActivities.advanceBulk(bulkId), () =>
      withRetries(orgId).advanceBulk(bulkId),
    );
    const step = named(advanced);
    now = { done: step.done, total: step.total };
    setCurrentDetails(`${step.done} of ${step.total} done`);
    if (step.next === 'end') return `ended: ${step.done} of ${step.total} done`;
    // Servers that take their time get no more than they can take.
    if (step.next === 'settle') await withHeartbeat(orgId).settleBulk(bulkId, step.from, step.to);
    if (step.retryInSeconds > 0) await condition(() => changed, step.retryInSeconds * 1_000);
  }
  return continueAsNew<typeof sendBulk>(input);
}
