-- Mail that a person decides about before it leaves.

-- Which mail that is. Without an inbox: of all inboxes of the organization that have no policy of their own.
CREATE TABLE approval_policies (
  org_id text NOT NULL,
  inbox_id text,
  -- never, new_recipients, external, always
  sends text NOT NULL,
  -- Addresses and domains, as lists spell them.
  always_for text[] NOT NULL,
  never_for text[] NOT NULL,
  -- Of the mail that is answered.
  reply_to_categories text[] NOT NULL,
  approvers text[] NOT NULL,
  expires_in integer NOT NULL,
  separate boolean NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX approval_policies_of ON approval_policies (org_id, coalesce(inbox_id, ''));

-- Whom an organization wrote to. Kept up from when a policy asks for it, begun with what the ledger has then.
CREATE TABLE written_addresses (
  org_id text NOT NULL,
  address text NOT NULL,
  PRIMARY KEY (org_id, address)
);

ALTER TABLE sends
  -- What it waits for, or waited for.
  ADD approval_id text,
  ADD approved_at timestamptz,
  -- The API key that asked for it; null for mail of the service itself.
  ADD requested_by text,
  -- What it tells of where the service itself wrote it: such mail needs no approval.
  ADD notice_of text;
CREATE INDEX sends_by_approval ON sends (approval_id) WHERE approval_id IS NOT NULL;

ALTER TABLE bulks
  ADD requested_by text;

ALTER TABLE durable_waits
  -- The API key that asked for the reminders.
  ADD requested_by text;

ALTER TABLE approvals
  -- Whoever asked may not decide.
  ADD separate boolean NOT NULL DEFAULT false,
  -- api, link, operator
  ADD decided_via text,
  -- Who is told by mail: how often everybody was, and when the last time.
  ADD approvers text[] NOT NULL DEFAULT '{}',
  ADD notices smallint NOT NULL DEFAULT 0,
  -- When a run last looked.
  ADD checked_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX approvals_waiting ON approvals (checked_at) WHERE status = 'PENDING';
