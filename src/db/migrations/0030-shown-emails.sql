-- The JSON of an email, made once.

-- shown: lines of JSON members, the candidates first; shown_links: those that may be much. What changes is put
-- beside them at reading, bodies stay where they are. Version 0: what was stored before, whose candidates and
-- links are in the columns of those names; a run makes its JSON.
ALTER TABLE stored_messages
  ADD COLUMN shown_version smallint NOT NULL DEFAULT 0,
  ADD COLUMN shown text,
  ADD COLUMN shown_links text;

-- What the run is still to upgrade; nothing new is ever in it.
CREATE INDEX stored_messages_to_upgrade ON stored_messages (id) WHERE shown_version < 1;
