-- Calls of tools that go on after their request was answered.
CREATE TABLE tool_tasks (
  id text PRIMARY KEY,
  org_id text NOT NULL,
  -- The API key or the grant that called: nobody else may see it.
  owner_id text NOT NULL,
  status text NOT NULL DEFAULT 'working',
  -- Its result or its error as JSON, once there is one.
  sealed_answer bytea,
  created_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
  changed_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
  -- When its process was last known to run it.
  alive_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX tool_tasks_by_owner ON tool_tasks (owner_id, created_at);
ALTER TABLE tool_tasks ALTER COLUMN sealed_answer SET STORAGE EXTERNAL;
