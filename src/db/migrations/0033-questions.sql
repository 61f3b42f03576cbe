-- Questions about mail, and the sentences that answer them.
CREATE TABLE questions (
  id text PRIMARY KEY,
  org_id text NOT NULL,
  question text NOT NULL,
  mode text NOT NULL,
  -- Whose mail was asked; null for every inbox of the organization.
  inbox_ids text[],
  filters jsonb NOT NULL,
  top_k smallint NOT NULL,
  status text NOT NULL DEFAULT 'PENDING',
  abstained boolean,
  confidence real,
  error text,
  created_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
  completed_at timestamptz,
  checked_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX questions_open ON questions (created_at) WHERE completed_at IS NULL;
CREATE INDEX questions_ended ON questions (completed_at) WHERE completed_at IS NOT NULL;

-- Quotes go with their mail.
CREATE TABLE citations (
  question_id text NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  position smallint NOT NULL,
  email_id text NOT NULL,
  thread_id text NOT NULL,
  inbox_id text NOT NULL,
  subject text NOT NULL,
  from_address text NOT NULL,
  received_at timestamptz NOT NULL,
  quote text NOT NULL,
  start_at integer NOT NULL,
  end_at integer NOT NULL,
  score real NOT NULL,
  PRIMARY KEY (question_id, position)
);
CREATE INDEX citations_by_email ON citations (email_id);
CREATE INDEX citations_by_inbox ON citations (inbox_id);
