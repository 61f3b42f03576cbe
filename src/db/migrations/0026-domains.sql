-- Domains of organizations, their DKIM keys, and inboxes that belong to them.

CREATE TABLE domains (
  id text PRIMARY KEY,
  org_id text NOT NULL,
  domain text NOT NULL,
  token text NOT NULL,
  status text NOT NULL DEFAULT 'PENDING',
  reason text,
  catch_all_inbox_id text,
  notify text[] NOT NULL DEFAULT '{}',
  subdomains text NOT NULL DEFAULT 'own',
  sending text NOT NULL DEFAULT 'on',
  -- Why and with which figures sending was stopped, and from when on mails count again.
  sending_stopped jsonb,
  sending_counts_from timestamptz,
  -- What the last looks came to, by record.
  results jsonb NOT NULL DEFAULT '{}',
  checked_at timestamptz,
  last_look text,
  next_look_at timestamptz,
  verify_asked_at timestamptz,
  verified_at timestamptz,
  bad_looks integer NOT NULL DEFAULT 0,
  bad_since timestamptz,
  misses integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  degraded_at timestamptz,
  failed_at timestamptz,
  -- When our TXT record was seen first: from then on mail for it is only put off.
  token_seen_at timestamptz,
  -- Whether the last look that told saw our mail exchangers and no other.
  sees_mx boolean NOT NULL DEFAULT false,
  -- Since when the TXT record of whoever holds the name is gone, in looks of this row.
  holder_gone_since timestamptz,
  -- The last turn that is to be told by mail, and when one was told.
  turn text,
  turn_at timestamptz,
  told_at timestamptz,
  -- Counted up with every change that a request may wait for.
  version integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX domains_once ON domains (org_id, domain);
-- One row of a name is believed.
CREATE UNIQUE INDEX domains_held ON domains (domain) WHERE status IN ('ACTIVE', 'DEGRADED');
CREATE INDEX domains_by_name ON domains (domain);
CREATE INDEX domains_listed ON domains (org_id, created_at, id);
CREATE INDEX domains_due ON domains (next_look_at) WHERE next_look_at IS NOT NULL;

-- What changed of a record from one look to the next, and what each resolver said.
CREATE TABLE domain_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  org_id text NOT NULL,
  domain_id text NOT NULL,
  record text NOT NULL,
  was text,
  status text NOT NULL,
  answers jsonb NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX domain_changes_by_domain ON domain_changes (domain_id, id);

-- A key is published under its label, which is never used again.
-- state: next (published, does not sign yet), signing, retired (still published), revoked.
CREATE TABLE dkim_keys (
  label text PRIMARY KEY,
  org_id text NOT NULL,
  -- Null for MAIL_DOMAIN.
  domain_id text,
  domain text NOT NULL,
  selector text NOT NULL,
  state text NOT NULL,
  public_key text NOT NULL,
  sealed_private_key bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When looks saw it first, without a break since.
  seen_since timestamptz,
  signs_since timestamptz,
  retired_at timestamptz
);
CREATE INDEX dkim_keys_by_domain ON dkim_keys (domain_id);
CREATE UNIQUE INDEX dkim_keys_in_use ON dkim_keys (domain, coalesce(domain_id, ''), state)
  WHERE state IN ('next', 'signing');

-- An inbox belongs to the row of its domain, and so does an address: null is MAIL_DOMAIN.
ALTER TABLE inboxes ADD COLUMN domain_id text;
DROP INDEX inboxes_by_address;
CREATE UNIQUE INDEX inboxes_by_address ON inboxes (address, domain_id) NULLS NOT DISTINCT
  WHERE deleted_at IS NULL;
CREATE INDEX inboxes_by_domain ON inboxes (domain_id, created_at, id)
  WHERE deleted_at IS NULL AND domain_id IS NOT NULL;
ALTER TABLE addresses ADD COLUMN domain_id text NOT NULL DEFAULT '';
ALTER TABLE addresses DROP CONSTRAINT addresses_pkey;
ALTER TABLE addresses ADD PRIMARY KEY (address, domain_id);
