-- Mails that a model is to describe, once they were announced.
CREATE TABLE undescribed_emails (
  email_id text PRIMARY KEY,
  org_id text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX undescribed_emails_by_org ON undescribed_emails (org_id, asked_at);

-- What a model said of a mail: `summary` and `category`, which are in their columns then; `analysed` is the category
-- from before. Null where none was asked.
ALTER TABLE emails ADD COLUMN described jsonb;

-- As before, but that no model takes a mail out of the categories whose answers need approval.
CREATE OR REPLACE FUNCTION needs_approval(org text, inbox text, recipients jsonb, replies_to text)
RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  policy approval_policies;
BEGIN
  SELECT * INTO policy FROM approval_policies p
  WHERE p.org_id = org AND coalesce(p.inbox_id, '') IN ('', inbox)
  ORDER BY p.inbox_id NULLS LAST LIMIT 1;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  RETURN EXISTS (
    SELECT FROM emails original
    WHERE original.id = replies_to
      AND ARRAY[original.category, original.described->>'analysed'] && policy.reply_to_categories
  ) OR EXISTS (
    SELECT FROM jsonb_array_elements(recipients) AS r
    -- As lists spell it, and without the tag: that reaches the same mailbox, and is no way round what is asked for always.
    CROSS JOIN LATERAL (SELECT coalesce(r->>'key', lower(r->>'address' COLLATE "C")) AS key) AS one
    CROSS JOIN LATERAL (SELECT regexp_replace(one.key, '^([^@+]+)\+[^@]*@', '\1@') AS untagged,
      substring(one.key FROM '[^@]*$') AS domain) AS parts
    CROSS JOIN LATERAL (
      SELECT array_agg(array_to_string(label.list[place:], '.')) || one.key AS patterns
      FROM string_to_array(parts.domain, '.') AS label(list),
        generate_series(1, cardinality(label.list)) AS place) AS covering
    WHERE r->>'status' = 'queued' AND CASE
      WHEN policy.always_for && (covering.patterns || parts.untagged) THEN true
      WHEN policy.never_for && covering.patterns THEN false
      WHEN policy.sends = 'external' THEN NOT EXISTS (
          SELECT FROM inboxes i
          WHERE i.address = parts.untagged AND i.org_id = org AND i.deleted_at IS NULL)
        AND NOT EXISTS (
          SELECT FROM domains d
          WHERE d.domain = parts.domain AND d.org_id = org AND d.status IN ('ACTIVE', 'DEGRADED'))
      WHEN policy.sends = 'new_recipients' THEN NOT EXISTS (
        SELECT FROM written_addresses w WHERE w.org_id = org AND w.address = one.key)
      ELSE policy.sends = 'always' END);
END $$;
