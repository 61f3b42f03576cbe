-- Waits that outlive their request, and what they found.

-- A row is the truth about a wait; its run only sees to it that somebody looks in time.
CREATE TABLE durable_waits (
  id text PRIMARY KEY,
  org_id text NOT NULL,
  inbox_id text NOT NULL,
  kind text NOT NULL,
  from_part text,
  subject_part text,
  category text,
  has_otp boolean NOT NULL DEFAULT false,
  -- Mails above this uid count, and of those the ones received at since or later.
  after_uid bigint NOT NULL,
  since timestamptz,
  since_email_id text,
  count integer NOT NULL,
  -- waiting, matched, expired or cancelled
  status text NOT NULL DEFAULT 'waiting',
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Null while it is waiting.
  ended_at timestamptz,
  deleted_at timestamptz,
  -- When the reconciler last asked for its run.
  checked_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 80);
CREATE INDEX durable_waits_listed ON durable_waits (org_id, created_at, id);
CREATE INDEX durable_waits_by_inbox ON durable_waits (inbox_id);
-- The one index on its condition, so that a plan made for an empty table can take no other.
CREATE INDEX durable_waits_open ON durable_waits (inbox_id) WHERE status = 'waiting';
CREATE INDEX durable_waits_open_by_org ON durable_waits (org_id) WHERE ended_at IS NULL;
CREATE INDEX durable_waits_due ON durable_waits (expires_at) WHERE ended_at IS NULL;
CREATE INDEX durable_waits_to_check ON durable_waits (checked_at) WHERE ended_at IS NULL;
CREATE INDEX durable_waits_ended ON durable_waits (ended_at) WHERE ended_at IS NOT NULL;

-- Mails a wait found, each once. What was read from a mail is forgotten when the mail is deleted.
CREATE TABLE durable_wait_matches (
  wait_id text NOT NULL REFERENCES durable_waits ON DELETE CASCADE,
  email_id text NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,
  received_at timestamptz NOT NULL,
  code text,
  link text,
  PRIMARY KEY (wait_id, email_id)
);
CREATE INDEX durable_wait_matches_by_email ON durable_wait_matches (email_id);
