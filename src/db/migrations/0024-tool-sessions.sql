-- Sessions of programs that use tools, and answers that could not be written to them.

CREATE TABLE tool_sessions (
  id text PRIMARY KEY,
  org_id text NOT NULL,
  -- The API key or the grant that opened it: nobody else may use it.
  owner_id text NOT NULL,
  protocol_version text NOT NULL,
  -- A hash of the tools that it was told of last; null before that.
  listed text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- To the minute.
  used_at timestamptz NOT NULL DEFAULT now()
);
-- The longest unused ones of an owner make room for new ones.
CREATE INDEX tool_sessions_used ON tool_sessions (owner_id, used_at);

CREATE TABLE tool_answers (
  -- The stream that it could not be written to: Last-Event-ID names it.
  id text PRIMARY KEY,
  org_id text NOT NULL,
  session_id text NOT NULL,
  -- Null: the call was cancelled, nothing is to come.
  sealed_answer bytea,
  created_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE tool_answers ALTER COLUMN sealed_answer SET STORAGE EXTERNAL;
