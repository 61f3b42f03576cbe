import type { Database } from '../../db/database.js';
import { EagerAttempts } from '../../eager-attempts.js';
import { AppError } from '../../errors.js';
import {
  emailsOf,
  knownWithin,
  type CheckUnderWay,
  type RetryOutcome,
  type SenderChecks,
} from './sender-checks.js';
import { keepChecks, type CheckRow } from './sender-statements.js';
import { eventRows, insertEvents } from '../../store/events/record.js';
import { queueDescriptions } from '../../store/mail/described.js';
import { signalWaits } from '../../store/waits/wake.js';
import {
  ANNOUNCED,
  eventsOfMail,
  announcedEmails,
  type AnnouncedMail,
} from '../../store/events/mail-events.js';
import { MailRouting, type RoutingTargets } from '../routing/mail-routing.js';
import type { OwnRelay } from '../suppressions/report-trust.js';
import { MAY_REPORT, settleReports, type SendingBrake } from '../suppressions/reports.js';
import { settleRuns } from '../../store/outbox.js';
import { statement } from '../../store/statement.js';
import { combineFinished, outcomeOf, type FinishedEmails, type EmailsOutcome } from './outcome.js';

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
  /** Whether Temporal is told of the run later. */
  readonly isEager?: boolean;
}

// Milliseconds that mails wait for verdicts: those of a slow DNS hold up no others, and when these are over
// they are finished by a step of their own.
const VERDICTS_WITHIN_MS = [25, 475];

/** Tells of accepted mail: what a run of `processInbound` does. Everything is safe to run twice. */
export class InboundProcessing {
  private readonly routing: MailRouting;
  /** Mails that are finished before their run begins. */
  private readonly eager = new EagerAttempts<FinishedBatch>();

  constructor(private readonly deps: ProcessingDeps) {
    this.routing = new MailRouting(deps.database);
  }

  /** Does what `process` does for a run that Temporal is about to be told of, which takes what comes of it. */
  async begin(emailIds: readonly string[], workflowId: string): Promise<void> {
    const batch = this.finish(emailIds, { workflowId, attempt: 1, isEager: true });
    for (const id of emailIds) void this.eager.begin(id, () => batch);
    await batch;
  }

  /** Tells of mails and writes down that this run did. */
  async process(emailIds: readonly string[], run: RunOfMail): Promise<Processed> {
    const batches = await this.begun(emailIds);
    const known = new Set(batches.flatMap((batch) => batch.emailIds));
    const left = emailIds.filter((id) => !known.has(id));
    if (left.length > 0) batches.push(await this.finish(left, run));
    const late = batches.flatMap((batch) => batch.late);
    const unread = batches.reduce((sum, batch) => sum + batch.unread, 0);
    const finished = combineFinished(batches.map((batch) => batch.finished));
    return { late, outcome: outcomeOf(finished, emailIds.length - late.length, unread) };
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

  private async standing(emailIds: readonly string[]): Promise<Standing> {
    const rows = await this.deps.database.query<StandingMailRow>(STANDING, [emailIds]);
    const idsOf = (which: readonly StandingMailRow[]) => which.map(({ of_email }) => of_email);
    return {
      pending: idsOf(rows.filter(({ pending }) => pending)),
      reports: idsOf(rows.filter(({ pending, reports }) => reports && !pending)),
      mails: rows.filter(isAnnounced),
    };
  }

  /** What was begun for this run; where it failed nothing was. */
  private async begun(emailIds: readonly string[]): Promise<FinishedBatch[]> {
    const begun = new Set(emailIds.flatMap((id) => this.eager.take(id) ?? []));
    const ended = await Promise.allSettled(begun);
    return ended.flatMap((batch) => (batch.status === 'fulfilled' ? batch.value : []));
  }

  private async finish(emailIds: readonly string[], run: RunOfMail): Promise<FinishedBatch> {
    const [standing, checks] = await Promise.all([
      this.standing(emailIds),
      this.deps.senders.start(emailIds),
    ]);
    const { pending } = standing;
    const readable = emailIds.filter((id) => !pending.includes(id));
    const { late, finished } = await this.finishInTime(readable, checks, standing, run);
    return { emailIds, late, unread: pending.length, finished: combineFinished(finished) };
  }

  /** Finishes first those whose senders are known at once. */
  private async finishInTime(
    emailIds: readonly string[],
    checks: readonly CheckUnderWay[],
    standing: Standing,
    run: RunOfMail,
  ) {
    const finished: FinishedEmails[] = [];
    const early: string[] = [];
    let [late, left] = [emailIds, checks];
    for (const milliseconds of VERDICTS_WITHIN_MS) {
      if (late.length === 0) break;
      const known = await knownWithin(milliseconds, left);
      const unknown = new Set(emailsOf(known.left));
      const due = late.filter((id) => !unknown.has(id));
      const batch = await this.finishKnown(due, known.checked, standing, run);
      early.push(...batch.early);
      finished.push(batch.finished);
      [late, left] = [late.filter((id) => unknown.has(id)), known.left];
    }
    return { late: [...late, ...early], finished };
  }

  private async finishKnown(
    emailIds: readonly string[],
    senders: readonly CheckRow[],
    { reports, mails }: Standing,
    run: RunOfMail,
  ) {
    if (emailIds.length === 0) return { early: [], finished: combineFinished([]) };
    const reporting = reports.filter((id) => emailIds.includes(id));
    const early = await settleReports(this.deps, reporting, authsOf(senders));
    const done = emailIds.filter((id) => !early.includes(id));
    const finished = await this.finishWith(done, run, { outcome: 'ok', senders, mails });
    return { early, finished };
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
      run.isEager !== true,
    ]);
    return { mails: told, events, deliveries: recorded!.deliveries };
  }
}

const authsOf = (checked: readonly CheckRow[]) =>
  new Map(checked.map(({ id, auth }) => [id, auth]));

function rethrowUnavailable(error: unknown): void {
  if (error instanceof AppError && error.status === 503) throw error;
}

/** Mails that were finished together. */
interface FinishedBatch {
  readonly emailIds: readonly string[];
  /** Those of them that are still to be finished. */
  readonly late: readonly string[];
  /** How many could not be read so far. */
  readonly unread: number;
  readonly finished: FinishedEmails;
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

interface StandingMail {
  readonly of_email: string;
  readonly pending: boolean;
  readonly reports: boolean;
}
type StandingMailRow = StandingMail & (AnnouncedMail | { readonly id: null });

const isAnnounced = (row: StandingMailRow): row is StandingMail & AnnouncedMail => row.id !== null;

// In one look: what is told of a mail that is read meanwhile is left to the run that follows.
const STANDING = `
WITH announced AS (${ANNOUNCED})
SELECT of_email, pending, reports, announced.*
FROM (SELECT id AS of_email, inbox_id AS of_inbox, uid, parse_status = 'pending' AS pending,
    ${MAY_REPORT} AS reports
  FROM emails WHERE id = ANY ($1)) AS standing
LEFT JOIN announced ON announced.id = of_email
ORDER BY of_inbox, uid`;

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
    settleRuns({ workflow: 'processInbound' }, '$1', { except: '$7', isTold: '$8' }),
    keepChecks('$5', '$2'),
    insertEvents('$6', STILL_THERE),
    signalWaits('$1'),
    queueDescriptions('$1'),
  ],
  'SELECT coalesce(sum(webhooks), 0)::int AS deliveries FROM fan_out',
);
