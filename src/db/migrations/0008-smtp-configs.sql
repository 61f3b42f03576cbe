-- Through whom an organization sends.

CREATE TABLE smtp_configs (
  id text PRIMARY KEY,
  org_id text NOT NULL,
  -- SMTP, SES, SENDGRID, POSTMARK or RESEND
  provider text NOT NULL,
  name text NOT NULL,
  username text,
  -- Of SMTP and SES the password, of the others the API key.
  sealed_password bytea,
  sealed_api_key bytea,
  region text,
  from_email text,
  -- The domain of from_email: lower case, A-labels.
  from_domain text,
  host text,
  port integer,
  secure boolean NOT NULL DEFAULT false,
  base_url text,
  is_default boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX smtp_configs_listed ON smtp_configs (org_id, created_at, id);
CREATE UNIQUE INDEX smtp_configs_default ON smtp_configs (org_id) WHERE is_default;
