// Which mails of the ledger a person has to decide about before they leave. It is looked at where a mail is written,
// and again where an attempt is begun. The rule is the function `needs_approval` of the database.

/** SQL: how lists spell the address of the recipient `r`. */
export const KEY_OF_RECIPIENT = `coalesce(r->>'key', lower(r->>'address' COLLATE "C"))`;

/** SQL: whether mail reached the recipient `r`, or may have, or came back from there. */
export const WAS_WRITTEN_TO = `r->>'status' IN ('sent', 'unknown', 'bounced')`;

/**
 * SQL: joins, as `policy`, whether an organization has any: `notes_written` is null where it has none, and true where
 * one asks whether somebody was written to before.
 */
export const joinPolicies = (send: string): string => `
CROSS JOIN LATERAL (
  SELECT bool_or(p.sends = 'new_recipients') AS notes_written
  FROM approval_policies p WHERE p.org_id = ${send}.org_id
) AS policy`;

/** SQL: whether a send needs approval that it does not have, by the `policy` that was joined to it. */
export const isUnapproved = (send: string): string => `CASE
  WHEN policy.notes_written IS NULL OR ${send}.approved_at IS NOT NULL OR ${send}.notice_of IS NOT NULL
    THEN false
  ELSE needs_approval(${send}.org_id, ${send}.inbox_id, ${send}.recipients, ${send}.replies_to) END`;

/** Writes down whom the mails $1 were sent to. */
export const NOTE_WRITTEN_TO = `
WITH written AS (
  INSERT INTO written_addresses (org_id, address)
  SELECT DISTINCT s.org_id, ${KEY_OF_RECIPIENT}
  FROM sends s CROSS JOIN LATERAL jsonb_array_elements(s.recipients) AS r
  WHERE s.email_id = ANY ($1) AND ${WAS_WRITTEN_TO}
  -- In one order everywhere, so that two statements never wait for each other in a ring.
  ORDER BY 1, 2
  ON CONFLICT DO NOTHING
)
SELECT`;
