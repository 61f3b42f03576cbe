import type { Database } from '../../db/database.js';
import { conflict } from '../../errors.js';
import { recordEvents } from '../../store/events/record.js';
import { eventsOfOutcome, type AnnouncedSend } from './outcome.js';
import { followLedger, lockCountersOf } from '../../store/mail/mailboxes.js';
import { notify, statement } from '../../store/statement.js';

interface ResolvedSend extends AnnouncedSend {
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
    await lockCountersOf(manager, [emailId]);
    const [send]: ResolvedSend[] = await manager.query(RESOLVE, [
      emailId,
      outcome,
      providerMessageId,
    ]);
    if (!send) throw conflict('Only an email whose status is unknown can be resolved');
    await followLedger(manager, emailId);
    await recordEvents(manager, eventsOfOutcome(send, { ...send, provider: send.provider ?? '' }));
  });
}
