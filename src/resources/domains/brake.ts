import type { EntityManager } from 'typeorm';
import type { SendingBrake } from '../suppressions/reports.js';
import { recordDomainEvent } from './domain-events.js';
import type { StoppedSending } from '../../store/inboxes.js';
import { DomainEntity, type SendingStopped } from './entities.js';
import type { MailZone } from './records.js';

/** What of the mails of the last 7 days came back. */
export interface SendingFigures {
  readonly mails: number;
  readonly bounces: number;
  readonly complaints: number;
}

// From so many mails on, this part of them is too much.
const LIMITS = {
  bounces: { mails: 50, part: 0.1 },
  complaints: { mails: 1_000, part: 0.003 },
} as const;

const DOMAIN = `
SELECT d.id FROM domains d JOIN inboxes i ON i.domain_id = d.id
WHERE i.id = $1 AND d.sending = 'on' FOR UPDATE OF d`;

// What servers say of an address or a mail that they never take (RFC 5321 section 4.2.3, RFC 7504). Words of ours,
// and a refused sign-in, say nothing of recipients.
const NEVER = '^5(21|5[0-9])';

const WAS_REFUSED = `EXISTS (
    SELECT FROM jsonb_array_elements(s.recipients) AS r
    WHERE r->>'status' = 'failed' AND r->>'local' = 'false' AND r->>'response' ~ '${NEVER}')`;

// Mail of before somebody let it leave again does not count.
const FIGURES = `
WITH ended AS MATERIALIZED (
  SELECT s.email_id, s.status, ${WAS_REFUSED} AS is_refused FROM domains d
  JOIN emails e ON e.org_id = d.org_id AND e.direction = 'outbound'
    AND e.received_at > greatest(now() - interval '7 days', d.sending_counts_from)
  JOIN inboxes i ON i.id = e.inbox_id AND i.domain_id = d.id
  JOIN sends s ON s.email_id = e.id AND s.status IN ('sent', 'bounced', 'unknown', 'failed')
  WHERE d.id = $1
), counted AS (
  SELECT is_refused OR EXISTS (SELECT FROM delivery_reports r
      WHERE r.email_id = ended.email_id AND r.kind = 'bounce') AS is_bounced,
    EXISTS (SELECT FROM delivery_reports r
      WHERE r.email_id = ended.email_id AND r.kind = 'complaint') AS is_complained_of
  FROM ended WHERE status <> 'failed' OR is_refused
)
SELECT now() AS at, count(*)::int AS mails,
  (count(*) FILTER (WHERE is_bounced))::int AS bounces,
  (count(*) FILTER (WHERE is_complained_of))::int AS complaints FROM counted`;

/** The brake of docs/domains.md. */
export const createSendingBrake =
  (zone: MailZone): SendingBrake =>
  async (manager, inboxId) => {
    const [held]: { id: string }[] = await manager.query(DOMAIN, [inboxId]);
    if (!held) return;
    const [row]: (SendingFigures & { at: Date })[] = await manager.query(FIGURES, [held.id]);
    const { at, ...figures } = row!;
    const stopped = tooMuch(figures);
    if (stopped) await stop(manager, held.id, { ...stopped, at: at.toISOString() }, zone);
  };

/** Which figures are too high; null where none are. */
export function tooMuch({ mails, ...counts }: SendingFigures): StoppedSending | null {
  for (const reason of ['bounces', 'complaints'] as const) {
    const { mails: least, part } = LIMITS[reason];
    const count = counts[reason];
    if (mails >= least && count / mails >= part) return { reason, mails, count };
  }
  return null;
}

async function stop(
  manager: EntityManager,
  id: string,
  sendingStopped: SendingStopped,
  zone: MailZone,
): Promise<void> {
  await manager.update(DomainEntity, { id }, { sending: 'stopped', sendingStopped });
  const domain = await manager.findOneByOrFail(DomainEntity, { id });
  await recordDomainEvent(manager, 'sending-stopped', domain, zone);
}
