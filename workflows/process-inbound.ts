import {
  ActivityFailure,
  ApplicationFailure,
  TimeoutFailure,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import type { InboundActivities, Unfinished } from '../activities/inbound.js';

/** The mails of a run: one, or a batch under load. */
export interface ProcessInboundInput {
  readonly emailIds: readonly string[];
}

// One step inside the workflow task: most runs are nothing but this. What is thrown is not retried
// here, the workflow decides where to go on.
const atOnce = proxyLocalActivities<InboundActivities>({
  startToCloseTimeout: '5s',
  retry: { maximumAttempts: 1 },
});

// The same while storage is away: retries of an activity grow no history, so it may take days.
const patiently = proxyActivities<InboundActivities>({
  startToCloseTimeout: '60s',
  retry: { maximumInterval: '10s' },
});

// A mail that spoils every batch it is in.
const alone = proxyActivities<InboundActivities>({
  startToCloseTimeout: '60s',
  retry: { maximumAttempts: 8, maximumInterval: '5m' },
});

const { failEmail } = proxyActivities<InboundActivities>({
  startToCloseTimeout: '30s',
  retry: { maximumInterval: '5m' },
});

/** Finishes accepted mail. A mail that cannot be finished never holds up the others. */
export async function processInbound({ emailIds }: ProcessInboundInput): Promise<void> {
  const first = await processTogether(emailIds, 1);
  const second = first.failed.length > 0 ? await processTogether(first.failed, 2) : NOTHING_LEFT;
  const late = [...first.late, ...second.late];
  await Promise.all([
    ...second.failed.map(processAlone),
    ...(late.length > 0 ? [patiently.verifyLateSenders(late)] : []),
  ]);
}

const NOTHING_LEFT: Unfinished = { failed: [], late: [] };

async function processTogether(emailIds: readonly string[], attempt: number): Promise<Unfinished> {
  try {
    return await atOnce.processEmails(emailIds, attempt);
  } catch (error) {
    if (isUnavailable(error)) return patiently.processEmails(emailIds, attempt);
    return { failed: emailIds, late: [] };
  }
}

async function processAlone(emailId: string): Promise<void> {
  try {
    await alone.processEmail(emailId);
  } catch (error) {
    // Not the mail's fault: this run ends here, the reconciler queues the mail again.
    if (isUnavailable(error)) throw error;
    await failEmail(emailId, reasonOf(error));
  }
}

const causeOf = (error: unknown) => (error instanceof ActivityFailure ? error.cause : error);

function isUnavailable(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof ApplicationFailure && cause.type === 'Unavailable';
}

/** One of a few sentences: what went wrong in detail may quote the mail. */
function reasonOf(error: unknown): string {
  const cause = causeOf(error);
  if (cause instanceof TimeoutFailure) return 'processing took too long';
  return 'processing failed';
}
