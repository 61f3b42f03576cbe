-- Who is not written to any more, and what was reported of a sent mail.

CREATE TABLE suppressions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  org_id text NOT NULL,
  -- Lower case, the domain as A-labels.
  address text NOT NULL,
  -- bounce, complaint or manual
  reason text NOT NULL,
  -- The mail that bounced or was complained of, and whose it is.
  email_id text,
  inbox_id text,
  detail text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX suppressions_once ON suppressions (org_id, address);
CREATE INDEX suppressions_listed ON suppressions (org_id, id);

-- What a received report did: a report counts once, however often its mail is finished.
CREATE TABLE delivery_reports (
  report_email_id text PRIMARY KEY,
  -- The sent mail it is about.
  email_id text NOT NULL,
  org_id text NOT NULL,
  -- bounce, complaint, delivered or delayed
  kind text NOT NULL,
  -- [{address, status, diagnostic}]
  recipients jsonb NOT NULL,
  reported_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX delivery_reports_by_email ON delivery_reports (email_id);
