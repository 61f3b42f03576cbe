// When keys are changed, and which of them something is to be done about.

/** When the keys of a domain are changed, as intervals of Postgres. */
export interface RotationSchedule {
  /** How long a key signs before the next one is made. */
  readonly signs: string;
  /** How long looks must have seen the next one. */
  readonly seen: string;
  /** How long the one before stays published. */
  readonly retires: string;
  /** How long the next one is waited for. */
  readonly waits: string;
}

/** The schedule of docs/domains.md. */
export const ROTATION: RotationSchedule = {
  signs: '1 year',
  seen: '1 hour',
  retires: '7 days',
  waits: '14 days',
};

/** SQL: whether the key `k` of a domain has signed for long enough, and none was made to follow it. */
export const hasSigned = ({ signs, waits }: RotationSchedule, domainId = '$1'): string => `
  (k.state = 'signing' AND k.signs_since <= now() - interval '${signs}'
    AND NOT EXISTS (SELECT FROM dkim_keys n WHERE n.domain_id = ${domainId}
      AND (n.state = 'next' OR n.created_at > now() - interval '${waits}')))`;

/** SQL: whether the key `k` of a domain was seen for long enough, by the last look as well. */
export const isSeen = (seen: string, domainId = '$1'): string => `
  (k.state = 'next' AND k.seen_since <= now() - interval '${seen}' AND EXISTS (
    SELECT FROM domains d WHERE d.id = ${domainId} AND d.results->'dkim_next'->>'status' = 'ok'
      AND NOT d.results->'dkim_next' ? 'error'))`;

/** SQL: whether something is to be done about the keys of a domain. */
export const keysAreDue = (schedule: RotationSchedule, domainId = '$1'): string => `
EXISTS (SELECT FROM dkim_keys k WHERE k.domain_id = ${domainId} AND (
  ${isSeen(schedule.seen, domainId)}
  OR (k.state = 'next' AND k.created_at <= now() - interval '${schedule.waits}')
  OR (k.state = 'retired' AND k.retired_at <= now() - interval '${schedule.retires}')
  OR ${hasSigned(schedule, domainId)}))`;
