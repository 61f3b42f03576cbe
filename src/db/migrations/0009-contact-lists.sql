-- Whom organizations write to in bulk, and who does not want it.

CREATE TABLE contact_lists (
  id text PRIMARY KEY,
  org_id text NOT NULL,
  name text NOT NULL,
  description text,
  -- Contacts that are shown.
  contact_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 80);
CREATE INDEX contact_lists_listed ON contact_lists (org_id, created_at, id);

CREATE TABLE contacts (
  list_id text NOT NULL,
  -- The address in lower case: the order of pages.
  address_key text COLLATE "C" NOT NULL,
  org_id text NOT NULL,
  -- As it was given.
  address text NOT NULL,
  name text,
  -- {name: text, number or boolean}
  variables jsonb,
  -- subscribed or unsubscribed
  status text NOT NULL DEFAULT 'subscribed',
  unsubscribed_at timestamptz,
  -- Not shown: kept so that whoever unsubscribed stays so when the address is added again.
  removed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (list_id, address_key)
) WITH (fillfactor = 90);
CREATE INDEX contacts_unsubscribed ON contacts (list_id, address_key)
  WHERE status = 'unsubscribed';
