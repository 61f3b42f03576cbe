-- Mails that are not sent yet.

CREATE TABLE drafts (
  id text PRIMARY KEY,
  org_id text NOT NULL,
  inbox_id text NOT NULL,
  -- The mail it is to answer.
  replies_to text,
  -- {to, cc, bcc, reply_to, subject, headers, metadata} as far as they are given.
  message jsonb NOT NULL DEFAULT '{}',
  text_body text,
  html_body text,
  -- [{filename, content_type, content_id, size}], and their bytes in the same order.
  attachments jsonb NOT NULL DEFAULT '[]',
  contents bytea[] NOT NULL DEFAULT '{}',
  -- Grows with each change: what was read is what is sent, or nothing is.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE drafts ALTER COLUMN contents SET STORAGE EXTERNAL;
CREATE INDEX drafts_listed ON drafts (org_id, created_at, id);
CREATE INDEX drafts_by_inbox ON drafts (inbox_id, created_at, id);
