-- What IMAP tells of messages and their parts: null of those whose parts nobody has looked for yet.

-- As they go on the wire, one character a byte, and the places of all parts in the stored bytes.
ALTER TABLE stored_messages
  ADD COLUMN envelope text,
  ADD COLUMN body text,
  ADD COLUMN body_structure text,
  ADD COLUMN part_map text;

-- Bytes of /raw in front of those that are stored, and the day of the Date field as it stands there.
ALTER TABLE emails
  ADD COLUMN head_bytes integer NOT NULL DEFAULT 0,
  ADD COLUMN sent_on date;

CREATE FUNCTION pg_temp.day_of(field text) RETURNS date LANGUAGE plpgsql AS $$
DECLARE
  found text[] := regexp_match(field,
    '(\d{1,2})[ -]+(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?[ -]+(\d{4})\y', 'i');
BEGIN
  RETURN to_date(concat_ws(' ', found[1], found[2], found[3]), 'DD Mon YYYY');
EXCEPTION WHEN OTHERS THEN
  RETURN NULL;
END $$;

UPDATE emails e
SET sent_on = CASE WHEN s.headers ? 'date' THEN pg_temp.day_of(coalesce(s.headers->'date'->>0, s.headers->>'date')) END,
  head_bytes = CASE
    WHEN s.trace = '' THEN coalesce(
      (SELECT octet_length(d.dkim_signature) FROM sends d WHERE d.email_id = e.id), 0)
    ELSE 57 + octet_length(s.trace) + octet_length(e.envelope_from) + 2 * octet_length(e.delivered_to) END
FROM stored_messages s
WHERE s.id = e.stored_message_id;

DROP FUNCTION pg_temp.day_of(text);
