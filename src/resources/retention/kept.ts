/** Rows that are of no use after a while. */
export interface KeptRows {
  readonly table: string;
  /** SQL: which rows are to go. */
  readonly outdated: string;
}

/** What goes besides mail (Operations, Run contract: Kept). */
export const KEPT_ROWS: readonly KeptRows[] = [
  { table: 'outbox', outdated: `settled_at < now() - interval '1 day'` },
  { table: 'wait_marks', outdated: `claimed_at < now() - interval '1 hour'` },
  { table: 'wait_answers', outdated: `answered_at < now() - interval '1 hour'` },
  { table: 'durable_waits', outdated: `ended_at < now() - interval '30 days'` },
  { table: 'missing_messages', outdated: `noted_at < now() - interval '30 days'` },
  { table: 'events', outdated: `created_at < now() - interval '30 days'` },
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
  { table: 'idempotent_answers', outdated: `created_at < now() - interval '24 hours'` },
  // Milliseconds since 1970, written by the rate limiter.
  { table: 'rate_windows', outdated: `expire < extract(epoch FROM now()) * 1000` },
  { table: 'signup_windows', outdated: `expire < extract(epoch FROM now()) * 1000` },
  {
    table: 'monthly_usage',
    outdated: `month < date_trunc('month', now() AT TIME ZONE 'UTC') - interval '13 months'`,
  },
];

/** Deletes up to $1 outdated rows and answers how many; leaves alone what somebody is using. */
export const deleteOutdated = ({ table, outdated }: KeptRows): string => `
WITH gone AS (
  DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${table} WHERE ${outdated} LIMIT $1 FOR UPDATE SKIP LOCKED))
  RETURNING 1)
SELECT count(*)::int AS count FROM gone`;
