// When keys are changed, and which of them something is to be done about.

/** When the keys of a domain are changed, as intervals of Postgres (docs/domains.md). */
export const ROTATION = {
  /** How long a key signs before the next one is made. */
  signs: '1 year',
  /** How long looks must have seen the next one. */
  seen: '1 hour',
  /** How long the one before stays published. */
  retires: '7 days',
  /** How long the next one is waited for. */
  waits: '14 days',
} as const;

/** SQL: whether the key `k` of a domain has signed for long enough, and none was made to follow it. */
export const hasSigned = (domainId = '$1'): string => `
  (k.state = 'signing' AND k.signs_since <= now() - interval '${ROTATION.signs}'
    AND NOT EXISTS (SELECT FROM dkim_keys n WHERE n.domain_id = ${domainId}
      AND (n.state = 'next' OR n.created_at > now() - interval '${ROTATION.waits}')))`;

/** SQL: whether the key `k` of a domain was seen for long enough, by the last look as well. */
export const isSeen = (domainId = '$1'): string => `
  (k.state = 'next' AND k.seen_since <= now() - interval '${ROTATION.seen}' AND EXISTS (
    SELECT FROM domains d WHERE d.id = ${domainId} AND d.results->'dkim_next'->>'status' = 'ok'
      AND NOT d.results->'dkim_next' ? 'error'))`;

/** SQL: whether something is to be done about the keys of a domain. */
export const keysAreDue = (domainId = '$1'): string => `
EXISTS (SELECT FROM dkim_keys k WHERE k.domain_id = ${domainId} AND (
  ${isSeen(domainId)}
  OR (k.state = 'next' AND k.created_at <= now() - interval '${ROTATION.waits}')
  OR (k.state = 'retired' AND k.retired_at <= now() - interval '${ROTATION.retires}')
  OR ${hasSigned(domainId)}))`;
