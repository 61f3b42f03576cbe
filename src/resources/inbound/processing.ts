import type { Database } from '../../db/database.js';
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
import { recording, recordingOf, type Subscriber } from '../events/log.js';
import { waking } from '../durable-waits/wake.js';
import {
  eventsOfMail,
  subscribersOfMails,
  toldMails,
  type ToldMail,
} from '../events/mail-events.js';
import { attachmentRows } from './store.js';

/** What finishing needs. */
export interface ProcessingDeps {
  readonly database: Database;
  readonly parser: Parser;
  readonly senders: SenderChecks;
}

/** What a run could not finish at once. */
export interface Unfinished {
  /** Mails that could not be parsed. */
  readonly failed: string[];
  /** Mails whose senders could not be verified in time. */
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
  readonly raw: Buffer;
}

// An API process finishes what no worker took up within this many seconds.
const OVERDUE_SECONDS = 5;
const OVERDUE_BATCH = 20;
// Milliseconds a run waits for verdicts of its mails; those that take longer are finished after the others.
const VERDICTS_WITHIN = 500;

/** Finishes accepted mail: what a run of `processInbound` does. Everything is safe to run twice. */
export class InboundProcessing {
  constructor(private readonly deps: ProcessingDeps) {}

  /** Finishes mails and writes down that this run did; answers what is left. */
  async process(emailIds: readonly string[], run: RunOfMail): Promise<Unfinished> {
    const [{ failed, finished }, senders, telling] = await Promise.all([
      this.finishPending(emailIds),
      this.deps.senders.within(emailIds, VERDICTS_WITHIN),
      this.toTell(emailIds),
    ]);
    // Most mails were finished when they came; the others could not be read before.
    const { mails } = finished.length > 0 ? await this.toTell(finished) : { mails: [] };
    const late = senders.late.filter((id) => !failed.includes(id));
    const done = emailIds.filter((id) => !failed.includes(id) && !late.includes(id));
    await this.record(done, run, {
      outcome: 'ok',
      senders: senders.checked,
      subscribers: telling.subscribers,
      mails: [...telling.mails.filter(({ id }) => !finished.includes(id)), ...mails],
    });
    return { failed, late };
  }

  /** Finishes mails whose senders took longer, a few seconds at most. */
  async verifyLate(emailIds: readonly string[], run: RunOfMail): Promise<void> {
    await this.deps.senders.check(emailIds, run.workflowId);
    await this.record(emailIds, run, { outcome: 'ok', ...(await this.toTell(emailIds)) });
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
    await this.record([emailId], run, { outcome: reason, ...(await this.toTell([emailId])) });
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

  private async finishPending(
    emailIds: readonly string[],
  ): Promise<{ failed: string[]; finished: string[] }> {
    const pending = await this.deps.database.query<{ id: string }>(
      `SELECT id FROM emails WHERE id = ANY ($1) AND parse_status = 'pending'`,
      [emailIds],
    );
    const failed: string[] = [];
    const finished: string[] = [];
    for (const { id } of pending) ((await this.finish(id)) ? finished : failed).push(id);
    return { failed, finished };
  }

  private async finish(emailId: string): Promise<boolean> {
    const [row] = await this.deps.database.query<PendingRow>(
      `SELECT e.id, e.accepted_at, s.raw
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
      JSON.stringify(mailRecord(analysis, 'complete')),
      JSON.stringify(rows),
      contents,
    ]);
  }

  private async record(
    emailIds: readonly string[],
    run: RunOfMail,
    { outcome, senders = [], mails, subscribers }: Finished,
  ): Promise<void> {
    // What was just found out of the senders is not stored yet.
    const found = new Map(senders.map(({ id, auth }) => [id, auth]));
    const told = mails
      .filter(({ id }) => emailIds.includes(id))
      .map((mail) => ({ ...mail, auth: found.get(mail.stored_message_id) ?? mail.auth }));
    await this.deps.database.query(RECORD, [
      emailIds,
      run.workflowId,
      run.attempt,
      outcome,
      JSON.stringify(senders),
      ...recordingOf(told.flatMap(eventsOfMail), subscribers),
    ]);
  }

  /** What is told of the mails, and to whom. */
  private async toTell(emailIds: readonly string[]): Promise<Telling> {
    const { database } = this.deps;
    const [mails, subscribers] = await Promise.all([
      toldMails(database, emailIds),
      subscribersOfMails(database, emailIds),
    ]);
    return { mails, subscribers };
  }
}

interface Telling {
  readonly mails: readonly ToldMail[];
  readonly subscribers: readonly Subscriber[];
}

/** What a run did with mails. */
interface Finished extends Telling {
  readonly outcome: string;
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
  UPDATE outbox SET settled_at = now(), done_at = coalesce(done_at, now())
  WHERE resource_id = ANY ($1) AND workflow = 'processInbound' AND settled_at IS NULL
), ${keepChecks('$5', '$2')}, ${recording('$6', '$7', STILL_THERE)}, ${waking('$1')}
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
