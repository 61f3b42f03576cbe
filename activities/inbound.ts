import { ApplicationFailure, activityInfo } from '@temporalio/activity';

/** Which run works on a mail, and for the how manieth time. */
export interface RunOfMail {
  readonly workflowId: string;
  readonly attempt: number;
}

/** Finishing accepted mail, as activities need it. */
export interface MailProcessing {
  /** Answers the ids that could not be finished. */
  process(emailIds: readonly string[], run: RunOfMail): Promise<{ failed: readonly string[] }>;
  /** Gives a mail up; `reason` is a sentence fragment for its timeline. */
  fail(emailId: string, reason: string, run: RunOfMail): Promise<void>;
}

/** Releasing withheld mail, as activities need it. */
export interface MailReleasing {
  releaseChunk(inboxId: string, limit: number): Promise<{ done: boolean }>;
  /** Queues releases; answers how many. */
  startReleases(): Promise<number>;
}

/** Activities around mail that came in. */
export type InboundActivities = ReturnType<typeof inboundActivities>;

// Attempts on a mail before it is tried alone.
const ATTEMPTS_TOGETHER = 2;
const RELEASED_AT_ONCE = 100;

/** What runs may do with mail that came in. Each function is safe to run twice. */
export function inboundActivities(processing: MailProcessing, releasing: MailReleasing) {
  return {
    /** Finishes mails and answers the ids of those that could not be. */
    async processEmails(emailIds: readonly string[], attempt: number): Promise<readonly string[]> {
      const { failed } = await processing.process(emailIds, runOfMail(attempt));
      return failed;
    },

    /** Finishes one mail, or throws. */
    async processEmail(emailId: string): Promise<void> {
      const run = runOfMail(ATTEMPTS_TOGETHER + activityInfo().attempt);
      const { failed } = await processing.process([emailId], run);
      if (failed.length > 0)
        throw ApplicationFailure.retryable('the message could not be parsed', 'Unparsable');
    },

    /** Gives a mail up, so that it is listed without analysis. */
    async failEmail(emailId: string, reason: string): Promise<void> {
      await processing.fail(emailId, reason, runOfMail(activityInfo().attempt));
    },

    /** Releases some withheld mail of an inbox; true when none is left. */
    async releaseChunk(inboxId: string): Promise<boolean> {
      const { done } = await releasing.releaseChunk(inboxId, RELEASED_AT_ONCE);
      return done;
    },

    /** Queues a release for each inbox whose quota allows it by now; answers how many. */
    async startReleases(): Promise<number> {
      return releasing.startReleases();
    },
  };
}

function runOfMail(attempt: number): RunOfMail {
  return { workflowId: activityInfo().workflowExecution?.workflowId ?? '', attempt };
}
