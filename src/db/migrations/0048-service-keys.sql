-- Keys of the service itself, wrapped by the master key: what they signed outlives it.
CREATE TABLE service_keys (
  purpose text PRIMARY KEY,
  wrapped_key bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
