-- The signature that a mail left with: it is made at each attempt, and its bytes begin with it.

ALTER TABLE sends ADD COLUMN dkim_signature text;
