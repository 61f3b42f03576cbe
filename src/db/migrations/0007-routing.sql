-- Rules that give agents and inboxes the mail that is meant for them.

CREATE TABLE routing_rules (
  id text PRIMARY KEY,
  org_id text NOT NULL,
  name text NOT NULL,
  -- Null: no condition.
  category text,
  from_pattern text,
  subject_pattern text,
  -- One of them at least.
  target_agent_id text,
  target_inbox_id text,
  priority integer NOT NULL,
  enabled boolean NOT NULL,
  -- Of the statement: rules of one organization are made one after the other.
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX routing_rules_in_order ON routing_rules (org_id, priority, created_at, id);

-- Counts the changes of an organization's rules, so that whoever has read them knows if they are
-- still the same. No row: it never had any. Locked by each change.
CREATE TABLE routing_versions (
  org_id text PRIMARY KEY,
  version integer NOT NULL
) WITH (fillfactor = 50);

-- What rules did with a mail, once and for all.
CREATE TABLE routed_emails (
  email_id text PRIMARY KEY,
  org_id text NOT NULL,
  agent_rule_id text,
  agent_id text,
  inbox_rule_id text,
  inbox_id text,
  -- copied; present: the inbox had the message; gone: there is no such inbox any more
  copying text,
  copy_id text,
  routed_at timestamptz NOT NULL DEFAULT now()
);

-- The mail that a copy was made of. A copy is not routed again.
ALTER TABLE emails ADD routed_from text;
-- A message is copied into an inbox once, whichever of its recipients it is copied from.
CREATE UNIQUE INDEX emails_copied_once ON emails (inbox_id, stored_message_id)
  WHERE routed_from IS NOT NULL;
