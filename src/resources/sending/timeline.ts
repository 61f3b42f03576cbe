import type { Database } from '../../db/database.js';

/** An attempt to send. */
interface AttemptRow {
  readonly number: number;
  readonly provider: string | null;
  readonly started_at: string;
  readonly duration_ms: number | null;
  readonly outcome: string | null;
  readonly handed_over_at: string | null;
  readonly response: string | null;
  readonly workflow_id: string | null;
}

/** What a mail that came back, or a complaint, said. */
interface DeliveryReportRow {
  readonly report_email_id: string;
  readonly kind: string;
  readonly recipients: readonly { readonly address: string; readonly diagnostic: string | null }[];
  readonly reported_at: string;
}

interface SendRow {
  readonly status: string;
  readonly created_at: Date;
  readonly send_at: Date | null;
  readonly completed_at: Date | null;
  readonly attempt_count: number;
  readonly workflow_id: string | null;
  readonly error: string | null;
  readonly attempts: readonly AttemptRow[];
  readonly reports: readonly DeliveryReportRow[];
}

/** A step in the life of a mail that leaves, as timelines show it. */
export interface SendingStep {
  readonly step: 'queued' | 'attempt' | 'finished' | 'reported';
  readonly at: Date | null;
  readonly attempts: number;
  readonly outcome: string;
  readonly duration_ms?: number | null;
  readonly workflow_id: string | null;
}

const FIND = `
SELECT s.status, s.created_at, s.send_at, s.completed_at, s.attempt_count, s.workflow_id, s.error,
  (SELECT coalesce(jsonb_agg(to_jsonb(a) ORDER BY a.number), '[]')
   FROM send_attempts a WHERE a.email_id = s.email_id) AS attempts,
  (SELECT coalesce(jsonb_agg(to_jsonb(r) ORDER BY r.reported_at), '[]')
   FROM delivery_reports r WHERE r.email_id = s.email_id) AS reports
FROM sends s WHERE s.email_id = $1`;

/** The steps of a mail that leaves, in their order. Whose it is was asked before. */
export async function sendingSteps(database: Database, emailId: string): Promise<SendingStep[]> {
  const [row] = await database.query<SendRow>(FIND, [emailId]);
  if (!row) return [];
  const reports = row.reports.map((report) => reportStep(report, row.workflow_id));
  return [queuedStep(row), ...row.attempts.map(attemptStep), finishedStep(row), ...reports];
}

const queuedStep = ({ created_at: at, send_at: sendAt, workflow_id }: SendRow): SendingStep => ({
  step: 'queued',
  at,
  attempts: 1,
  outcome: sendAt ? `to be sent at ${sendAt.toISOString()}` : 'ok',
  workflow_id,
});

const attemptStep = (attempt: AttemptRow): SendingStep => ({
  step: 'attempt',
  at: new Date(attempt.started_at),
  attempts: attempt.number,
  outcome: outcomeOf(attempt),
  duration_ms: attempt.duration_ms,
  workflow_id: attempt.workflow_id,
});

function outcomeOf({ outcome, provider, response, handed_over_at: handedOver }: AttemptRow) {
  if (outcome !== null) return `${outcome} by ${provider}: ${response ?? ''}`;
  return handedOver === null ? 'begun' : 'handed over';
}

const reportStep = (report: DeliveryReportRow, workflowId: string | null): SendingStep => ({
  step: 'reported',
  at: new Date(report.reported_at),
  attempts: 1,
  outcome: `${report.kind} (${report.report_email_id}): ${report.recipients
    .map(({ address, diagnostic }) => `${address} ${diagnostic ?? ''}`.trim())
    .join('; ')}`,
  workflow_id: workflowId,
});

const finishedStep = (row: SendRow): SendingStep => ({
  step: 'finished',
  at: row.completed_at,
  attempts: row.attempt_count,
  outcome: row.error === null ? row.status : `${row.status}: ${row.error}`,
  workflow_id: row.workflow_id,
});
