import type { SendAttempts } from '../src/resources/sending/attempts.js';
import type { AttemptProgress } from '../src/store/attempt-ledger.js';
import { workflowId } from './workflow-id.js';

/** Sending, as activities need it. */
export type Sending = Pick<SendAttempts, 'attempt' | 'firstAttempt'>;

/** Activities around mail that leaves. */
export type SendingActivities = ReturnType<typeof sendingActivities>;

// Milliseconds that a run waits for the answer to a first attempt; later it goes on by itself.
const FIRST_WITHIN_MS = 2_000;

/** What runs may do with mail that leaves. Each function is safe to run twice. */
export function sendingActivities({ sending }: { readonly sending: Sending }) {
  return {
    /** Makes first attempts, of one mail nowadays; answers where each stands. */
    attemptSends(emailIds: readonly string[]): Promise<AttemptProgress[]> {
      return Promise.all(
        emailIds.map((id) => sending.firstAttempt(id, workflowId(), FIRST_WITHIN_MS)),
      );
    },

    /** Makes the attempt of a mail that is due, however long it takes. */
    attemptSend(emailId: string): Promise<AttemptProgress> {
      return sending.attempt(emailId, workflowId());
    },
  };
}
