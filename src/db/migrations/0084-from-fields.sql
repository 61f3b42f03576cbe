-- The From fields of a message that nobody signed, as they came (a character a byte): what is read of it to find out who
-- sent it. Null: its bytes are read.
ALTER TABLE stored_messages ADD COLUMN from_fields text;
