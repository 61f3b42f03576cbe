import { CODE_STANDS, MAY_END_WAIT } from './arrived-mail.js';
import { REPLIES } from './replies.js';

/** What a durable wait is for: any mail, one with a code, or one with a link to verify or sign in. */
export const WAIT_KINDS = ['email', 'otp', 'link'] as const;

/** What a durable wait is for. */
export type WaitKind = (typeof WAIT_KINDS)[number];

/** How a durable wait stands. */
export const WAIT_STATUSES = ['waiting', 'matched', 'expired', 'cancelled'] as const;

/** How a durable wait stands. */
export type WaitStatus = (typeof WAIT_STATUSES)[number];

/**
 * Whether the mail `e` is one the open wait `w` waits for and has not found yet: the same filters
 * as those of a long poll.
 */
export const FITS = `e.inbox_id = w.inbox_id AND w.status = 'waiting' AND ${MAY_END_WAIT}
  AND e.uid > w.after_uid AND e.received_at <= w.expires_at
  AND (w.since IS NULL OR e.received_at >= w.since)
  AND (w.from_part IS NULL OR strpos(lower(e.sender), lower(w.from_part)) > 0)
  AND (w.subject_part IS NULL OR strpos(lower(e.subject), lower(w.subject_part)) > 0)
  AND (w.category IS NULL OR (e.category = w.category AND e.parse_status = 'complete'))
  AND (NOT w.has_otp OR e.otp_codes <> '{}')
  AND CASE w.kind
    WHEN 'otp' THEN e.otp_codes <> '{}' AND ${CODE_STANDS}
    WHEN 'link' THEN e.magic_links <> '{}' OR e.verification_links <> '{}'
    ELSE true END
  AND (w.email_id IS NULL OR (${REPLIES}))
  AND NOT EXISTS (
    SELECT FROM durable_wait_matches m WHERE m.wait_id = w.id AND m.email_id = e.id)`;
