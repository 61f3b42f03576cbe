-- Mails that are stored together have one row of the outbox: `email_ids` are those of them that are not finished, until it
-- is settled, and its `resource_id` is their `batch_id`. All other rows are about their `resource_id` alone.
ALTER TABLE outbox ADD COLUMN email_ids text[];
ALTER TABLE emails ADD COLUMN batch_id text;
