import type { Database } from '../../db/database.js';
import type { MailboxName } from '../../store/mail/mailbox-view.js';
import type { FoundMailbox } from './view.js';

/** A mailbox somebody has open, or an inbox somebody is signed in to; `modseq` is how far it is known. */
export interface Watched {
  readonly inboxId: string;
  /** Null: whether it may still be read is all that is asked. */
  readonly mailbox: MailboxName | null;
  readonly modseq: number;
}

/** What became of it. */
export interface MailboxChanges extends FoundMailbox {
  readonly inboxId: string;
  readonly mailbox: MailboxName | null;
  /** The password, hashed; null when the inbox is deleted. */
  readonly passwordHash: Buffer | null;
}

const LEFT_UID = `CASE w.mailbox
  WHEN 'INBOX' THEN c.left_inbox WHEN 'Sent' THEN c.left_sent WHEN 'Spam' THEN c.left_spam ELSE 0 END`;

const MARK = 'e.mailbox_uid, e.id, e.is_read, e.modseq';

// One counter numbers all that happens in an inbox: where it stands still there is nothing to be read.
const LOOK = `
WITH changed AS MATERIALIZED (
  SELECT w.inbox_id, w.mailbox, w.modseq AS known, coalesce(c.next_uid - 1, 0) AS modseq,
    coalesce(${LEFT_UID}, 0) AS left_uid, coalesce(c.left_at, 0) > w.modseq AS is_whole
  FROM unnest($1::text[], $2::text[], $3::bigint[]) AS w(inbox_id, mailbox, modseq)
  LEFT JOIN inbox_counters c ON c.inbox_id = w.inbox_id
  WHERE c.next_uid - 1 IS DISTINCT FROM w.modseq
)
SELECT w.inbox_id AS "inboxId", w.mailbox, i.imap_password_hash AS "passwordHash",
  coalesce(a.uid_validity, 0)::float8 AS "uidValidity", w.modseq::float8 AS modseq,
  w.left_uid::float8 AS "leftUid", w.is_whole AS "isWhole", found.marks
FROM changed w
LEFT JOIN inboxes i ON i.id = w.inbox_id AND i.deleted_at IS NULL
LEFT JOIN addresses a ON a.address = i.address AND a.domain_id = coalesce(i.domain_id, '')
CROSS JOIN LATERAL (
  SELECT coalesce(json_agg(json_build_array(m.mailbox_uid, m.id, m.is_read, m.modseq)
    ORDER BY m.mailbox_uid), '[]') AS marks
  FROM (
    SELECT ${MARK} FROM emails e
    WHERE e.inbox_id = w.inbox_id AND e.mailbox = w.mailbox
      AND e.mailbox_uid > CASE WHEN w.is_whole THEN 0 ELSE w.known END
    UNION ALL
    SELECT ${MARK} FROM emails e
    WHERE e.inbox_id = w.inbox_id AND e.mailbox = w.mailbox AND NOT w.is_whole
      AND e.modseq > w.known AND e.modseq > e.mailbox_uid AND e.mailbox_uid <= w.known) AS m) AS found`;

/** What the hub of mailboxes asks of storage. */
export class MailboxStore {
  constructor(private readonly database: Database) {}

  /** What changed of these, in one statement; the others are left out. @throws AppError 503 */
  look(watched: readonly Watched[]): Promise<MailboxChanges[]> {
    return this.database.query<MailboxChanges>(LOOK, [
      watched.map(({ inboxId }) => inboxId),
      watched.map(({ mailbox }) => mailbox),
      watched.map(({ modseq }) => modseq),
    ]);
  }
}
