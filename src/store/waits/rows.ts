import type { Category } from '../../mail/analysis.js';
import { CODE_STANDS, MAY_END_WAIT } from './arrived-mail.js';
import { REPLIES, WAIT_THREAD } from './replies.js';

/** What a durable wait is for: any mail, one with a code, or one with a link to verify or sign in. */
export const WAIT_KINDS = ['email', 'otp', 'link'] as const;

/** What a durable wait is for. */
export type WaitKind = (typeof WAIT_KINDS)[number];

/** How a durable wait stands. */
export const WAIT_STATUSES = ['waiting', 'matched', 'expired', 'cancelled'] as const;

/** How a durable wait stands. */
export type WaitStatus = (typeof WAIT_STATUSES)[number];

/** A mail that a wait found. */
export interface MatchRow {
  readonly email_id: string;
  readonly received_at: string;
  readonly code: string | null;
  readonly link: string | null;
}

/** A durable wait with what it found so far. */
export interface DurableWaitRow {
  readonly id: string;
  readonly orgId: string;
  readonly inboxId: string;
  readonly kind: WaitKind;
  readonly from_part: string | null;
  readonly subject_part: string | null;
  readonly category: Category | null;
  readonly has_otp: boolean;
  readonly since: Date | null;
  readonly since_email_id: string | null;
  readonly count: number;
  readonly status: WaitStatus;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
  readonly deleted: boolean;
  /** Of a wait for a reply; null for others. */
  readonly thread_id: string | null;
  readonly reminders_sent: number;
  readonly matches: readonly MatchRow[];
}

/** Columns of `DurableWaitRow` from `durable_waits w`. */
export const WAIT_ROW = `
  w.id, w.org_id AS "orgId", w.inbox_id AS "inboxId", w.kind, w.from_part, w.subject_part,
  w.category, w.has_otp, w.since, w.since_email_id, w.count, w.status, w.created_at, w.expires_at,
  w.ended_at, w.deleted_at IS NOT NULL AS deleted,
  w.reminders_sent, ${WAIT_THREAD} AS thread_id,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('email_id', m.email_id,
     'received_at', m.received_at, 'code', m.code, 'link', m.link) ORDER BY m.position), '[]')
   FROM durable_wait_matches m WHERE m.wait_id = w.id) AS matches`;

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
