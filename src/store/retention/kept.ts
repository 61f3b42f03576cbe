import { CHUNK_BYTES } from './chunks.js';

/** Rows that are of no use after a while. */
export interface KeptRows {
  readonly table: string;
  /** SQL: which rows are to go. */
  readonly outdated: string;
  /** SQL: the bytes of a row, where it may be large. */
  readonly bytes?: string;
}

/** What goes besides mail (Operations, Run contract: Kept). */
export const KEPT_ROWS: readonly KeptRows[] = [
  { table: 'outbox', outdated: `settled_at < now() - interval '1 day'` },
  { table: 'wait_marks', outdated: `claimed_at < now() - interval '1 hour'` },
  { table: 'wait_answers', outdated: `answered_at < now() - interval '1 hour'` },
  { table: 'durable_waits', outdated: `ended_at < now() - interval '30 days'` },
  { table: 'missing_messages', outdated: `noted_at < now() - interval '30 days'` },
  {
    table: 'events',
    outdated: `created_at < now() - interval '30 days'`,
    bytes: 'octet_length(body)',
  },
  { table: 'webhook_attempts', outdated: `started_at < now() - interval '30 days'` },
  {
    table: 'webhook_deliveries',
    outdated: `created_at < now() - interval '30 days'`,
  },
  { table: 'sts_policies', outdated: `valid_until < now()` },
  { table: 'daily_sends', outdated: `day < current_date - 7` },
  {
    table: 'bulk_rejections',
    outdated: `bulk_id IN (SELECT id FROM bulks WHERE completed_at < now() - interval '30 days')`,
  },
  {
    table: 'bulks',
    outdated: `completed_at < now() - interval '30 days'
      AND NOT EXISTS (SELECT FROM bulk_rejections r WHERE r.bulk_id = bulks.id)`,
  },
  {
    table: 'idempotent_answers',
    outdated: `created_at < now() - interval '24 hours'`,
    bytes: 'coalesce(octet_length(sealed_answer), 0)',
  },
  // Milliseconds since 1970, written by the rate limiter.
  { table: 'rate_windows', outdated: `expire < extract(epoch FROM now()) * 1000` },
  { table: 'signup_windows', outdated: `expire < extract(epoch FROM now()) * 1000` },
  {
    table: 'monthly_usage',
    outdated: `month < date_trunc('month', now() AT TIME ZONE 'UTC') - interval '13 months'`,
  },
];

/**
 * Deletes up to $1 outdated rows, fewer when they are large, and answers how many there were and how
 * many are gone; leaves alone what somebody is using.
 */
export const deleteOutdated = ({ table, outdated, bytes = '0' }: KeptRows): string => `
WITH found AS MATERIALIZED (
  SELECT ctid AS place, ${bytes} AS bytes FROM ${table} WHERE ${outdated}
  LIMIT $1 FOR UPDATE SKIP LOCKED
), chunk AS (
  SELECT place, sum(bytes) OVER (ROWS UNBOUNDED PRECEDING) - bytes AS before FROM found
), gone AS (
  DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
    SELECT place FROM chunk WHERE before < ${CHUNK_BYTES}))
  RETURNING 1)
SELECT (SELECT count(*)::int FROM found) AS found, count(*)::int AS gone FROM gone`;
