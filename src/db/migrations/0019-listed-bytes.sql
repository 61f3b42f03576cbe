-- What a mail costs to be in a page.

-- UTF-8 bytes of what lists show of a mail. Null of mail stored before: its `size` counts then.
ALTER TABLE emails ADD COLUMN listed_bytes integer;
