-- When mail whose parse was put off is to be tried, and how often it was.

ALTER TABLE emails
  ADD COLUMN parse_attempts smallint NOT NULL DEFAULT 0,
  -- Nobody tries before: it is being tried, or waits after a try that failed. Null: at once.
  ADD COLUMN parse_after timestamptz;
