import { activityInfo } from '@temporalio/activity';
import type { SendAttempts, SendStep } from '../src/resources/sending/attempts.js';

/** Sending, as activities need it. */
export type Sending = Pick<SendAttempts, 'attempt' | 'attemptTogether'>;

/** Activities around mail that leaves. */
export type SendingActivities = ReturnType<typeof sendingActivities>;

// Milliseconds that a run waits for answers to first attempts; the rest goes on by itself.
const TOGETHER_WITHIN = 2_000;

/** What runs may do with mail that leaves. Each function is safe to run twice. */
export function sendingActivities({ sending }: { readonly sending: Sending }) {
  return {
    /** Makes first attempts; answers where the mail stands, or which of several are not done. */
    async attemptSends(emailIds: readonly string[]): Promise<SendStep[]> {
      const steps = await sending.attemptTogether(emailIds, workflowId(), TOGETHER_WITHIN);
      // A history is written and read again: it need not hold what is in the rows.
      return emailIds.length === 1 ? steps : steps.filter(({ lookIn }) => lookIn !== null);
    },

    /** Makes the attempt of a mail that is due, however long it takes. */
    async attemptSend(emailId: string): Promise<SendStep> {
      return sending.attempt(emailId, workflowId());
    },
  };
}

const workflowId = () => activityInfo().workflowExecution?.workflowId ?? '';
