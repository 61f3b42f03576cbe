import type { Queries } from '../../db/queries.js';
import { lockCounters } from '../locks.js';
import { combine, notify, statement, type SqlPart } from '../statement.js';

// Which mail is in which mailbox, and the numbers it has there (decision 0025). Whatever changes that is made of
// these parts: they keep `mailbox`, `mailbox_uid` and `modseq` of `emails` and the counters of inboxes together.

/** SQL: the mailbox of mail for its inbox; null for what is blocked or over quota. */
export const mailboxOf = (status: string, isSpam: string): string =>
  `CASE WHEN ${status} IN ('received', 'held') THEN CASE WHEN ${isSpam} THEN 'Spam' ELSE 'INBOX' END END`;

/** SQL: the mailbox of mail whose ledger has `status`; null before it left, and where it did not. */
const mailboxOfSent = (status: string): string => `CASE WHEN ${hasLeft(status)} THEN 'Sent' END`;

/** SQL: whether mail has left, or may have. */
export const hasLeft = (status: string): string => `${status} IN ('sent', 'unknown', 'bounced')`;

/** Columns of mail that is new in its inbox, and their values: its number there is that in its mailbox. */
export const NUMBERED = 'mailbox, mailbox_uid, modseq';

/** SQL: the values of the columns `NUMBERED`. */
export const numbered = (mail: {
  readonly status: string;
  readonly isSpam: string;
  readonly uid: string;
}): string => `${mailboxOf(mail.status, mail.isSpam)}, ${mail.uid}, ${mail.uid}`;

/** A part that notifies who has mailboxes open of the inboxes in `select`: `mail_arrived` tells of new mail alone. */
export const notifyMailboxes = (select: string): SqlPart => notify('mailbox_changed', select);

/**
 * A part, `counter`: the counter of each inbox gives as many numbers as there are rows `of` it, from `first_uid`.
 * Rows that have a `mailbox` leave it, and had `mailbox_uid` there. Nothing may be locked before by the same
 * transaction but counters: whoever has one waits for other rows.
 */
export const takeNumbers = (of: string): string => `counter AS (
  UPDATE inbox_counters c
  SET next_uid = c.next_uid + n.mails,
    left_at = CASE WHEN n.leaving THEN c.next_uid + n.mails - 1 ELSE c.left_at END,
    left_inbox = greatest(c.left_inbox, n.left_inbox),
    left_sent = greatest(c.left_sent, n.left_sent),
    left_spam = greatest(c.left_spam, n.left_spam)
  FROM (
    SELECT inbox_id, count(*) AS mails, bool_or(mailbox IS NOT NULL) AS leaving,
      max(mailbox_uid) FILTER (WHERE mailbox = 'INBOX') AS left_inbox,
      max(mailbox_uid) FILTER (WHERE mailbox = 'Sent') AS left_sent,
      max(mailbox_uid) FILTER (WHERE mailbox = 'Spam') AS left_spam
    FROM ${of} GROUP BY inbox_id) AS n
  WHERE c.inbox_id = n.inbox_id
  RETURNING c.inbox_id, c.next_uid - n.mails AS first_uid
)`;

/**
 * Parts that move mails. The rows `of` have the target mailbox as `into` (null: none), the place in the order of
 * their inbox as `turn`, and the bytes that `/raw` has in front of the stored ones from then on as `head_bytes`.
 */
export const moveMails = (of: string): SqlPart =>
  combine([
    takeNumbers(of),
    `moved AS (
  UPDATE emails e
  SET mailbox = m.into, mailbox_uid = counter.first_uid + m.turn - 1,
    modseq = counter.first_uid + m.turn - 1, head_bytes = m.head_bytes
  FROM ${of} AS m JOIN counter USING (inbox_id)
  WHERE e.id = ANY (ARRAY(SELECT id FROM ${of})) AND e.id = m.id
  RETURNING e.inbox_id
)`,
    notifyMailboxes('SELECT DISTINCT inbox_id FROM moved'),
  ]);

const FOLLOW_LEDGER = statement([
  `moving AS MATERIALIZED (
  SELECT e.id, e.inbox_id, e.mailbox, e.mailbox_uid, 1 AS turn, ${mailboxOfSent('s.status')} AS into,
    coalesce(octet_length(s.dkim_signature), 0) AS head_bytes
  FROM emails e JOIN sends s ON s.email_id = e.id
  WHERE e.id = $1 AND e.mailbox IS DISTINCT FROM ${mailboxOfSent('s.status')}
)`,
  moveMails('moving'),
]);

/** Puts a mail where its row of the ledger says, once `lockCountersOf` it was called in the same transaction. */
export async function followLedger(queries: Queries, emailId: string): Promise<void> {
  await queries.query(FOLLOW_LEDGER, [emailId]);
}

const LOCK_COUNTERS = statement(
  [
    `concerned AS MATERIALIZED (
  SELECT DISTINCT inbox_id FROM emails WHERE id = ANY ($1) AND (mailbox IS NOT NULL OR $2)
)`,
    lockCounters('concerned'),
  ],
  'SELECT count(*) FROM locked',
);

/**
 * Locks the counters of the inboxes of these mails: afterwards they may be moved. It has to come before any other lock.
 */
export async function lockCountersOf(queries: Queries, emailIds: readonly string[]): Promise<void> {
  await queries.query(LOCK_COUNTERS, [emailIds, true]);
}

const TAKE_OUT = statement([
  `leaving AS MATERIALIZED (
  SELECT inbox_id, mailbox, mailbox_uid FROM emails WHERE id = ANY ($1) AND mailbox IS NOT NULL
)`,
  takeNumbers('leaving'),
  notifyMailboxes('SELECT inbox_id FROM counter'),
]);

/** Counts mails out of their mailboxes, which are then deleted in the same transaction. It has to come first there. */
export async function takeOut(queries: Queries, emailIds: readonly string[]): Promise<void> {
  await queries.query(LOCK_COUNTERS, [emailIds, false]);
  await queries.query(TAKE_OUT, [emailIds]);
}
