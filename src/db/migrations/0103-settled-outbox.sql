-- Settled rows are purged daily, by when that was.
CREATE INDEX outbox_settled ON outbox (settled_at) WHERE settled_at IS NOT NULL;
