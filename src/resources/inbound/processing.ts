import type { Database } from '../../db/database.js';
import { AppError } from '../../errors.js';
import type { RetryOutcome, SenderChecks } from './sender-checks.js';
import { keepChecks, type CheckRow } from './sender-statements.js';
import { eventRows, insertEvents } from '../../store/events/record.js';
import { queueDescriptions } from '../../store/mail/described.js';
import { signalWaits } from '../../store/waits/wake.js';
import {
  eventsOfMail,
  announcedEmails,
  type AnnouncedMail,
} from '../../store/events/mail-events.js';
import { MailRouting, type RoutingTargets } from '../routing/mail-routing.js';
import type { OwnRelay } from '../suppressions/report-trust.js';
import { MAY_REPORT, settleReports, type SendingBrake } from '../suppressions/reports.js';
import { settleRuns } from '../../store/outbox.js';
import { statement } from '../../store/statement.js';
import { outcomeOf, type FinishedEmails, type EmailsOutcome } from './outcome.js';

interface ProcessingDeps {
  readonly database: Database;
  readonly senders: SenderChecks;
  /** The operator's own server: what it reports is believed. */
  readonly relay: OwnRelay;
  readonly brake: SendingBrake;
}

/** What came of mails, and what is left. */
export interface Processed {
  /** Mails whose senders could not be verified in time, or that report on a mail under way. */
  readonly late: string[];
  /** Of the others. */
  readonly outcome: EmailsOutcome;
}

/** Which run works on a mail, and for the how manieth time. */
export interface RunOfMail {
  readonly workflowId: string;
  readonly attempt: number;
}

// Milliseconds a run waits for verdicts of its mails; those that take longer are finished after the others.
const VERDICTS_WITHIN = 500;

/** Tells of accepted mail: what a run of `processInbound` does. Everything is safe to run twice. */
export class InboundProcessing {
  private readonly routing: MailRouting;

  constructor(private readonly deps: ProcessingDeps) {
    this.routing = new MailRouting(deps.database);
  }

  /** Tells of mails and writes down that this run did. */
  async process(emailIds: readonly string[], run: RunOfMail): Promise<Processed> {
    const [{ pending, reports, mails }, senders] = await Promise.all([
      this.standing(emailIds),
      this.deps.senders.checkInTime(emailIds, VERDICTS_WITHIN),
    ]);
    const early = await settleReports(this.deps, reports, authsOf(senders.checked));
    const late = [...new Set([...senders.late, ...early])].filter((id) => !pending.includes(id));
    const done = emailIds.filter((id) => !pending.includes(id) && !late.includes(id));
    const found = { outcome: 'ok', senders: senders.checked, mails };
    const finished = await this.finishWith(done, run, found);
    return { late, outcome: outcomeOf(finished, done.length + pending.length, pending.length) };
  }

  /**
   * Finishes mails whose senders took longer, a few seconds at most.
   * @throws AppError 503 while a mail that one of them reports on is still being sent
   */
  async verifyLate(emailIds: readonly string[], run: RunOfMail): Promise<EmailsOutcome> {
    await this.deps.senders.check(emailIds, run.workflowId);
    const early = await settleReports(this.deps, emailIds);
    const done = emailIds.filter((id) => !early.includes(id));
    const mails = await announcedEmails(this.deps.database, done);
    const finished = await this.finishWith(done, run, { outcome: 'ok', mails });
    if (early.length > 0) throw new AppError(503, 'What is reported on is still being sent');
    return outcomeOf(finished, done.length);
  }

  /** Verifies senders again that were unknown because of the DNS. */
  retrySenders(workflowId: string): Promise<RetryOutcome> {
    return this.deps.senders.retry(workflowId);
  }

  /** Gives a mail up: it is told of as it is, `reason` is in its timeline. */
  async fail(emailId: string, reason: string, run: RunOfMail): Promise<void> {
    const finished = {
      outcome: reason,
      mails: await announcedEmails(this.deps.database, [emailId]),
    };
    await this.record([emailId], run, finished, []);
    // It may be the routing that fails: then the mail stays where it is.
    const routes = await this.routing.routesOf(finished.mails);
    await this.routing.carryOut(routes).catch(rethrowUnavailable);
  }

  /** Mails are told of as they are once it is known which ones are not finished: they get a run of their own. */
  private async standing(emailIds: readonly string[]): Promise<Standing> {
    const rows = await this.deps.database.query<{ id: string; pending: boolean }>(
      `SELECT id, parse_status = 'pending' AS pending FROM emails
       WHERE id = ANY ($1) AND (parse_status = 'pending' OR ${MAY_REPORT})`,
      [emailIds],
    );
    const pending = rows.filter((row) => row.pending).map(({ id }) => id);
    const reports = rows.filter((row) => !row.pending).map(({ id }) => id);
    const told = await announcedEmails(this.deps.database, emailIds);
    return { pending, reports, mails: told.filter(({ id }) => !pending.includes(id)) };
  }

  /** Tells of mails and settles their rows; those that rules send on are settled once they are there. */
  private async finishWith(
    emailIds: readonly string[],
    run: RunOfMail,
    finished: Finished,
  ): Promise<FinishedEmails> {
    const mails = finished.mails.filter(({ id }) => emailIds.includes(id));
    const routes = await this.routing.routesOf(mails);
    const recorded = await this.record(emailIds, run, finished, routes);
    await this.routing.carryOut(routes);
    return { ...recorded, routes };
  }

  private async record(
    emailIds: readonly string[],
    run: RunOfMail,
    { outcome, senders = [], mails }: Finished,
    unsettled: readonly RoutingTargets[],
  ): Promise<Omit<FinishedEmails, 'routes'>> {
    // What was just found out of the senders is not stored yet.
    const found = authsOf(senders);
    const told = mails
      .filter(({ id }) => emailIds.includes(id))
      .map((mail) => ({ ...mail, auth: found.get(mail.stored_message_id) ?? mail.auth }));
    const events = told.flatMap(eventsOfMail);
    const [recorded] = await this.deps.database.query<{ deliveries: number }>(RECORD, [
      emailIds,
      run.workflowId,
      run.attempt,
      outcome,
      JSON.stringify(senders),
      eventRows(events),
      unsettled.map(({ emailId }) => emailId),
    ]);
    return { mails: told, events, deliveries: recorded!.deliveries };
  }
}

const authsOf = (checked: readonly CheckRow[]) =>
  new Map(checked.map(({ id, auth }) => [id, auth]));

function rethrowUnavailable(error: unknown): void {
  if (error instanceof AppError && error.status === 503) throw error;
}

/** How mails stand. */
interface Standing {
  /** Those that could not be read so far. */
  readonly pending: readonly string[];
  /** Those that may report on sent ones. */
  readonly reports: readonly string[];
  /** What is told of the others. */
  readonly mails: readonly AnnouncedMail[];
}

/** What a run did with mails. */
interface Finished {
  readonly outcome: string;
  /** What is told of them. */
  readonly mails: readonly AnnouncedMail[];
  readonly senders?: readonly CheckRow[];
}

// A mail that was deleted meanwhile is not told of.
const STILL_THERE = 'EXISTS (SELECT FROM emails WHERE emails.id = e.resource_id)';

// What was done, who sent it and who is told, in one statement: the disk is waited for once.
const RECORD = statement(
  [
    `run AS (
  INSERT INTO email_runs (email_id, workflow_id, attempts, outcome)
  SELECT id, $2, $3, $4 FROM emails WHERE id = ANY ($1)
  ON CONFLICT (email_id) DO NOTHING
)`,
    settleRuns({ workflow: 'processInbound' }, '$1', '$7'),
    keepChecks('$5', '$2'),
    insertEvents('$6', STILL_THERE),
    signalWaits('$1'),
    queueDescriptions('$1'),
  ],
  'SELECT coalesce(sum(webhooks), 0)::int AS deliveries FROM fan_out',
);
