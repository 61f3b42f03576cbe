-- Sessions of browsers, each held by one process, and what was done in them.
CREATE TABLE browser_sessions (
  id text PRIMARY KEY,
  org_id text NOT NULL,
  -- Null where it is for no inbox.
  inbox_id text,
  -- The key or grant that opened it, and the key that is counted.
  principal text NOT NULL,
  key_id text NOT NULL,
  -- OPEN, CLOSED, LOST
  status text NOT NULL DEFAULT 'OPEN',
  -- Why it ended; null where somebody closed it.
  why text,
  -- Null until a process has taken it.
  process text,
  lease_until timestamptz,
  steps integer NOT NULL DEFAULT 0,
  ttl_seconds integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
) WITH (fillfactor = 80);
CREATE INDEX browser_sessions_by_org ON browser_sessions (org_id, created_at, id);
CREATE INDEX browser_sessions_by_inbox ON browser_sessions (inbox_id) WHERE inbox_id IS NOT NULL;
CREATE INDEX browser_sessions_open ON browser_sessions (process) WHERE status = 'OPEN';
CREATE INDEX browser_sessions_ended ON browser_sessions (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE browser_steps (
  id text PRIMARY KEY,
  session_id text NOT NULL REFERENCES browser_sessions (id) ON DELETE CASCADE,
  n integer NOT NULL,
  action text NOT NULL,
  -- queued, doing, done, unknown, cancelled
  status text NOT NULL DEFAULT 'queued',
  -- What is to be done, until it is; then what is shown of it in lists, and all that it came to.
  sealed_input bytea,
  sealed_told bytea,
  sealed_outcome bytea,
  picture bytea,
  created_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
  started_at timestamptz,
  ended_at timestamptz,
  UNIQUE (session_id, n)
) WITH (fillfactor = 80);
ALTER TABLE browser_steps ALTER COLUMN sealed_outcome SET STORAGE EXTERNAL,
  ALTER COLUMN picture SET STORAGE EXTERNAL;
