-- What a database knows of where it is: a restored one goes on somewhere else.

-- One row: where this database is, and whether mail may leave it.
CREATE TABLE installation (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- The cluster; null where nobody may ask for it.
  cluster text,
  -- The database in its cluster and this table in it, which are others wherever a dump is restored; null
  -- before the first start.
  place text,
  -- Counted up now and then, and kept outside of the database: one that is behind that is an older one.
  mark bigint NOT NULL DEFAULT 0,
  -- Since when no mail leaves, and why; null while it does.
  held_since timestamptz,
  held_because text
);
INSERT INTO installation DEFAULT VALUES;

-- The numbers of transactions begin anew in every cluster. What a database brings along from another one
-- has to come before all that follows, so from then on something is added to them. It is part of the
-- function, as reading it from a table would cost every event; src/db/place.ts makes it anew.
CREATE FUNCTION xid_offset() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE RETURN 0::bigint;

-- The number of this transaction, in the order of all there ever were.
CREATE FUNCTION event_xid() RETURNS xid8 LANGUAGE sql STABLE
  RETURN (pg_current_xact_id()::text::bigint + xid_offset())::text::xid8;

-- Every transaction before this number is over.
CREATE FUNCTION settled_xid() RETURNS xid8 LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + xid_offset())::text::xid8;

ALTER TABLE events ALTER COLUMN xid SET DEFAULT event_xid();
ALTER TABLE webhook_deliveries ALTER COLUMN xid SET DEFAULT event_xid();
