-- An attachment is read out of the bytes of its message: `raw_length` of them behind the first `raw_offset`,
-- whose `encoding` is undone. Null where its bytes are in `content`: those of before, and the few that stand in pieces.
ALTER TABLE attachments
  ADD COLUMN raw_offset integer,
  ADD COLUMN raw_length integer,
  ADD COLUMN encoding text,
  ALTER COLUMN content DROP NOT NULL;
