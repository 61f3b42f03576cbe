import {
  condition,
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { SendingActivities } from '../activities/sending.js';
import type { SendEmailInput } from '../src/resources/sending/run.js';
import type { AttemptProgress } from '../src/store/attempt-ledger.js';
import { outboundQueue } from '../src/temporal/queues.js';
import { named } from './earlier-names.js';
import { localActivities, orElse } from './local-activities.js';
import { sendChanged } from './messages.js';
import { createPhases } from './phase.js';

// Retries of an activity grow no history, so it may take days until storage is back.
const withRetries = (orgId: string) =>
  proxyActivities<SendingActivities>({
    taskQueue: outboundQueue(workflowInfo().taskQueue),
    startToCloseTimeout: '90s',
    retry: { maximumInterval: '30s' },
    priority: { fairnessKey: orgId, priorityKey: 2 },
  });

/** Makes attempt after attempt until a mail was taken, refused, or given up. The row says when. */
export async function sendEmail(input: SendEmailInput): Promise<string> {
  const { emailId, orgId } = input;
  const enter = createPhases();
  let changed = false;
  setHandler(sendChanged, () => {
    changed = true;
  });

  let step = named(await orElse(first(emailId), () => withRetries(orgId).attemptSend(emailId)));
  while (step.retryInSeconds !== null) {
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof sendEmail>(input);
    enter(phaseOf(step), step.retryInSeconds * 1_000);
    setCurrentDetails(`${step.summary}; next look in ${Math.ceil(step.retryInSeconds)} s`);
    await condition(() => changed, Math.max(step.retryInSeconds, 0) * 1_000);
    // What changes while the attempt is under way may not be covered by it.
    changed = false;
    step = named(await withRetries(orgId).attemptSend(emailId));
  }
  return step.summary;
}

/** After an attempt it is tried again; before it, it waits for its time or for somebody. */
const phaseOf = ({ summary }: AttemptProgress) =>
  summary.startsWith('attempt ') ? 'retrying' : summary;

async function first(emailId: string): Promise<AttemptProgress> {
  const [step] = await localActivities.attemptSends([emailId]);
  return step ?? { summary: 'sent at once', retryInSeconds: null };
}
