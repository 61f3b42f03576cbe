// Which mails of the ledger a person has to decide about before they leave (docs/approvals.md). It is looked at where
// a mail is written, and again where an attempt is begun: one rule, in SQL, as both look at rows.

/** SQL: how lists spell the address of the recipient `r`. */
export const KEY_OF_RECIPIENT = `coalesce(r->>'key', lower(r->>'address' COLLATE "C"))`;

/** SQL: whether mail reached the recipient `r`, or may have, or came back from there. */
export const WAS_WRITTEN_TO = `r->>'status' IN ('sent', 'unknown', 'bounced')`;

/**
 * A part that writes down whom the mails `settled` were sent to, where a policy of their organization asks whether
 * somebody was written to before.
 */
export const noteWrittenTo = (settled: string): string => `written AS (
  INSERT INTO written_addresses (org_id, address)
  SELECT DISTINCT policy.org_id, ${KEY_OF_RECIPIENT}
  FROM ${settled} AS mail
  JOIN approval_policies policy ON policy.org_id = mail.org_id AND policy.sends = 'new_recipients'
  CROSS JOIN LATERAL jsonb_array_elements(mail.recipients) AS r
  WHERE ${WAS_WRITTEN_TO}
  -- In one order everywhere, so that two statements never wait for each other in a ring.
  ORDER BY 1, 2
  ON CONFLICT DO NOTHING
)`;

/** SQL: joins, as `policy`, what says which mails of the inbox of the send `s` need approval; nothing of those that need none. */
export const joinPolicy = (s: string): string => `
LEFT JOIN LATERAL (
  SELECT p.* FROM approval_policies p
  WHERE p.org_id = ${s}.org_id AND coalesce(p.inbox_id, '') IN ('', ${s}.inbox_id)
  ORDER BY p.inbox_id NULLS LAST LIMIT 1
) AS policy ON ${s}.approved_at IS NULL AND ${s}.notice_of IS NULL`;

// A tag reaches the same mailbox: it is no way round what is asked for always.
const UNTAGGED = `regexp_replace(one.key, '^([^@+]+)\\+[^@]*@', '\\1@')`;

const COVERING = `
SELECT array_agg(pattern) AS patterns FROM (
  SELECT one.key AS pattern
  UNION ALL
  SELECT array_to_string(label.list[place:], '.')
  FROM string_to_array(substring(one.key FROM '[^@]*$'), '.') AS label(list),
    generate_series(1, cardinality(label.list)) AS place
) AS covering`;

const isOwn = (s: string) => `(
  EXISTS (SELECT FROM inboxes i
    WHERE i.address = ${UNTAGGED} AND i.org_id = ${s}.org_id AND i.deleted_at IS NULL)
  OR EXISTS (SELECT FROM domains d
    WHERE d.domain = substring(one.key FROM '[^@]*$') AND d.org_id = ${s}.org_id
      AND d.status IN ('ACTIVE', 'DEGRADED')))`;

const isKnown = (s: string) => `EXISTS (
  SELECT FROM written_addresses w WHERE w.org_id = ${s}.org_id AND w.address = one.key)`;

const decidedByRecipient = (s: string) => `CASE
  WHEN policy.always_for && (covering.patterns || ${UNTAGGED}) THEN true
  WHEN policy.never_for && covering.patterns THEN false
  WHEN policy.sends = 'external' THEN NOT ${isOwn(s)}
  WHEN policy.sends = 'new_recipients' THEN NOT ${isKnown(s)}
  ELSE policy.sends = 'always' END`;

/** SQL: whether the send `s` needs approval, by the `policy` that was joined to it. */
export const needsApproval = (s: string): string => `CASE WHEN policy.org_id IS NULL THEN false ELSE
  EXISTS (
    SELECT FROM emails original
    WHERE original.id = ${s}.replies_to AND original.category = ANY (policy.reply_to_categories))
  OR EXISTS (
    SELECT FROM jsonb_array_elements(${s}.recipients) AS r
    CROSS JOIN LATERAL (SELECT ${KEY_OF_RECIPIENT} AS key) AS one
    CROSS JOIN LATERAL (${COVERING}) AS covering
    WHERE r->>'status' = 'queued' AND ${decidedByRecipient(s)})
  END`;
