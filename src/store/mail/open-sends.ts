/** An attempt that takes longer was lost with its process. */
export const LONGEST_ATTEMPT = '2 minutes';

/** SQL: whether the mail `emailId` is still to be sent, or is being sent. */
export const isOpen = (emailId: string): string => `EXISTS (
  SELECT FROM sends s WHERE s.email_id = ${emailId} AND s.completed_at IS NULL)`;

/** SQL: whether somebody is handing the mail `emailId` over at this moment. */
export const isLeaving = (emailId: string): string => `EXISTS (
  SELECT FROM send_attempts a WHERE a.email_id = ${emailId} AND a.outcome IS NULL
    AND a.started_at > now() - interval '${LONGEST_ATTEMPT}')`;
