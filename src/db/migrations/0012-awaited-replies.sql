-- Waits for the reply to a sent mail, and what it takes to tell a reply.

-- Sent by a program or to many: it ends no wait for a reply.
ALTER TABLE emails ADD automatic boolean NOT NULL DEFAULT false;

ALTER TABLE durable_waits
  -- The sent mail whose reply is awaited, and its thread; null for every other wait.
  ADD email_id text,
  ADD thread_id text,
  -- [{after_seconds, text}] in their order; of them those that are over, and those that were sent.
  ADD reminders jsonb NOT NULL DEFAULT '[]',
  ADD reminders_done integer NOT NULL DEFAULT 0,
  ADD reminders_sent integer NOT NULL DEFAULT 0,
  -- What keeps the next one from being sent is looked at again then.
  ADD remind_after timestamptz;
CREATE INDEX durable_waits_by_email ON durable_waits (email_id) WHERE email_id IS NOT NULL;

DROP INDEX events_once;
CREATE UNIQUE INDEX events_once ON events (resource_id, kind)
  WHERE kind IN ('email.received', 'email.received.spam', 'email.replied', 'thread.created',
    'wait.matched', 'wait.expired');
