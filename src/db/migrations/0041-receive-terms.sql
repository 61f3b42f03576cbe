-- How often it changed what decides how an organization receives mail: its receive lists and its plan. Who keeps
-- them in memory compares the number when mail is stored (decision 0029).

-- The number is the sum of its rows. There are as many as transactions counted at once.
CREATE TABLE receive_terms (
  org_id text NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  changes bigint NOT NULL,
  PRIMARY KEY (org_id, id)
) WITH (fillfactor = 50);

-- A row that somebody else has locked is left alone: no two transactions wait for each other.
CREATE FUNCTION count_terms_change(whose text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE receive_terms SET changes = changes + 1
  WHERE org_id = whose AND id = (
    SELECT id FROM receive_terms WHERE org_id = whose ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    INSERT INTO receive_terms (org_id, changes) VALUES (whose, 1);
  END IF;
END $$;

-- Triggers, so that no statement can forget it.
CREATE FUNCTION count_rule_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_terms_change(org_id) FROM changed WHERE direction = 'receive' GROUP BY org_id;
  RETURN NULL;
END $$;

CREATE TRIGGER address_rules_added AFTER INSERT ON address_rules REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_rule_changes();
CREATE TRIGGER address_rules_removed AFTER DELETE ON address_rules REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_rule_changes();
CREATE TRIGGER address_rules_changed AFTER UPDATE ON address_rules REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_rule_changes();

CREATE FUNCTION count_plan_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_terms_change(NEW.id);
  RETURN NULL;
END $$;

CREATE TRIGGER orgs_plan_changed AFTER UPDATE ON orgs
  FOR EACH ROW WHEN (OLD.plan IS DISTINCT FROM NEW.plan) EXECUTE FUNCTION count_plan_change();
