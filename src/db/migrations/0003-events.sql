-- What happened, and who is told of it.

-- What happened. The body is what every subscriber gets, byte for byte.
-- (xid, seq) is the order of commits: whoever reads "after the last one seen" stops below
-- pg_snapshot_xmin(pg_current_snapshot()), so that nothing commits behind its back.
CREATE TABLE events (
  id text PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  org_id text NOT NULL,
  kind text NOT NULL,
  inbox_id text,
  -- What it tells of.
  resource_id text NOT NULL,
  -- Empty once the mail it tells of is deleted: it keeps its place, and nobody is told of it any more.
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX events_in_order ON events (org_id, xid, seq);
-- A mail is told of once, whoever comes to it first: the run that finishes or the one that releases it.
CREATE UNIQUE INDEX events_once ON events (resource_id, kind)
  WHERE kind IN ('email.received', 'email.received.spam', 'thread.created', 'wait.matched',
    'wait.expired');
CREATE INDEX events_by_age ON events USING brin (created_at);

-- Whether the mail was the first one of its thread when it was stored.
ALTER TABLE emails ADD starts_thread boolean NOT NULL DEFAULT false;

CREATE TABLE webhooks (
  id text PRIMARY KEY,
  org_id text NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  inbox_ids text[],
  description text,
  ordered boolean NOT NULL DEFAULT false,
  active boolean NOT NULL DEFAULT true,
  paused_at timestamptz,
  disabled_reason text,
  -- Since when attempts have done nothing but fail; null after one that did not.
  failing_since timestamptz,
  header_names text[] NOT NULL DEFAULT '{}',
  sealed_headers bytea,
  sealed_secret bytea NOT NULL,
  -- The secret before the last rotation, valid a while longer.
  sealed_old_secret bytea,
  old_secret_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhooks_by_org ON webhooks (org_id, created_at, id);

-- One event for one webhook, and at the same time what is to be told to Temporal of it (as the
-- outbox is for everything else): queued rows wait for a run.
CREATE TABLE webhook_deliveries (
  id text PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  org_id text NOT NULL,
  webhook_id text NOT NULL,
  event_id text NOT NULL,
  kind text NOT NULL,
  status text NOT NULL DEFAULT 'PENDING',
  queued boolean NOT NULL,
  -- Attempts that ended.
  attempt_count integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  redelivery_of text,
  workflow_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When a run last took it or got on with it.
  touched_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz
) WITH (fillfactor = 80);
CREATE INDEX webhook_deliveries_listed ON webhook_deliveries (webhook_id, seq);
-- What is queued, and beside it what is pending otherwise: one index, as each costs every delivery.
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (queued, webhook_id, xid, seq)
  WHERE status = 'PENDING';
CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (event_id);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries USING brin (created_at);

-- Written before the request is sent, completed after it: no request is without its row.
CREATE TABLE webhook_attempts (
  delivery_id text NOT NULL,
  number integer NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  -- Null while it is under way.
  duration_ms integer,
  response_status integer,
  response_body text,
  error text,
  PRIMARY KEY (delivery_id, number)
) WITH (fillfactor = 80);
CREATE INDEX webhook_attempts_by_age ON webhook_attempts USING brin (started_at);
