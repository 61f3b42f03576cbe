-- The model of an organization, and what it has used of its tokens.
CREATE TABLE ai_configs (
  org_id text PRIMARY KEY,
  provider text NOT NULL,
  base_url text,
  model text,
  embedding_model text,
  sealed_api_key bytea,
  -- The origin the key was given for: it is shown to no other.
  key_origin text,
  -- Those that are on.
  features text[] NOT NULL,
  -- Null: no cap.
  monthly_token_cap bigint,
  updated_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now())
);

-- Tokens of a calendar month (UTC): used ones, and those that calls under way may still use.
CREATE TABLE ai_usage (
  org_id text NOT NULL,
  month date NOT NULL,
  tokens bigint NOT NULL,
  PRIMARY KEY (org_id, month)
);
