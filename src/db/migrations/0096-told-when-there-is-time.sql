-- Rows that can wait are told before `run_after` where the machine has time, and are one row for each run until they are
-- taken. What the signal of a row carries is `signal_arg`.
ALTER TABLE outbox ADD COLUMN can_wait boolean NOT NULL DEFAULT false;
ALTER TABLE outbox ADD COLUMN signal_arg jsonb;
CREATE UNIQUE INDEX outbox_can_wait ON outbox (workflow_id)
  WHERE can_wait AND done_at IS NULL AND claimed_until IS NULL;
