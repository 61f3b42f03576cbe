import type { EntityManager } from 'typeorm';
import type { Database } from '../../db/database.js';
import { readReport, REPORT_BYTES, type DeliveryReport } from '../../mail/reports/bounce.js';
import { recordEvents, type NewEvent } from '../../store/events/record.js';
import type { Queries } from '../../db/queries.js';
import type { SenderAuth } from '../../sender/auth.js';
import type { LedgerRecipient } from '../../store/mail/insert-outbound.js';
import { followLedger, lockCountersOf } from '../../store/mail/mailboxes.js';
import { addSuppressions } from './add-suppressions.js';
import { addressKey } from '../../store/mail/address-pattern.js';
import { effectsOf, type ReportEffects } from './report-effects.js';
import { findOriginal, type ReportedMail, type ReportMail } from './report-original.js';
import { trustOf, type OwnRelay, type Trust } from './report-trust.js';
import { storable } from '../../mail/text/safe-text.js';

/** Stops the sends of an inbox's domain whose mail bounces or is complained of too much, in the transaction of a report. */
export type SendingBrake = (manager: EntityManager, inboxId: string) => Promise<void>;

/**
 * SQL: whether an email may report on a mail that was sent. Told by its row, so that other mail costs
 * nothing; bounces that do not look like one still come from the null sender.
 */
export const MAY_REPORT = `(direction = 'inbound' AND (category = 'bounce'
  OR envelope_from = '' AND category NOT IN ('auto_reply', 'calendar', 'spam')))`;

interface ReportDeps {
  readonly database: Database;
  readonly relay: OwnRelay;
  /** Looks whether too much mail of the inbox's domain comes back. */
  readonly brake: SendingBrake;
}

/** Who sent stored messages, as far as that was found out and is not kept yet. */
type FoundSenders = ReadonlyMap<string, SenderAuth>;

/**
 * Does what reports among these mails call for: marks the sent mail, tells of it, suppresses
 * addresses. Each report counts once, so it is safe to run twice. Answers the reports that came too
 * early: nobody looked who sent them, or the answer of the provider, which is still awaited, writes
 * the recipients anew. One whose sender is unknown is left: it is read again once that is known.
 */
export async function settleReports(
  deps: ReportDeps,
  emailIds: readonly string[],
  found: FoundSenders = new Map(),
): Promise<string[]> {
  if (emailIds.length === 0) return [];
  const mails = await deps.database.query<ReportingMailRow>(REPORTS, [emailIds]);
  const early: string[] = [];
  for (const mail of mails) {
    const auth = found.get(mail.stored_message_id) ?? mail.auth;
    if (!(await settleReport(deps, { ...mail, auth }))) early.push(mail.id);
  }
  return early;
}

type ReportingMailRow = ReportMail & { readonly stored_message_id: string };

const REPORTS = `
SELECT e.id, e.org_id, e.inbox_id, e.stored_message_id, s.remote_ip, c.auth
FROM emails e JOIN stored_messages s ON s.id = e.stored_message_id
LEFT JOIN sender_checks c ON c.stored_message_id = s.id
WHERE e.id = ANY ($1) AND ${MAY_REPORT} AND parse_status <> 'pending'
  AND NOT EXISTS (SELECT FROM delivery_reports d
    WHERE d.report_email_id = ANY ($1) AND d.report_email_id = e.id)
ORDER BY e.inbox_id, e.uid`;

// The stored bytes are not compressed: no more of them is read than that.
const RAW = `
SELECT substring(s.raw FROM 1 FOR ${REPORT_BYTES}) AS raw
FROM stored_messages s WHERE s.id = (SELECT stored_message_id FROM emails WHERE id = $1)`;

/**
 * Believes a report nothing that anybody could write: it has to arrive in the inbox the mail was
 * sent from, to name its Message-ID and recipients of it, and to come from who can know (`trustOf`).
 * False when it came too early.
 */
async function settleReport(
  { database, relay, brake }: ReportDeps,
  mail: ReportMail,
): Promise<boolean> {
  const [stored] = await database.query<{ raw: Buffer }>(RAW, [mail.id]);
  const report = stored ? readReport(stored.raw) : null;
  if (!report) return true;
  const original = await findOriginal(database, mail, report.originalMessageIds);
  if (!original) return true;
  if (original.under_way) return false;
  const trust = await trustOf(relay, mail, report, original);
  if (trust === null) return mail.auth !== null;
  await database.transaction(async (manager) => {
    const isNew = await apply(manager, mail, { report, original, trust });
    if (isNew) await brake(manager, mail.inbox_id);
  });
  return true;
}

/** A report, the mail it is about, and of whom it is believed. */
interface BelievedReport {
  readonly report: DeliveryReport;
  readonly original: ReportedMail;
  readonly trust: Trust;
}

/** False where a run before this one did it, or nothing is to be done. */
async function apply(
  queries: Queries,
  mail: ReportMail,
  { report, original: { email_id: originalId }, trust }: BelievedReport,
): Promise<boolean> {
  await lockCountersOf(queries, [originalId]);
  const [send] = await queries.query<{ recipients: LedgerRecipient[] }>(
    'SELECT recipients FROM sends WHERE email_id = $1 FOR UPDATE',
    [originalId],
  );
  const effects = effectsOf(send?.recipients ?? [], report, trust);
  if (effects.concerned.length === 0) return false;
  const written = await queries.query<object>(WRITE_DOWN, [
    mail.id,
    originalId,
    mail.org_id,
    report.kind,
    JSON.stringify(effects.concerned),
  ]);
  if (written.length === 0) return false;
  if (effects.bounced.length > 0) await markBounced(queries, originalId, effects);
  await recordEvents(queries, eventsOf(mail, originalId, effects));
  await addSuppressions(queries, mail.org_id, suppressionsOf(mail, report, originalId, effects));
  return true;
}

const WRITE_DOWN = `
INSERT INTO delivery_reports (report_email_id, email_id, org_id, kind, recipients)
VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING report_email_id`;

async function markBounced(
  queries: Queries,
  originalId: string,
  { recipients, allFailed, bounced }: ReportEffects,
): Promise<void> {
  const error = bounced.map(({ address, diagnostic }) => `${address}: ${diagnostic}`).join('; ');
  await queries.query(MARK_BOUNCED, [
    originalId,
    JSON.stringify(recipients),
    allFailed,
    storable(error, MAX_ERROR),
  ]);
  await followLedger(queries, originalId);
}

const MAX_ERROR = 1_000;
const MARK_BOUNCED = `
UPDATE sends SET recipients = $2, touched_at = now(),
  status = CASE WHEN $3 THEN 'bounced' ELSE status END,
  error = CASE WHEN $3 THEN $4 ELSE error END,
  completed_at = CASE WHEN $3 THEN coalesce(completed_at, now()) ELSE completed_at END
WHERE email_id = $1`;

function eventsOf(
  { org_id: orgId, inbox_id: inboxId, id: reportId }: ReportMail,
  originalId: string,
  { bounced, complained, delivered }: ReportEffects,
): NewEvent[] {
  const of = { orgId, inboxId, resourceId: originalId };
  const data = { email_id: originalId, inbox_id: inboxId, bounce_email_id: reportId };
  const events = [
    { ...of, kind: 'email.bounced', data: { ...data, kind: 'bounce', recipients: bounced } },
    { ...of, kind: 'email.bounced', data: { ...data, kind: 'complaint', recipients: complained } },
    {
      ...of,
      kind: 'email.delivered',
      data: { ...data, report_email_id: reportId, recipients: delivered },
    },
  ] satisfies NewEvent[];
  return events.filter(({ data: { recipients } }) => recipients.length > 0);
}

const suppressionsOf = (
  { inbox_id: inboxId }: ReportMail,
  { kind }: DeliveryReport,
  emailId: string,
  { suppressed }: ReportEffects,
) =>
  suppressed.map(({ address, diagnostic }) => ({
    address: addressKey(address),
    reason: kind === 'complaint' ? ('complaint' as const) : ('bounce' as const),
    emailId,
    inboxId,
    detail: diagnostic || null,
  }));
