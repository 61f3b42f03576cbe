import { activityInfo } from '@temporalio/activity';

/** Which run works on a mail, and for the how manieth time. */
export interface RunOfMail {
  readonly workflowId: string;
  readonly attempt: number;
}

/** The ids that a step could not finish. */
export interface Unfinished {
  /** What a run is to try again: none by now, but runs that began with an earlier version were told of some. */
  readonly failed: readonly string[];
  /** Their senders could not be verified in time. */
  readonly late: readonly string[];
}

/** What is left of the senders that are unknown. */
export interface SendersLeft {
  /** The DNS does not answer at all. */
  readonly away: boolean;
  /** Seconds until one is due again; null when none is left. */
  readonly nextIn: number | null;
}

/** Telling of accepted mail, as activities need it. */
export interface MailProcessing {
  /** Answers what could not be finished. */
  process(emailIds: readonly string[], run: RunOfMail): Promise<Pick<Unfinished, 'late'>>;
  /** Finishes mails whose senders took longer to verify. */
  verifyLate(emailIds: readonly string[], run: RunOfMail): Promise<void>;
  /** Verifies senders again that are unknown. */
  retrySenders(workflowId: string): Promise<SendersLeft>;
  /** Gives up what is to be done with a mail; `reason` is a sentence fragment for its timeline. */
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
    async processEmails(emailIds: readonly string[], attempt: number): Promise<Unfinished> {
      return { failed: [], ...(await processing.process(emailIds, runOfMail(attempt))) };
    },

    /** Finishes one mail, or throws. */
    async processEmail(emailId: string): Promise<void> {
      const run = runOfMail(ATTEMPTS_TOGETHER + activityInfo().attempt);
      const { late } = await processing.process([emailId], run);
      if (late.length > 0) await processing.verifyLate(late, run);
    },

    /** Finishes mails whose senders could not be verified at once. */
    async verifyLateSenders(emailIds: readonly string[]): Promise<void> {
      await processing.verifyLate(emailIds, runOfMail(activityInfo().attempt));
    },

    /** Verifies senders again that were unknown, as many as are due. */
    async verifyUnknownSenders(): Promise<SendersLeft> {
      return processing.retrySenders(runOfMail(1).workflowId);
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
