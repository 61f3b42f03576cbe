import type { SenderAuth } from '../../sender/auth.js';
import { queueRuns } from '../../store/outbox.js';
import { combine, notify, statement, type SqlPart } from '../../store/statement.js';
import { MAY_REPORT } from '../suppressions/reports.js';

/** What was found out about the sender of a stored message. */
export interface CheckRow {
  readonly id: string;
  readonly auth: SenderAuth;
}

// Seconds until an unknown verdict is tried again: then as long as it has been unknown, within these bounds.
const FIRST_RETRY_SECONDS = 15;
const LAST_RETRY_SECONDS = 3_600;

/**
 * Parts of a statement that keep what was found out: JSON `rows` of `CheckRow`, found by the run
 * `workflow`. A definite verdict stays; where one is `unknown`, a run of verifySenders is started
 * unless there was something left for it before.
 */
export const keepChecks = (rows: string, workflow: string): SqlPart =>
  combine([
    `found AS (
  -- A message may have been deleted meanwhile.
  SELECT v.id, v.auth FROM jsonb_to_recordset(${rows}::jsonb) AS v(id bigint, auth jsonb)
  JOIN stored_messages s ON s.id = v.id
), kept AS (
  INSERT INTO sender_checks AS c (stored_message_id, auth, workflow_id, retry_at)
  SELECT id, auth, ${workflow}::text, CASE WHEN auth->>'verdict' = 'unknown'
    THEN now() + make_interval(secs => ${FIRST_RETRY_SECONDS}) END
  FROM found ORDER BY id
  ON CONFLICT (stored_message_id) DO UPDATE
  SET auth = excluded.auth, workflow_id = excluded.workflow_id, checked_at = now(),
    attempts = c.attempts + 1,
    retry_at = CASE
      WHEN excluded.retry_at IS NULL OR c.first_checked_at < now() - interval '24 hours' THEN NULL
      ELSE now() + least(greatest(now() - c.first_checked_at, make_interval(secs => ${FIRST_RETRY_SECONDS})),
        make_interval(secs => ${LAST_RETRY_SECONDS})) END
  WHERE c.auth->>'verdict' = 'unknown'
  RETURNING stored_message_id, auth->>'verdict' AS verdict, retry_at, attempts > 1 AS was_unknown
)`,
    queueRuns(
      { workflow: 'verifySenders' },
      { again: true, as: 'retried' },
      `SELECT 'all', 'all'
  WHERE EXISTS (SELECT FROM kept WHERE retry_at IS NOT NULL)
    AND NOT EXISTS (SELECT FROM sender_checks WHERE retry_at IS NOT NULL)`,
    ),
    notify(
      'sender_verified',
      `SELECT DISTINCT e.inbox_id FROM kept JOIN emails e USING (stored_message_id)
    WHERE kept.verdict = 'pass'`,
    ),
  ]);

/** Keeps the rows $1, found by the run $2. */
export const KEEP_CHECKS = statement([
  keepChecks('$1', '$2'),
  // What a report says waits for who sent it: the run of its mail does that once more.
  queueRuns(
    { workflow: 'processInbound' },
    { again: true, as: 'reread' },
    `SELECT org_id, id FROM kept JOIN emails e USING (stored_message_id)
  WHERE kept.was_unknown AND kept.verdict <> 'unknown' AND ${MAY_REPORT}`,
  ),
]);
