import { activityInfo } from '@temporalio/activity';
import type { EmailsOutcome } from '../src/resources/inbound/outcome.js';
import type { InboundProcessing, RunOfMail } from '../src/resources/inbound/processing.js';
import type { MailReleasing } from '../src/resources/inbound/releasing.js';
import type { RetryOutcome } from '../src/resources/inbound/sender-checks.js';
import { workflowId } from './workflow-id.js';

/** What came of mails, and the ids that a step could not finish. */
export interface ProcessedEmails {
  /** What a run is to try again: none by now, but runs that began with an earlier version were told of some. */
  readonly failed: readonly string[];
  /** Their senders could not be verified in time. */
  readonly late: readonly string[];
  /** Of the others; an earlier version did not say. */
  readonly outcome?: EmailsOutcome;
}

// Attempts on a mail before it is tried alone.
const ATTEMPTS_TOGETHER = 2;
const RELEASED_AT_ONCE = 100;

interface InboundServices {
  readonly processing: Pick<InboundProcessing, 'process' | 'verifyLate' | 'retrySenders' | 'fail'>;
  readonly releasing: Pick<MailReleasing, 'releaseChunk' | 'startReleases'>;
}

/** What runs may do with mail that came in. Each function is safe to run twice. */
export function inboundActivities({ processing, releasing }: InboundServices) {
  return {
    /** Finishes mails; answers what came of them, and the ids of those that could not be finished. */
    async processEmails(emailIds: readonly string[], attempt: number): Promise<ProcessedEmails> {
      return { failed: [], ...(await processing.process(emailIds, runOfMail(attempt))) };
    },

    /** Finishes one mail, or throws. */
    async processEmail(emailId: string): Promise<EmailsOutcome> {
      const run = runOfMail(ATTEMPTS_TOGETHER + activityInfo().attempt);
      const { late, outcome } = await processing.process([emailId], run);
      return late.length > 0 ? processing.verifyLate(late, run) : outcome;
    },

    /** Finishes mails whose senders could not be verified at once. */
    async verifyLateSenders(emailIds: readonly string[]): Promise<EmailsOutcome> {
      return processing.verifyLate(emailIds, runOfMail(activityInfo().attempt));
    },

    /** Verifies senders again that were unknown, as many as are due. */
    async verifyUnknownSenders(): Promise<RetryOutcome> {
      return processing.retrySenders(workflowId());
    },

    /** Gives a mail up, so that it is listed without analysis. */
    async failEmail(emailId: string, reason: string): Promise<void> {
      await processing.fail(emailId, reason, runOfMail(activityInfo().attempt));
    },

    /** Releases some withheld mail of an inbox; `done` when none is left. */
    async releaseChunk(inboxId: string): ReturnType<MailReleasing['releaseChunk']> {
      return releasing.releaseChunk(inboxId, RELEASED_AT_ONCE);
    },

    /** Queues a release for each inbox whose quota allows it by now; answers how many. */
    async startReleases(): Promise<number> {
      return releasing.startReleases();
    },
  };
}

function runOfMail(attempt: number): RunOfMail {
  return { workflowId: workflowId(), attempt };
}
