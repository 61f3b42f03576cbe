-- Sign-in by OAuth: programs, what they were granted, and tokens, of which only hashes are kept.

CREATE TABLE oauth_clients (
  id text PRIMARY KEY,
  -- Null: registered without an API key.
  org_id text,
  key_id text REFERENCES api_keys ON DELETE SET NULL,
  name text,
  -- As RFC 7591 has it, without the secret.
  metadata jsonb NOT NULL,
  secret_hash bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When somebody first granted it something; until then it is forgotten after a while.
  used_at timestamptz
);
CREATE INDEX oauth_clients_listed ON oauth_clients (org_id, created_at, id);
CREATE INDEX oauth_clients_by_key ON oauth_clients (key_id);

CREATE TABLE oauth_grants (
  id text PRIMARY KEY,
  org_id text NOT NULL,
  -- The key that was signed in with, or that registered the client.
  key_id text NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  -- Of oauth_clients, or the address of a metadata document.
  client_id text NOT NULL,
  client_name text,
  -- By client_credentials: nobody signed in.
  is_machine boolean NOT NULL DEFAULT false,
  -- OAuth scopes, separated by blanks.
  scope text NOT NULL,
  -- As oidc-provider has it.
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz
) WITH (fillfactor = 80);
CREATE INDEX oauth_grants_listed ON oauth_grants (org_id, created_at, id);
CREATE INDEX oauth_grants_by_key ON oauth_grants (key_id);
CREATE UNIQUE INDEX oauth_grants_of_machines ON oauth_grants (client_id) WHERE is_machine;

CREATE TABLE oauth_tokens (
  -- SHA-256 of the token or code.
  id bytea PRIMARY KEY,
  -- AccessToken, ClientCredentials, RefreshToken or AuthorizationCode.
  kind text NOT NULL,
  is_access boolean NOT NULL GENERATED ALWAYS AS (kind IN ('AccessToken', 'ClientCredentials')) STORED,
  -- With the grant its tokens go; none is valid for longer.
  grant_id text NOT NULL REFERENCES oauth_grants ON DELETE CASCADE,
  -- The grant's: looking up a token need not look for the grant.
  key_id text NOT NULL,
  scope text NOT NULL,
  -- rest, tools; null: both.
  audience text,
  payload jsonb NOT NULL,
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz
);
CREATE INDEX oauth_tokens_by_grant ON oauth_tokens (grant_id);
CREATE INDEX oauth_tokens_expiring ON oauth_tokens (expires_at);

-- Answers to refreshes, sealed: parallel windows of a program get the same one.
CREATE TABLE oauth_refreshes (
  token_id bytea PRIMARY KEY REFERENCES oauth_tokens ON DELETE CASCADE,
  grant_id text NOT NULL,
  org_id text NOT NULL,
  sealed_answer bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX oauth_refreshes_by_grant ON oauth_refreshes (grant_id);

-- Metadata of clients that have an address for an id, for while it cannot be fetched.
CREATE TABLE oauth_documents (
  url text PRIMARY KEY,
  body text NOT NULL,
  fetched_at timestamptz NOT NULL DEFAULT now()
);

-- Sign-ins under way.
CREATE TABLE oauth_interactions (
  -- SHA-256 of what the cookie holds.
  id bytea PRIMARY KEY,
  payload jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);
