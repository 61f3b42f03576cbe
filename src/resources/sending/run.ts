import { HELD } from '../../restores/hold.js';
import { run } from '../../store/run.js';

/** A mail to send: what it is and when it leaves is in its row. */
export interface SendEmailInput {
  readonly emailId: string;
  readonly orgId: string;
}

declare module '../../store/run.js' {
  interface RunInputs {
    readonly sendEmail: SendEmailInput;
  }
}

/**
 * Makes attempts to send. Mails of a bulk send that nobody tried are their run's matter, and while it is
 * paused only those that were under way when their process died. While all mail is held nobody is to try.
 */
export const sendEmailRun = run({
  workflow: 'sendEmail',
  input: ([emailId], [orgId]) => ({ emailId: emailId!, orgId: orgId! }),
  signals: ['sendChanged'],
  phase: 'first attempt',
  inbox: '(SELECT inbox_id FROM sends WHERE sends.email_id = resource_id)',
  lost: [
    {
      rows: `
SELECT s.email_id AS id, s.org_id
FROM sends s
WHERE s.completed_at IS NULL AND s.status <> 'awaiting_approval' AND NOT ${HELD}
  AND (s.bulk_id IS NULL OR (s.status = 'sending' AND (
    NOT EXISTS (SELECT FROM bulks b WHERE b.id = s.bulk_id AND b.status = 'PAUSED')
    OR EXISTS (SELECT FROM send_attempts a
      WHERE a.email_id = s.email_id AND a.number = s.attempt_count + 1))))
  AND greatest(s.touched_at, s.next_attempt_at, s.send_at) < now() - $age
  AND NOT EXISTS (SELECT FROM send_attempts a WHERE a.email_id = s.email_id
    AND a.number = s.attempt_count + 1 AND a.started_at >= now() - $age)`,
    },
  ],
});
