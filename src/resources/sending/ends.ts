import type { Ends } from '../../live/end-watches.js';

/** Mails that were sent, or failed. */
export const ENDS_OF_SENDS: Ends = {
  channel: 'send_settled',
  ended: `SELECT email_id AS id FROM sends
    WHERE email_id = ANY ($1) AND status NOT IN ('queued', 'sending')`,
};
