import {
  ActivityFailure,
  ApplicationFailure,
  TimeoutFailure,
  proxyActivities,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import type { RunInputs } from '../src/store/run.js';
import type { ProcessedEmails } from '../activities/inbound.js';
import type { EmailsOutcome } from '../src/resources/inbound/outcome.js';
import { localActivities } from './local-activities.js';

// The same while storage is away: retries of an activity grow no history, so it may take days.
const withRetries = proxyActivities<Activities>({
  startToCloseTimeout: '60s',
  retry: { maximumInterval: '10s' },
});

// A mail that spoils every batch it is in.
const alone = proxyActivities<Activities>({
  startToCloseTimeout: '60s',
  retry: { maximumAttempts: 8, maximumInterval: '5m' },
});

const { failEmail } = proxyActivities<Activities>({
  startToCloseTimeout: '30s',
  retry: { maximumInterval: '5m' },
});

/** What came of a run, step by step, for operators; what was not needed is left out. */
interface InboundProcessed {
  readonly first?: EmailsOutcome | undefined;
  readonly second?: EmailsOutcome | undefined;
  /** Those that were tried one by one, and how those ended that were given up. */
  readonly alone?: readonly (EmailsOutcome | string)[] | undefined;
  /** Those whose senders took longer to verify. */
  readonly late?: EmailsOutcome | undefined;
}

/** Finishes accepted mail. A mail that cannot be finished never holds up the others. */
export async function processInbound(
  input: RunInputs['processInbound'],
): Promise<InboundProcessed> {
  const first = await processTogether(input.emailIds, 1);
  const second = first.failed.length > 0 ? await processTogether(first.failed, 2) : NOTHING_LEFT;
  const ids = [...first.late, ...second.late];
  const [late, ...alone] = await Promise.all([
    ids.length > 0 ? withRetries.verifyLateSenders(ids) : undefined,
    ...second.failed.map(processAlone),
  ]);
  const steps = { first: ofAny(first.outcome), second: ofAny(second.outcome), late };
  return alone.length > 0 ? { ...steps, alone } : steps;
}

/** What came of no mail is not worth telling. */
const ofAny = (outcome?: EmailsOutcome) => (outcome?.mails ? outcome : undefined);

const NOTHING_LEFT: ProcessedEmails = { failed: [], late: [] };

async function processTogether(
  emailIds: readonly string[],
  attempt: number,
): Promise<ProcessedEmails> {
  try {
    return await localActivities.processEmails(emailIds, attempt);
  } catch (error) {
    if (isUnavailable(error)) return withRetries.processEmails(emailIds, attempt);
    return { failed: emailIds, late: [] };
  }
}

async function processAlone(emailId: string): Promise<EmailsOutcome | string> {
  try {
    return await alone.processEmail(emailId);
  } catch (error) {
    // Not the mail's fault: this run ends here, the reconciler queues the mail again.
    if (isUnavailable(error)) throw error;
    const reason = reasonOf(error);
    await failEmail(emailId, reason);
    return `${emailId}: ${reason}`;
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
