-- What domains demand of those who send to them.

-- Public data of domains, the same for every organization; RFC 8461 section 5.1 wants it kept.
CREATE TABLE sts_policies (
  domain text PRIMARY KEY,
  -- As the record in the DNS has it.
  policy_id text NOT NULL,
  -- enforce, testing, none
  mode text NOT NULL,
  mx text[] NOT NULL,
  max_age integer NOT NULL,
  valid_until timestamptz NOT NULL
);
