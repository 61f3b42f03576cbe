import type { Database } from '../../db/database.js';
import { AppError } from '../../errors.js';
import type { Analysis } from '../../mail/analysis.js';
import type { Parser } from './service.js';
import {
  EMAIL_COLUMNS,
  MAIL_RECORD_TYPES,
  STORED_COLUMNS,
  mailRecord,
  searchVector,
} from './record.js';
import type { RetryOutcome, SenderChecks } from './sender-checks.js';
import { keepChecks, type CheckRow } from './sender-statements.js';
import { recording, recordingOf } from '../events/log.js';
import { waking } from '../durable-waits/wake.js';
import { eventsOfMail, toldMails, type ToldMail } from '../events/mail-events.js';
import { MailRouting, type Route } from '../routing/mail-routing.js';
import type { OwnRelay } from '../suppressions/report-trust.js';
import { MAY_REPORT, settleReports } from '../suppressions/reports.js';
import { settle } from './settling.js';
import { attachmentRows } from './store.js';

/** What finishing needs. */
export interface ProcessingDeps {
  readonly database: Database;
  readonly parser: Parser;
  readonly senders: SenderChecks;
  /** The operator's own server: what it reports is believed. */
  readonly relay: OwnRelay;
}

/** What a run could not finish at once. */
export interface Unfinished {
  /** Mails that could not be parsed. */
  readonly failed: string[];
  /** Mails whose senders could not be verified in time, or that report on a mail under way. */
  readonly late: string[];
}

/** Which run works on a mail, and for the how manieth time. */
export interface RunOfMail {
  readonly workflowId: string;
  readonly attempt: number;
}

interface PendingRow {
  readonly id: string;
  readonly accepted_at: Date;
  readonly envelope_from: string;
  readonly raw: Buffer;
}

// An API process finishes what no worker took up within this many seconds.
const OVERDUE_SECONDS = 5;
const OVERDUE_BATCH = 20;
// Milliseconds a run waits for verdicts of its mails; those that take longer are finished after the others.
const VERDICTS_WITHIN = 500;

/** Finishes accepted mail: what a run of `processInbound` does. Everything is safe to run twice. */
export class InboundProcessing {
  private readonly routing: MailRouting;

  constructor(private readonly deps: ProcessingDeps) {
    this.routing = new MailRouting(deps.database);
  }

  /** Finishes mails and writes down that this run did; answers what is left. */
  async process(emailIds: readonly string[], run: RunOfMail): Promise<Unfinished> {
    const [{ failed, finished, reports }, senders, known] = await Promise.all([
      this.finishPending(emailIds),
      this.deps.senders.within(emailIds, VERDICTS_WITHIN),
      toldMails(this.deps.database, emailIds),
    ]);
    // Most mails were finished when they came; the others could not be read before.
    const mails = finished.length > 0 ? await toldMails(this.deps.database, finished) : [];
    const early = await settleReports(this.deps, reports, authsOf(senders.checked));
    const late = [...new Set([...senders.late, ...early])].filter((id) => !failed.includes(id));
    const done = emailIds.filter((id) => !failed.includes(id) && !late.includes(id));
    await this.finishWith(done, run, {
      outcome: 'ok',
      senders: senders.checked,
      mails: [...known.filter(({ id }) => !finished.includes(id)), ...mails],
    });
    return { failed, late };
  }

  /**
   * Finishes mails whose senders took longer, a few seconds at most.
   * @throws AppError 503 while a mail that one of them reports on is still being sent
   */
  async verifyLate(emailIds: readonly string[], run: RunOfMail): Promise<void> {
    await this.deps.senders.check(emailIds, run.workflowId);
    const early = await settleReports(this.deps, emailIds);
    const done = emailIds.filter((id) => !early.includes(id));
    const mails = await toldMails(this.deps.database, done);
    await this.finishWith(done, run, { outcome: 'ok', mails });
    if (early.length > 0) throw new AppError(503, 'What is reported on is still being sent');
  }

  /** Verifies senders again that were unknown because of the DNS. */
  retrySenders(workflowId: string): Promise<RetryOutcome> {
    return this.deps.senders.retry(workflowId);
  }

  /** Gives a mail up: it is listed and announced without analysis, `reason` is in its timeline. */
  async fail(emailId: string, reason: string, run: RunOfMail): Promise<void> {
    await this.deps.database.query(
      `WITH failed AS (
         UPDATE emails SET parse_status = 'failed', parsed_at = now(),
           announced_at = CASE WHEN status = 'received' THEN now() END
         WHERE id = $1 AND parse_status = 'pending'
         RETURNING id, inbox_id, announced_at)
       SELECT pg_notify('mail_arrived', inbox_id || ' ' || id) FROM failed
       WHERE announced_at IS NOT NULL`,
      [emailId],
    );
    const finished = { outcome: reason, mails: await toldMails(this.deps.database, [emailId]) };
    await this.record([emailId], run, finished, []);
    // It may be the routing that fails: then the mail stays where it is.
    const routes = await this.routing.routesOf(finished.mails);
    await this.routing.carryOut(routes).catch(rethrowUnavailable);
  }

  /** Finishes mail that has been waiting for a run too long: Temporal or the worker is away. */
  async finishOverdue(): Promise<void> {
    const rows = await this.deps.database.query<{ id: string }>(
      `SELECT id FROM emails
       WHERE parse_status = 'pending' AND accepted_at < now() - make_interval(secs => $1)
       ORDER BY accepted_at DESC LIMIT $2`,
      [OVERDUE_SECONDS, OVERDUE_BATCH],
    );
    await this.finishPending(rows.map(({ id }) => id));
  }

  private async finishPending(emailIds: readonly string[]): Promise<Pending> {
    const rows = await this.deps.database.query<{ id: string; pending: boolean }>(
      `SELECT id, parse_status = 'pending' AS pending FROM emails
       WHERE id = ANY ($1) AND (parse_status = 'pending' OR ${MAY_REPORT})`,
      [emailIds],
    );
    const failed: string[] = [];
    const finished: string[] = [];
    for (const { id, pending } of rows)
      if (pending) ((await this.finish(id)) ? finished : failed).push(id);
    const known = rows.filter(({ pending }) => !pending).map(({ id }) => id);
    return { failed, finished, reports: [...known, ...finished] };
  }

  private async finish(emailId: string): Promise<boolean> {
    const [row] = await this.deps.database.query<PendingRow>(
      `SELECT e.id, e.accepted_at, e.envelope_from, s.raw
       FROM emails e JOIN stored_messages s ON s.id = e.stored_message_id WHERE e.id = $1`,
      [emailId],
    );
    if (!row) return true;
    const analysis = await this.deps.parser.parse(row.raw, { receivedAt: row.accepted_at });
    if (analysis) await this.complete(row, analysis);
    return analysis !== null;
  }

  private async complete(row: PendingRow, analysis: Analysis): Promise<void> {
    const { rows, contents } = attachmentRows([{ attachments: analysis.attachments }]);
    await this.deps.database.query(COMPLETE, [
      row.id,
      JSON.stringify(mailRecord(analysis, 'complete', row.envelope_from)),
      JSON.stringify(rows),
      contents,
    ]);
  }

  /** Tells of mails and settles their rows; those that rules send on are settled once they are there. */
  private async finishWith(
    emailIds: readonly string[],
    run: RunOfMail,
    finished: Finished,
  ): Promise<void> {
    const mails = finished.mails.filter(({ id }) => emailIds.includes(id));
    const routes = await this.routing.routesOf(mails);
    await this.record(emailIds, run, finished, routes);
    await this.routing.carryOut(routes);
  }

  private async record(
    emailIds: readonly string[],
    run: RunOfMail,
    { outcome, senders = [], mails }: Finished,
    unsettled: readonly Route[],
  ): Promise<void> {
    // What was just found out of the senders is not stored yet.
    const found = authsOf(senders);
    const told = mails
      .filter(({ id }) => emailIds.includes(id))
      .map((mail) => ({ ...mail, auth: found.get(mail.stored_message_id) ?? mail.auth }));
    await this.deps.database.query(RECORD, [
      emailIds,
      run.workflowId,
      run.attempt,
      outcome,
      JSON.stringify(senders),
      recordingOf(told.flatMap(eventsOfMail)),
      unsettled.map(({ emailId }) => emailId),
    ]);
  }
}

const authsOf = (checked: readonly CheckRow[]) =>
  new Map(checked.map(({ id, auth }) => [id, auth]));

function rethrowUnavailable(error: unknown): void {
  if (error instanceof AppError && error.status === 503) throw error;
}

/** What became of mails that could not be read when they came. */
interface Pending {
  readonly failed: string[];
  readonly finished: string[];
  /** Mails that may report on sent ones, read before or now. */
  readonly reports: readonly string[];
}

/** What a run did with mails. */
interface Finished {
  readonly outcome: string;
  /** What is told of them. */
  readonly mails: readonly ToldMail[];
  readonly senders?: readonly CheckRow[];
}

// A mail that was deleted meanwhile is not told of.
const STILL_THERE = 'EXISTS (SELECT FROM emails WHERE emails.id = e.resource_id)';

// What was done, who sent it and who is told, in one statement: the disk is waited for once.
const RECORD = `
WITH run AS (
  INSERT INTO email_runs (email_id, workflow_id, attempts, outcome)
  SELECT id, $2, $3, $4 FROM emails WHERE id = ANY ($1)
  ON CONFLICT (email_id) DO NOTHING
), settled AS (
  ${settle('$1')} AND resource_id <> ALL ($7)
), ${keepChecks('$5', '$2')}, ${recording('$6', STILL_THERE)}, ${waking('$1')}
SELECT (SELECT count(*) FROM told) AS told, (SELECT count(*) FROM retried) AS retried,
  (SELECT count(*) FROM announced) AS announced, (SELECT count(*) FROM offered) AS offered`;

// Its thread stays: it was found by the header, which was read before the mail was stored.
const COMPLETE = `
WITH r AS (
  SELECT * FROM jsonb_to_record($2::jsonb) AS r(${MAIL_RECORD_TYPES})
), email AS (
  UPDATE emails
  SET (parsed_at, announced_at, search, ${EMAIL_COLUMNS.join(', ')}) =
    (SELECT now(), CASE WHEN status = 'received' AND NOT r.is_spam THEN now() END,
       ${searchVector('r')}, ${EMAIL_COLUMNS.map((name) => `r.${name}`).join(', ')} FROM r)
  WHERE id = $1 AND parse_status = 'pending'
  RETURNING id, inbox_id, stored_message_id, announced_at
), message AS (
  UPDATE stored_messages SET (${STORED_COLUMNS.join(', ')}) =
    (SELECT ${STORED_COLUMNS.map((name) => `r.${name}`).join(', ')} FROM r)
  WHERE id = (SELECT stored_message_id FROM email)
), stored_attachment AS (
  INSERT INTO attachments
    (id, stored_message_id, position, filename, content_type, size, content_id, sha256, content)
  SELECT f.id, email.stored_message_id, f.position, f.filename, f.content_type, f.size, f.content_id,
    f.sha256, ($4::bytea[])[f.ordinality]
  FROM ROWS FROM (jsonb_to_recordset($3::jsonb) AS (id text, position int, filename text,
    content_type text, size int, content_id text, sha256 text)) WITH ORDINALITY AS f, email
  ON CONFLICT (stored_message_id, position) DO NOTHING
)
SELECT pg_notify('mail_arrived', inbox_id || ' ' || id) FROM email
WHERE announced_at IS NOT NULL`;
