-- What an organization keeps, in bytes; when it took its addresses; what mails to a list count.

-- Null of what was taken before anybody counted.
ALTER TABLE addresses ADD COLUMN taken_at timestamptz;
ALTER TABLE addresses ALTER COLUMN taken_at SET DEFAULT now();
CREATE INDEX addresses_taken ON addresses (org_id, taken_at);

CREATE FUNCTION draft_bytes(message jsonb, text_body text, html_body text, attachments jsonb)
RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  octet_length(message::text) + coalesce(octet_length(text_body), 0)
  + coalesce(octet_length(html_body), 0)
  + (SELECT coalesce(sum((file->>'size')::bigint), 0)::bigint
     FROM jsonb_array_elements(attachments) AS file);

ALTER TABLE drafts ADD COLUMN size bigint NOT NULL
  GENERATED ALWAYS AS (draft_bytes(message, text_body, html_body, attachments)) STORED;

-- What an organization keeps is the sum of its rows. There are as many as transactions counted at once.
CREATE TABLE storage_usage (
  org_id text NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  bytes bigint NOT NULL,
  PRIMARY KEY (org_id, id)
) WITH (fillfactor = 50);

-- When it was last compared with the mail and the drafts that are there.
ALTER TABLE orgs ADD COLUMN storage_counted_at timestamptz NOT NULL DEFAULT now();

-- What each mail to a contact list counts in a month: it is given back where none is made.
ALTER TABLE bulks ADD COLUMN cost_each integer NOT NULL DEFAULT 1;

-- Triggers, so that no statement that adds or removes mail can forget it; one call a statement and
-- organization. A row that somebody else has locked is left alone: nobody waits to count, so a long purge
-- holds up no mail, and no two transactions wait for each other.
CREATE FUNCTION add_storage(whose text, more bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE storage_usage SET bytes = bytes + more
  WHERE org_id = whose AND id = (
    SELECT id FROM storage_usage WHERE org_id = whose ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    INSERT INTO storage_usage (org_id, bytes) VALUES (whose, more);
  END IF;
END $$;

CREATE FUNCTION count_storage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM add_storage(org_id, sum(size)::bigint) FROM added GROUP BY org_id;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM add_storage(org_id, -sum(size)::bigint) FROM removed GROUP BY org_id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER emails_added AFTER INSERT ON emails REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_storage();
CREATE TRIGGER emails_removed AFTER DELETE ON emails REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_storage();
CREATE TRIGGER drafts_added AFTER INSERT ON drafts REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_storage();
CREATE TRIGGER drafts_changed AFTER UPDATE ON drafts
  REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_storage();
CREATE TRIGGER drafts_removed AFTER DELETE ON drafts REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_storage();

-- The triggers are there: nothing changes any more that is not counted.
INSERT INTO storage_usage (org_id, bytes)
SELECT org_id, sum(size) FROM (
  SELECT org_id, size FROM emails UNION ALL SELECT org_id, size FROM drafts) AS kept
GROUP BY org_id;
