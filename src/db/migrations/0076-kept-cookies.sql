-- What a site gave a session that signed in with a credential: brought back by the next one.
ALTER TABLE credentials ADD sealed_cookies bytea;
-- The credential whose cookies a session began with.
ALTER TABLE browser_sessions ADD credential_id text;
