import { createBatcher } from '../../batcher.js';
import type { Database } from '../../db/database.js';
import { AppError } from '../../errors.js';
import { oncePostgresAnswers } from '../../db/retry.js';
import type { Log } from '../../log.js';
import type { Outbound } from '../../outbound/provider.js';
import type { Vault } from '../../vault/vault.js';
import { eventRows } from '../../store/events/record.js';
import { EagerAttempts } from '../../eager-attempts.js';
import { withTimeout } from '../../deadline.js';
import { chooseSettings, type ChosenSettings, type SendingDomain } from '../smtp-configs/chosen.js';
import {
  CLAIM_SENDS,
  EARLY,
  RECORD_SENDS,
  type ClaimedSend,
  type SendOutcomeRow,
} from './attempt-statements.js';
import {
  carrierOf,
  deliver,
  NOT_BEGUN,
  nothingDelivered,
  type DeliveryResult,
  type OutgoingDeliveryDeps,
} from './outgoing-delivery.js';
import { eventsOfOutcome, outcomeRow, type EndedAttempt } from './outcome.js';
import { stillAllowed } from './refused-now.js';
import { createMarks, Threshold, type AttemptRef } from './threshold.js';

/** What attempts need. */
export interface SendAttemptsDeps extends OutgoingDeliveryDeps {
  readonly database: Database;
  readonly outbound: OutgoingDeliveryDeps['outbound'] & Pick<Outbound, 'line'>;
  readonly vault: Pick<Vault, 'open'>;
  readonly log: Pick<Log, 'warn'>;
}

/** A mail of many, and who sends it. */
export interface QueuedMail extends SendingDomain {
  readonly emailId: string;
}

/** Where the sending of a mail stands. */
export interface SendStep {
  readonly emailId: string;
  /** What was done, in a few words for operators. */
  readonly said: string;
  /** Seconds until somebody has to look again; null when it has ended. */
  readonly lookIn: number | null;
}

// Seconds until an attempt that did not end counts as lost with its process: more than it may take.
const LOST_AFTER = 60;
// Milliseconds to write down what came of an attempt: it is not to be lost where storage is away for a moment.
const RECORDED_WITHIN = 30_000;
// Seconds until an attempt that somebody else makes is looked at again.
const LOOK_AGAIN = 2;
// Seconds until a mail is looked at again whose bulk send or inbox is paused, or that is held with all others.
const WHILE_PAUSED = 60;
const MAX_BATCH = 50;

/** Makes attempts to send. Everything is safe to run twice, and in several processes at once. */
export class SendAttempts {
  private readonly claim: (id: string) => Promise<ClaimedSend | null>;
  private readonly settings: (sender: SendingDomain) => Promise<ChosenSettings | null>;
  private readonly mark: (attempt: AttemptRef) => Promise<boolean>;
  private readonly record: (ended: Ended) => Promise<void>;
  private readonly underWay = new Set<Promise<SendStep>>();
  private readonly ahead = new EagerAttempts<SendStep>();

  constructor(private readonly deps: SendAttemptsDeps) {
    const limits = { maxItems: MAX_BATCH, lanes: 2 };
    this.claim = createBatcher((ids) => this.claimAll(ids), limits);
    const { database, vault } = deps;
    this.settings = createBatcher((senders) => chooseSettings(database, vault, senders), limits);
    this.mark = createMarks(database);
    // One at a time: what ends meanwhile is written together, which costs a bulk send less.
    this.record = createBatcher((ended) => this.recordAll(ended), { maxItems: MAX_BATCH });
  }

  /** Makes the attempt that is due, if one is. */
  async attempt(
    emailId: string,
    workflowId: string,
    settings?: Promise<ChosenSettings | null>,
  ): Promise<SendStep> {
    const claimed = await this.claim(emailId);
    if (!claimed) return step(emailId, 'gone');
    if (claimed.number === null) return this.standing(claimed, workflowId);
    const { number } = claimed;
    const through = settings ?? this.settings(senderOf(claimed));
    return this.followed(this.make(claimed, through, { number, workflowId }));
  }

  /** Makes the attempt that is due of a mail whose run is about to start, which takes what comes of it. */
  begin(emailId: string, workflowId: string): Promise<SendStep> {
    return this.ahead.begin(emailId, () => this.attempt(emailId, workflowId));
  }

  /**
   * Makes attempts of several mails and answers within about `milliseconds`; one that takes longer
   * goes on by itself and is to be looked at later.
   */
  async attemptTogether(
    emailIds: readonly string[],
    workflowId: string,
    milliseconds: number,
  ): Promise<SendStep[]> {
    const attempts = emailIds.map((emailId) => ({
      emailId,
      attempt: this.ahead.take(emailId) ?? this.attempt(emailId, workflowId),
    }));
    return standingWithin(attempts, milliseconds);
  }

  /**
   * The same for mails of which there are many: each is begun when its server has time for it soon, and
   * not any more once it is `late`. Answers those that were begun.
   */
  async attemptInTurn(
    mails: readonly QueuedMail[],
    workflowId: string,
    { milliseconds, late }: { readonly milliseconds: number; readonly late: AbortSignal },
  ): Promise<SendStep[]> {
    const attempts = mails.map((mail) => ({
      emailId: mail.emailId,
      attempt: this.inTurn(mail, workflowId, late),
    }));
    const steps = await standingWithin(attempts, milliseconds);
    return steps.filter((step) => step !== null);
  }

  /** Resolves when what is under way has ended, after `milliseconds` at the latest: its outcome would be unknown. */
  async settled(milliseconds: number): Promise<void> {
    await withTimeout(milliseconds, Promise.allSettled(this.underWay), undefined);
  }

  private async inTurn(
    { emailId, ...sender }: QueuedMail,
    workflowId: string,
    late: AbortSignal,
  ): Promise<SendStep | null> {
    const settings = this.settings(sender);
    // Settings that cannot be had are told of the mail once it is claimed.
    const line = this.deps.outbound.line(await settings.catch(() => null));
    const leave = line ? await line.enter(late).catch(() => null) : () => undefined;
    return leave && this.attempt(emailId, workflowId, settings).finally(leave);
  }

  private followed(attempt: Promise<SendStep>): Promise<SendStep> {
    const followed = attempt.finally(() => this.underWay.delete(followed));
    this.underWay.add(followed);
    return followed;
  }

  /** What there is to do where no attempt was begun. */
  private async standing(claimed: ClaimedSend, workflowId: string): Promise<SendStep> {
    const { email_id: id, status, under_way: underWay } = claimed;
    if (status !== 'queued' && status !== 'sending') return step(id, status);
    const held = underWay === null ? heldBack(claimed) : null;
    if (held) return held;
    // One that is begun at this very moment is not seen yet.
    if ((underWay ?? 0) < LOST_AFTER) return step(id, 'under way', LOOK_AGAIN);
    return this.giveUpLost(claimed, workflowId);
  }

  private async make(
    claimed: ClaimedSend,
    settings: Promise<ChosenSettings | null>,
    begun: { readonly number: number; readonly workflowId: string },
  ): Promise<SendStep> {
    const startedAt = performance.now();
    const { email_id: emailId } = claimed;
    const threshold = new Threshold(() => this.mark({ emailId, number: begun.number }));
    const handed = await this.handOver(claimed, settings, threshold).catch((error: unknown) => {
      if (threshold.isCrossed) throw error;
      this.deps.log.warn({ err: error, emailId }, 'a mail could not be handed over yet');
      return nothingDelivered(claimed.recipients, toldOf(error));
    });
    const durationMs = Math.round(performance.now() - startedAt);
    return this.conclude(claimed, handed, { ...begun, durationMs });
  }

  /** Everything is read before anything leaves. */
  private async handOver(
    claimed: ClaimedSend,
    chosen: Promise<ChosenSettings | null>,
    threshold: Threshold,
  ): Promise<DeliveryResult> {
    const [settings, raw] = await Promise.all([
      chosen,
      claimed.raw ?? this.readRaw(claimed.email_id),
    ]);
    return deliver(this.deps, {
      messageId: claimed.message_id,
      envelopeFrom: claimed.from_address,
      recipients: stillAllowed(claimed),
      raw,
      settings,
      threshold,
    });
  }

  /** The process that made the attempt ended before it could write down what came of it. */
  private async giveUpLost(claimed: ClaimedSend, workflowId: string): Promise<SendStep> {
    const ended = {
      number: claimed.attempt_count + 1,
      durationMs: Math.round(claimed.under_way! * 1_000),
      workflowId,
    };
    if (claimed.handed_over) return this.conclude(claimed, await this.inDoubt(claimed), ended);
    const handed = nothingDelivered(claimed.recipients, 'the process that was to send it ended');
    return this.conclude(claimed, handed, { ...ended, isGivenUp: true });
  }

  private async inDoubt(claimed: ClaimedSend): Promise<DeliveryResult> {
    const settings = await this.settings(senderOf(claimed)).catch(() => null);
    const response = 'the process that sent it ended before it had an answer';
    return {
      provider: carrierOf(settings, this.deps.outbound),
      outcome: 'unknown',
      response,
      providerMessageId: null,
      recipients: claimed.recipients.map((recipient) =>
        recipient.status === 'queued' ? { ...recipient, status: 'unknown', response } : recipient,
      ),
      again: false,
    };
  }

  private async conclude(
    claimed: ClaimedSend,
    handed: DeliveryResult,
    attempt: EndedAttempt,
  ): Promise<SendStep> {
    const row = outcomeRow(claimed, handed, attempt);
    const { log } = this.deps;
    await oncePostgresAnswers(log, () => this.record({ send: claimed, row }), RECORDED_WITHIN);
    const said = `attempt ${row.number} by ${row.provider}: ${row.outcome}`;
    return step(claimed.email_id, said, row.next_in);
  }

  private async readRaw(emailId: string): Promise<Buffer> {
    const [row] = await this.deps.database.query<{ raw: Buffer }>(
      `SELECT m.raw FROM emails e JOIN stored_messages m ON m.id = e.stored_message_id
       WHERE e.id = $1`,
      [emailId],
    );
    return row!.raw;
  }

  private async claimAll(ids: readonly string[]): Promise<(ClaimedSend | null)[]> {
    const rows = await this.deps.database.query<ClaimedSend>(CLAIM_SENDS, [[...new Set(ids)]]);
    // Asked for twice at once: the second one finds it under way.
    const left = new Map(rows.map((row) => [row.email_id, row]));
    return ids.map((id) => {
      const row = left.get(id) ?? null;
      if (row && row.number !== null) left.set(id, { ...row, number: null, under_way: 0 });
      return row;
    });
  }

  private async recordAll(ended: readonly Ended[]): Promise<undefined[]> {
    const { database } = this.deps;
    const events = ended.flatMap(({ send, row }) => eventsOfOutcome(send, row));
    await database.query(RECORD_SENDS, [
      JSON.stringify(ended.map(({ row }) => row)),
      eventRows(events),
    ]);
    return ended.map(() => undefined);
  }
}

/** Why nobody has begun; null where somebody is about to. */
function heldBack(claimed: ClaimedSend): SendStep | null {
  const { email_id: id, deleted, held, paused, due_in: dueIn } = claimed;
  if (deleted) return step(id, 'gone');
  if (held) return step(id, 'held until an operator resumes', WHILE_PAUSED);
  if (paused) return step(id, 'paused', WHILE_PAUSED);
  return dueIn > EARLY ? step(id, 'waiting', dueIn) : null;
}

/** Words of ours alone: what else went wrong is in the log. */
const toldOf = (error: unknown) => (error instanceof AppError ? error.message : NOT_BEGUN);

const senderOf = ({ org_id: orgId, domain }: ClaimedSend): SendingDomain => ({ orgId, domain });

/** Where mails stand after `milliseconds` at the latest. */
async function standingWithin<Standing extends SendStep | null>(
  mails: readonly { readonly emailId: string; readonly attempt: Promise<Standing> }[],
  milliseconds: number,
): Promise<(Standing | SendStep)[]> {
  const steps = mails.map(({ emailId, attempt }) => {
    // Nobody waits for one that goes on by itself.
    attempt.catch(() => undefined);
    return withTimeout<Standing | SendStep>(
      milliseconds,
      attempt,
      step(emailId, 'under way', LOOK_AGAIN),
    );
  });
  return Promise.all(steps);
}

/** An attempt that ended, with what came of it. */
interface Ended {
  readonly send: ClaimedSend;
  readonly row: SendOutcomeRow;
}

const step = (emailId: string, said: string, lookIn: number | null = null): SendStep => ({
  emailId,
  said,
  lookIn,
});
