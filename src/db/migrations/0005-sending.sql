-- The ledger of what leaves.

-- A mail that leaves, beside its rows in emails (direction and status 'outbound') and stored_messages.
CREATE TABLE sends (
  email_id text PRIMARY KEY,
  org_id text NOT NULL,
  inbox_id text NOT NULL,
  -- queued, sending, sent, failed, unknown, cancelled, bounced
  status text NOT NULL DEFAULT 'queued',
  -- Whom it goes to, each once: [{address, local, status, response}], status as above.
  recipients jsonb NOT NULL,
  send_at timestamptz,
  provider text,
  provider_message_id text,
  error text,
  -- Attempts that ended.
  attempt_count integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  bulk_id text,
  bulk_index integer,
  client_ref text,
  -- The mail it answers.
  replies_to text,
  idempotency_key text,
  request_hash bytea,
  metadata jsonb NOT NULL DEFAULT '{}',
  workflow_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When a run last got on with it.
  touched_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  -- When it got into a status that it does not leave by itself.
  completed_at timestamptz
) WITH (fillfactor = 70);
CREATE INDEX sends_open ON sends (touched_at) WHERE completed_at IS NULL;
CREATE UNIQUE INDEX sends_by_bulk ON sends (bulk_id, bulk_index) WHERE bulk_id IS NOT NULL;
CREATE INDEX sends_open_by_bulk ON sends (bulk_id, bulk_index)
  WHERE bulk_id IS NOT NULL AND completed_at IS NULL;
CREATE UNIQUE INDEX sends_once ON sends (org_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX sends_by_provider_id ON sends (org_id, hashtextextended(provider_message_id, 0))
  WHERE provider_message_id IS NOT NULL;

-- Written before a provider is called, completed after it: no mail is handed over without its row.
CREATE TABLE send_attempts (
  email_id text NOT NULL,
  number integer NOT NULL,
  provider text,
  started_at timestamptz NOT NULL DEFAULT now(),
  -- Null while it is under way: handed over, and nobody knows what came of it.
  duration_ms integer,
  -- accepted, deferred, refused, unknown
  outcome text,
  response text,
  workflow_id text,
  PRIMARY KEY (email_id, number)
) WITH (fillfactor = 80);

-- Many mails sent in one request. Its mails are the rows of sends that name it.
CREATE TABLE bulks (
  id text PRIMARY KEY,
  org_id text NOT NULL,
  -- The inboxes it sends from.
  inbox_ids text[] NOT NULL,
  -- RUNNING, PAUSED, COMPLETED, CANCELLED
  status text NOT NULL DEFAULT 'RUNNING',
  mode text NOT NULL,
  total integer NOT NULL,
  accepted integer NOT NULL DEFAULT 0,
  rejected integer NOT NULL DEFAULT 0,
  -- Mail to a list is made by its run, a part of the list at a time: from this,
  contact_list_id text,
  template jsonb,
  -- up to and with this contact,
  list_after text COLLATE "C",
  -- until all is made; mail that came with the request is from the start.
  filled_at timestamptz,
  idempotency_key text,
  request_hash bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When its run last got on with it, and when it means to look again.
  touched_at timestamptz NOT NULL DEFAULT now(),
  look_at timestamptz,
  -- When nothing of it was left to do, told of by bulk.completed.
  completed_at timestamptz
) WITH (fillfactor = 70);
CREATE INDEX bulks_open ON bulks (touched_at) WHERE completed_at IS NULL;
CREATE UNIQUE INDEX bulks_once ON bulks (org_id, idempotency_key) WHERE idempotency_key IS NOT NULL;

-- Messages of a bulk send that were not accepted.
CREATE TABLE bulk_rejections (
  bulk_id text NOT NULL,
  bulk_index integer NOT NULL,
  client_ref text,
  error text NOT NULL,
  PRIMARY KEY (bulk_id, bulk_index)
);

-- What an inbox sent on a day (UTC), for inboxes with a limit.
CREATE TABLE daily_sends (
  inbox_id text NOT NULL,
  day date NOT NULL,
  used integer NOT NULL,
  PRIMARY KEY (inbox_id, day)
) WITH (fillfactor = 50);
