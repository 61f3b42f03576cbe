import type { Database } from '../../db/database.js';
import { conflict } from '../../errors.js';
import { recordEvents } from '../../store/events/record.js';
import { eventsOfOutcome, type ToldSend } from './outcome.js';
import { queueRuns } from '../../store/outbox.js';
import { cancelWaitsFor } from '../../store/waits/wake.js';
import { notify, statement } from '../../store/statement.js';

// Between two attempts as well as before the first; never while one is under way.
const CANCEL = statement(
  [
    `cancelled AS (
  UPDATE sends s SET status = 'cancelled', completed_at = now(), touched_at = now()
  WHERE s.email_id = $1 AND s.status IN ('queued', 'sending')
    AND NOT EXISTS (SELECT FROM send_attempts a
      WHERE a.email_id = s.email_id AND a.number = s.attempt_count + 1)
  RETURNING s.email_id, s.org_id)`,
    queueRuns(
      { workflow: 'sendEmail' },
      { signal: 'sendChanged' },
      'SELECT org_id, email_id FROM cancelled',
    ),
    notify('send_settled', 'SELECT email_id FROM cancelled'),
  ],
  'SELECT FROM cancelled',
);

/** @throws AppError 409 when it is under way or over. */
export async function cancelSend(database: Database, emailId: string): Promise<void> {
  await database.transaction(async (manager) => {
    // An attempt that begins at this moment holds the row: what is seen after the lock counts.
    const [row]: { status: string }[] = await manager.query(
      'SELECT status FROM sends WHERE email_id = $1 FOR UPDATE',
      [emailId],
    );
    const cancelled: unknown[] = await manager.query(CANCEL, [emailId]);
    if (cancelled.length === 0)
      throw conflict(`The email cannot be cancelled: it is ${row?.status ?? 'gone'}`);
    await cancelWaitsFor(manager, emailId);
  });
}

interface ResolvedSend extends ToldSend {
  readonly status: 'sent' | 'failed';
  readonly provider: string | null;
  readonly provider_message_id: string | null;
  readonly error: string | null;
}

const RESOLVE = statement(
  [
    `resolved AS (
  UPDATE sends s SET status = $2, touched_at = now(), completed_at = now(),
    sent_at = CASE WHEN $2 = 'sent' THEN now() END,
    provider_message_id = coalesce($3, s.provider_message_id),
    error = CASE WHEN $2 = 'sent' THEN NULL ELSE s.error END,
    recipients = (SELECT jsonb_agg(CASE WHEN r->>'status' = 'unknown'
      THEN r || jsonb_build_object('status', $2) ELSE r END) FROM jsonb_array_elements(s.recipients) AS r)
  FROM emails e WHERE s.email_id = $1 AND s.status = 'unknown' AND e.id = $1
  RETURNING s.*, e.thread_id, e.message_id, e.from_address, e.to_addresses, e.subject)`,
    notify('send_settled', 'SELECT email_id FROM resolved'),
  ],
  'SELECT * FROM resolved',
);

/** @throws AppError 409 where nothing is unknown. */
export async function resolveSend(
  database: Database,
  emailId: string,
  outcome: 'sent' | 'failed',
  providerMessageId: string | null,
): Promise<void> {
  await database.transaction(async (manager) => {
    const [send]: ResolvedSend[] = await manager.query(RESOLVE, [
      emailId,
      outcome,
      providerMessageId,
    ]);
    if (!send) throw conflict('Only an email whose status is unknown can be resolved');
    await recordEvents(manager, eventsOfOutcome(send, { ...send, provider: send.provider ?? '' }));
  });
}
