-- Secrets that agents use and never see, and what was done with them.
CREATE TABLE credentials (
  id text PRIMARY KEY,
  org_id text NOT NULL,
  -- Null where it is for every inbox.
  inbox_id text,
  service text NOT NULL,
  identifier text NOT NULL,
  credential_type text NOT NULL,
  label text,
  namespace text,
  origins text[] NOT NULL,
  requires_approval boolean NOT NULL,
  sealed_value bytea NOT NULL,
  -- An otpauth:// address.
  sealed_totp bytea,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
  updated_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now())
);
CREATE INDEX credentials_by_org ON credentials (org_id, created_at, id);
CREATE INDEX credentials_by_inbox ON credentials (inbox_id) WHERE inbox_id IS NOT NULL;

-- Per organization numbered without gaps, each entry over the one before.
CREATE TABLE audit_entries (
  org_id text NOT NULL,
  seq bigint NOT NULL,
  id text NOT NULL,
  credential_id text,
  action text NOT NULL,
  outcome text NOT NULL,
  metadata jsonb NOT NULL,
  principal text NOT NULL,
  created_at timestamptz NOT NULL,
  hash bytea NOT NULL,
  mac bytea NOT NULL,
  PRIMARY KEY (org_id, seq)
);

-- The last entry of each organization: its row is locked while the next is written.
CREATE TABLE audit_heads (
  org_id text PRIMARY KEY,
  seq bigint NOT NULL,
  hash bytea NOT NULL
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is only added to';
END $$;
CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_stay_all BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
