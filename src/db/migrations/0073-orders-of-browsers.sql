-- What is asked for again by the same key of a session is done once.
ALTER TABLE browser_steps ADD key text;
CREATE UNIQUE INDEX browser_steps_by_key ON browser_steps (session_id, key) WHERE key IS NOT NULL;
-- Where the session was and its cookies, sealed, for another one that goes on.
ALTER TABLE browser_sessions ADD sealed_state bytea;
