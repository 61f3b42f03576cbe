-- Mailboxes as mail programs see them: which mail is in which, and the numbers it has there.

-- INBOX, Spam or Sent; null: in none of them. Both numbers are of the counter of its inbox, from which `uid` is
-- too: mailbox_uid is that of its entering (its UID there), modseq that of its last change.
ALTER TABLE emails
  ADD COLUMN mailbox text,
  ADD COLUMN mailbox_uid bigint,
  ADD COLUMN modseq bigint;

UPDATE emails e SET mailbox = m.mailbox, mailbox_uid = m.uid, modseq = m.uid
FROM (
  SELECT e.id, e.uid, CASE
    WHEN e.status IN ('received', 'held') THEN CASE WHEN e.is_spam THEN 'Spam' ELSE 'INBOX' END
    WHEN s.status IN ('sent', 'unknown', 'bounced') THEN 'Sent' END AS mailbox
  FROM emails e LEFT JOIN sends s ON s.email_id = e.id) AS m
WHERE m.id = e.id AND m.mailbox IS NOT NULL;

CREATE UNIQUE INDEX emails_by_mailbox ON emails (inbox_id, mailbox, mailbox_uid)
  WHERE mailbox IS NOT NULL;
-- Mail that changed since it entered: accepting it writes no entry.
CREATE INDEX emails_changed ON emails (inbox_id, modseq)
  WHERE mailbox IS NOT NULL AND modseq > mailbox_uid;
-- emails_by_mailbox counts as well.
DROP INDEX emails_listed;

-- left_at: the number of the last time that mail left a mailbox; who saw less of the counter has to read the mailbox
-- anew. left_…: the highest UID that left each, so that the next one is foretold right.
ALTER TABLE inbox_counters
  ADD COLUMN left_at bigint NOT NULL DEFAULT 0,
  ADD COLUMN left_inbox bigint NOT NULL DEFAULT 0,
  ADD COLUMN left_sent bigint NOT NULL DEFAULT 0,
  ADD COLUMN left_spam bigint NOT NULL DEFAULT 0;

-- UIDVALIDITY of the inbox that has the address, and then of what was the last to have it.
ALTER TABLE addresses ADD COLUMN uid_validity bigint NOT NULL DEFAULT 0;
UPDATE addresses a SET uid_validity = i.created
FROM (
  SELECT address, coalesce(domain_id, '') AS domain_id,
    floor(extract(epoch FROM max(created_at)))::bigint AS created
  FROM inboxes GROUP BY 1, 2) AS i
WHERE i.address = a.address AND i.domain_id = a.domain_id;
