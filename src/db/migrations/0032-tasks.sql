-- Work that takes time. The row decides; its run does the steps and watches the clock.
CREATE TABLE tasks (
  id text PRIMARY KEY,
  org_id text NOT NULL,
  -- Null where it is about no inbox.
  inbox_id text,
  agent_id text,
  type text NOT NULL,
  status text NOT NULL,
  input jsonb NOT NULL,
  output jsonb,
  output_schema jsonb,
  error text,
  progress jsonb,
  requires_approval boolean NOT NULL,
  priority smallint NOT NULL,
  max_attempts smallint NOT NULL,
  attempt smallint NOT NULL DEFAULT 0,
  -- For custom tasks alone: when it may be claimed again; null while it may not be.
  claimable_at timestamptz,
  lease_token bytea,
  lease_until timestamptz,
  checkpoint jsonb,
  -- Each change has one event, of this number.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  completed_at timestamptz,
  expires_at timestamptz NOT NULL,
  timeout_seconds integer NOT NULL,
  checked_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 80);
CREATE INDEX tasks_by_org ON tasks (org_id, created_at, id);
CREATE INDEX tasks_by_inbox ON tasks (inbox_id) WHERE inbox_id IS NOT NULL;
-- The queue: by priority, then age.
CREATE INDEX tasks_claimable ON tasks (org_id, priority DESC, created_at, id)
  WHERE claimable_at IS NOT NULL;
CREATE INDEX tasks_open ON tasks (checked_at) WHERE completed_at IS NULL;
CREATE INDEX tasks_ended ON tasks (completed_at) WHERE completed_at IS NOT NULL;

-- What was done, a row each; written in the transaction of what the step did.
CREATE TABLE task_steps (
  task_id text NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  name text NOT NULL,
  position smallint NOT NULL,
  status text NOT NULL,
  attempt integer NOT NULL,
  result jsonb NOT NULL DEFAULT '{}',
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (task_id, name)
);

-- All that happened to a task.
CREATE TABLE task_events (
  task_id text NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  number integer NOT NULL,
  kind text NOT NULL,
  data jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (task_id, number)
);

-- A wait that a task opened tells it of its end.
ALTER TABLE durable_waits ADD task_id text;

-- What a person decides before it happens.
CREATE TABLE approvals (
  id text PRIMARY KEY,
  org_id text NOT NULL,
  inbox_id text,
  -- What waits for it: its kind and its id.
  kind text NOT NULL,
  resource_id text NOT NULL,
  status text NOT NULL DEFAULT 'PENDING',
  requested_by text NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  decided_by text,
  decided_at timestamptz,
  comment text
);
CREATE INDEX approvals_by_org ON approvals (org_id, requested_at, id);
CREATE UNIQUE INDEX approvals_open ON approvals (resource_id) WHERE status = 'PENDING';
CREATE INDEX approvals_by_resource ON approvals (resource_id);
