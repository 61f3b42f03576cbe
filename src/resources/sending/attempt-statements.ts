import { insertEvents } from '../../store/events/record.js';
import { notify, statement } from '../../store/statement.js';
import { DOMAIN_FAILED, mayRefuse } from '../../store/inboxes.js';
import { lockCounters } from '../../store/locks.js';
import { hasLeft, moveMails } from '../../store/mail/mailboxes.js';
import { HELD } from '../../restores/hold.js';
import {
  EARLY_SECONDS,
  type AttemptOutcome,
  type ClaimedAttempt,
} from '../../store/attempt-ledger.js';
import { refusing, type RefusingRow } from '../suppressions/refusal.js';
import { isUnapproved, joinPolicies } from '../../store/mail/approval-rule.js';
import { mayBeHere } from '../../store/mail/recipients.js';
import type { LedgerRecipient } from '../../store/mail/insert-outbound.js';
import { SEND_VIEW } from './views.js';

/** A mail of the ledger and what its attempt needs. */
export interface ClaimedSend extends ClaimedAttempt {
  readonly email_id: string;
  readonly org_id: string;
  readonly inbox_id: string;
  readonly status: string;
  readonly recipients: readonly LedgerRecipient[];
  /** Whether something of the attempt that is under way may have left. */
  readonly handed_over: boolean | null;
  /** Seconds since it could first be sent. */
  readonly age: number;
  /** Whether its bulk send or its inbox is paused. */
  readonly paused: boolean;
  /** Whether its inbox was deleted. */
  readonly deleted: boolean;
  /** Whether no mail leaves at all, until an operator says so. */
  readonly held: boolean;
  readonly message_id: string;
  readonly thread_id: string;
  readonly subject: string;
  readonly from_address: string;
  readonly to_addresses: readonly { readonly address: string }[];
  readonly domain: string;
  /** The row of its inbox's domain; null for MAIL_DOMAIN. */
  readonly domain_id: string | null;
  /** Why that is FAILED; null where it is not. */
  readonly domain_failed: string | null;
  /** What it tells of where the service itself wrote it. */
  readonly notice_of: string | null;
  /** Whether somebody has to decide about it before. */
  readonly unapproved: boolean;
  /** Whether a policy asks whom the organization wrote to. */
  readonly notes_written: boolean | null;
  /** Whether the sends of its domain are stopped. */
  readonly stopped: boolean;
  /** What may refuse its open recipients now: suppressions and entries of send lists. */
  readonly refusing: readonly RefusingRow[] | null;
  /** Whether its organization has a provider of its own, for some of its domains at least. */
  readonly has_provider: boolean;
  /** Its open recipients that may be inboxes here; all others of ASCII letters are not. */
  readonly near: readonly string[];
  /** Null for a large mail, which is read by itself. */
  readonly raw: Buffer | null;
}

// The open recipients of the mail `s`, and what covers them, as lists spell them.
const OPEN_RECIPIENTS = `
SELECT array_agg(DISTINCT open.key) AS keys, array_agg(DISTINCT covering.pattern) AS patterns
FROM (
  SELECT coalesce(r->>'key', lower(r->>'address' COLLATE "C")) AS key
  FROM jsonb_array_elements(s.recipients) AS r WHERE r->>'status' = 'queued'
) AS open CROSS JOIN LATERAL (
  SELECT open.key AS pattern
  UNION ALL
  SELECT array_to_string(label.list[place:], '.')
  FROM string_to_array(substring(open.key FROM '[^@]*$'), '.') AS label(list),
    generate_series(1, cardinality(label.list)) AS place
) AS covering`;

const REFUSING = refusing({
  org: 's.org_id',
  inbox: 's.inbox_id',
  keys: 'addressed.keys',
  patterns: 'addressed.patterns',
});

const MAY_REFUSE = mayRefuse({ org: 's.org_id', inbox: 's.inbox_id' });

// Bytes of a mail that is read together with others.
const SMALL_BYTES = 256 * 1024;

/**
 * The mails $1; begins an attempt of those that are due. Its row is there before anything leaves, and
 * its number is taken once. The rows are locked, so that what is cancelled at the same moment is either
 * not begun or not cancelled. What refuses recipients is read with it: it binds when a mail leaves.
 */
export const CLAIM_SENDS = `
WITH given AS MATERIALIZED (
  SELECT * FROM sends WHERE email_id = ANY ($1) ORDER BY email_id FOR UPDATE
), state AS MATERIALIZED (
  SELECT given.*,
    coalesce(extract(epoch FROM greatest(next_attempt_at, send_at) - now()), 0)::float8 AS due_in,
    coalesce(b.status = 'PAUSED', false) OR i.status = 'PAUSED' AS paused,
    i.deleted_at IS NOT NULL AS deleted, i.domain, i.domain_id, ${DOMAIN_FAILED} AS domain_failed,
    coalesce(d.sending = 'stopped', false) AS stopped, ${HELD} AS held,
    policy.notes_written, ${isUnapproved('given')} AS unapproved
  FROM given JOIN inboxes i ON i.id = given.inbox_id LEFT JOIN bulks b ON b.id = given.bulk_id
  LEFT JOIN domains d ON d.id = i.domain_id ${joinPolicies('given')}
), begun AS (
  INSERT INTO send_attempts (email_id, number, handed_over_at)
  SELECT email_id, attempt_count + 1, NULL FROM state
  WHERE status IN ('queued', 'sending') AND due_in <= ${EARLY_SECONDS}
    AND NOT paused AND NOT deleted AND NOT held AND NOT stopped AND NOT unapproved
  ON CONFLICT DO NOTHING
  RETURNING email_id, number
), sending AS (
  -- Nothing that an index has: the row stays where it is. When it was begun is said by its attempt.
  UPDATE sends SET status = 'sending'
  WHERE email_id = ANY (ARRAY(SELECT email_id FROM begun))
)
SELECT s.email_id, s.org_id, s.inbox_id, s.status, s.recipients, s.attempt_count, begun.number,
  s.due_in, extract(epoch FROM now() - a.started_at)::float8 AS under_way,
  a.handed_over_at IS NOT NULL AS handed_over,
  extract(epoch FROM now() - greatest(coalesce(s.send_at, s.created_at), s.approved_at))::float8 AS age,
  s.paused, s.deleted, s.held, s.unapproved, s.notes_written, s.notice_of,
  e.message_id, e.thread_id, e.subject, e.from_address, e.to_addresses, s.domain, s.domain_id, s.domain_failed,
  s.stopped,
  CASE WHEN e.size <= ${SMALL_BYTES} AND begun.number IS NOT NULL THEN m.raw END AS raw,
  EXISTS (SELECT FROM smtp_configs c WHERE c.org_id = s.org_id) AS has_provider,
  ARRAY(SELECT r->>'address' FROM jsonb_array_elements(s.recipients) AS r
    WHERE begun.number IS NOT NULL AND r->>'status' = 'queued' AND ${mayBeHere(`r->>'address'`)}) AS near,
  CASE WHEN begun.number IS NOT NULL AND ${MAY_REFUSE} THEN (
    SELECT jsonb_agg(refused) FROM (${OPEN_RECIPIENTS}) AS addressed
    CROSS JOIN LATERAL (${REFUSING}) AS refused) END AS refusing
FROM state s
JOIN emails e ON e.id = s.email_id AND e.id = ANY ($1)
JOIN stored_messages m ON m.id = e.stored_message_id
LEFT JOIN begun ON begun.email_id = s.email_id
LEFT JOIN send_attempts a ON a.email_id = s.email_id AND a.number = s.attempt_count + 1`;

/** What came of an attempt, as `RECORD_SENDS` takes it. */
export interface SendOutcomeRow extends AttemptOutcome {
  readonly email_id: string;
  readonly inbox_id: string;
  readonly number: number;
  readonly provider: string;
  readonly outcome: 'accepted' | 'deferred' | 'refused' | 'unknown';
  readonly response: string;
  readonly status: 'sending' | 'sent' | 'failed' | 'unknown' | 'bounced';
  readonly recipients: readonly LedgerRecipient[];
  readonly provider_message_id: string | null;
  readonly error: string | null;
  /** What it left with; null where it has none. */
  readonly dkim_signature: string | null;
  readonly workflow_id: string;
  /** Given up from outside: it does not count when something of it leaves after all. */
  readonly given_up: boolean;
}

// Said beside the join, so that no plan reads the whole table.
const THEIR_IDS = 'ARRAY(SELECT email_id FROM outcome)';

/**
 * Writes the outcomes $1, and tells of those that count: the events $2. Answers what became of mails alone, which
 * somebody may wait for.
 */
export const RECORD_SENDS = statement(
  [
    `outcome AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS o(email_id text, inbox_id text, number int, provider text,
    outcome text, response text, duration_ms int, status text, recipients jsonb,
    provider_message_id text, error text, next_in float8, dkim_signature text,
    workflow_id text, given_up boolean)
), leaving AS MATERIALIZED (
  SELECT inbox_id FROM outcome WHERE ${hasLeft('status')}
)`,
    lockCounters('leaving'),
    `attempt AS (
  UPDATE send_attempts a
  SET duration_ms = o.duration_ms, outcome = o.outcome, response = o.response,
    provider = o.provider, workflow_id = o.workflow_id
  FROM outcome o WHERE a.email_id = ANY (${THEIR_IDS}) AND a.email_id = o.email_id
    AND a.number = o.number AND a.outcome IS NULL
    AND NOT (o.given_up AND a.handed_over_at IS NOT NULL)
    -- Counters are locked before anything else: a condition of no row is looked at first.
    AND (SELECT count(*) FROM locked) >= 0
  RETURNING a.email_id
), settled AS MATERIALIZED (
  SELECT o.*, coalesce(octet_length(coalesce(o.dkim_signature, s.dkim_signature)), 0) AS head_bytes
  FROM outcome o JOIN attempt USING (email_id) JOIN sends s USING (email_id)
  WHERE s.email_id = ANY (${THEIR_IDS}) AND s.status = 'sending' AND s.attempt_count < o.number
  FOR UPDATE OF s
), ledger AS (
  UPDATE sends s
  SET status = o.status, attempt_count = o.number, recipients = o.recipients,
    provider = o.provider,
    provider_message_id = coalesce(o.provider_message_id, s.provider_message_id),
    dkim_signature = coalesce(o.dkim_signature, s.dkim_signature),
    error = o.error, touched_at = now(), workflow_id = o.workflow_id,
    next_attempt_at = now() + make_interval(secs => o.next_in),
    sent_at = CASE WHEN o.status = 'sent' THEN now() END,
    completed_at = CASE WHEN o.status <> 'sending' THEN now() END
  FROM settled o WHERE s.email_id = ANY (${THEIR_IDS}) AND s.email_id = o.email_id
  RETURNING s.*
), entering AS MATERIALIZED (
  SELECT email_id AS id, inbox_id, NULL::text AS mailbox, NULL::bigint AS mailbox_uid,
    'Sent' AS into, row_number() OVER (PARTITION BY inbox_id) AS turn, head_bytes
  FROM settled WHERE ${hasLeft('status')}
)`,
    moveMails('entering'),
    insertEvents('$2', 'e.resource_id IN (SELECT email_id FROM settled)'),
    notify('send_settled', `SELECT email_id FROM settled WHERE status <> 'sending'`),
  ],
  `SELECT ${SEND_VIEW} FROM ledger s JOIN emails e ON e.id = s.email_id
WHERE e.id = ANY (${THEIR_IDS}) AND s.bulk_id IS NULL AND s.status <> 'sending'`,
);
