import type { Database } from '../../db/database.js';
import { runIdOf } from '../../store/outbox.js';

/** A step in the life of a mail that leaves, as timelines show it. */
export interface SendingStep {
  readonly step: 'queued' | 'approval' | 'attempt' | 'finished' | 'reported';
  readonly at: Date | null;
  readonly attempts: number;
  readonly outcome: string;
  /** Of attempts alone. */
  readonly duration_ms: number | null;
  readonly workflow_id: string | null;
}

// The reports are of mails that came back, and of complaints.
const STEPS = `
WITH send AS (SELECT * FROM sends WHERE email_id = $1), step AS (
  SELECT 0 AS part, 0 AS place, 'queued' AS step, created_at AS at, 1 AS attempts,
    coalesce('to be sent at '
      || to_char(send_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'ok') AS outcome,
    NULL::int AS duration_ms, workflow_id
  FROM send
  UNION ALL
  SELECT 0, 1, 'approval', a.decided_at, 1, CASE WHEN a.status = 'PENDING' THEN 'waiting'
      ELSE concat_ws(': ', concat_ws(' by ', lower(a.status), a.decided_by), a.comment) END,
    NULL, ${runIdOf({ workflow: 'awaitApproval' }, 'a.id')}
  FROM approvals a JOIN send ON a.id = send.approval_id
  UNION ALL
  SELECT 1, number, 'attempt', started_at, number,
    coalesce(outcome || ' by ' || provider || ': ' || coalesce(response, ''),
      CASE WHEN handed_over_at IS NULL THEN 'begun' ELSE 'handed over' END),
    duration_ms, workflow_id
  FROM send_attempts WHERE email_id = $1
  UNION ALL
  SELECT 2, 0, 'finished', completed_at, attempt_count, concat_ws(': ', status, error),
    NULL, workflow_id
  FROM send
  UNION ALL
  SELECT 3, 0, 'reported', reported_at, 1, kind || ' (' || report_email_id || '): ' || (
      SELECT coalesce(string_agg(concat_ws(' ', recipient->>'address',
        nullif(recipient->>'diagnostic', '')), '; ' ORDER BY place), '')
      FROM jsonb_array_elements(report.recipients) WITH ORDINALITY AS one(recipient, place)),
    NULL, send.workflow_id
  FROM delivery_reports AS report, send WHERE report.email_id = $1
)
SELECT step, at, attempts, outcome, duration_ms, workflow_id
FROM step ORDER BY part, place, at`;

/** The steps of a mail that leaves, in their order. Whose it is was asked before. */
export const sendingSteps = (database: Database, emailId: string): Promise<SendingStep[]> =>
  database.query<SendingStep>(STEPS, [emailId]);
