-- Events whose webhooks have not got their deliveries yet.

-- Whom an event is told to was decided with it; the rows of their deliveries are made behind it.
CREATE TABLE fan_outs (
  org_id text NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  event_id text NOT NULL,
  webhook_ids text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, seq)
);
