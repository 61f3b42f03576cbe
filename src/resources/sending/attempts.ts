import { createBatcher } from '../../batcher.js';
import type { Database } from '../../db/database.js';
import { oncePostgresAnswers } from '../../db/retry.js';
import { withTimeout } from '../../deadline.js';
import { AppError } from '../../errors.js';
import type { Log } from '../../log.js';
import { unknown } from '../../outbound/outcome.js';
import type { Outbound } from '../../outbound/provider.js';
import {
  AttemptLedger,
  type AttemptKind,
  type AttemptProgress,
  type EndedAttempt,
} from '../../store/attempt-ledger.js';
import { eventRows } from '../../store/events/record.js';
import { NOTE_WRITTEN_TO } from '../../store/mail/approval-rule.js';
import { holdSends } from '../../store/mail/hold-sends.js';
import type { Vault } from '../../vault/vault.js';
import {
  chooseSettings,
  type ChosenSettings,
  type SendingDomain,
} from '../smtp-configs/choose-settings.js';
import type { SendingBrake } from '../suppressions/reports.js';
import {
  CLAIM_SENDS,
  RECORD_SENDS,
  type ClaimedSend,
  type SendOutcomeRow,
} from './attempt-statements.js';
import { AWAITING, heldBack } from './held-back.js';
import { withLink, type NoticeLink } from './notice-links.js';
import {
  carrierOf,
  deliver,
  NOT_BEGUN,
  nobodyServed,
  notBegun,
  sameForAll,
  type DeliveryResult,
  type OutgoingDeliveryDeps,
} from './outgoing-delivery.js';
import { eventsOfOutcome, outcomeRow } from './outcome.js';
import { createRefusalBrake } from './refusal-brake.js';
import { stillAllowed } from './refused-now.js';
import { domainFailed } from './sending-inbox.js';
import type { SettledSends } from './settled-sends.js';
import type { SendView } from './views.js';
import { createHandoverMarks, HandoverMark, type AttemptRef } from './handover-mark.js';

interface SendAttemptsDeps extends OutgoingDeliveryDeps {
  readonly database: Database;
  readonly outbound: OutgoingDeliveryDeps['outbound'] & Pick<Outbound, 'line'>;
  readonly vault: Pick<Vault, 'open'>;
  readonly log: Pick<Log, 'warn'>;
  readonly noticeLink: NoticeLink;
  /** Requests that wait for mails alone. */
  readonly settled: Pick<SettledSends, 'settle'>;
  /** Looks whether too much mail of the inbox's domain is refused. */
  readonly brake: SendingBrake;
}

/** A mail of many, and who sends it. */
export interface QueuedMail extends SendingDomain {
  readonly emailId: string;
  /** Whose server decides when its turn comes, where it leaves without another one between. */
  readonly recipient: string;
}

/** For whom an attempt is made. */
interface SendRun {
  readonly workflowId: string;
  /** Through whom the mail is sent, where somebody has asked already. */
  readonly settings?: Promise<ChosenSettings | null> | undefined;
}

// Milliseconds to write down what came of an attempt: it is not to be lost where storage is away for a moment.
const RECORDED_WITHIN_MS = 30_000;
const LIMITS = { maxItems: 50, concurrency: 2 };

/** Makes attempts to send. Everything is safe to run twice, and in several processes at once. */
export class SendAttempts {
  private readonly settings: (sender: SendingDomain) => Promise<ChosenSettings | null>;
  private readonly mark: (attempt: AttemptRef) => Promise<boolean>;
  private readonly ledger: AttemptLedger<ClaimedSend, SendOutcomeRow, SendRun>;
  private readonly countRefusals;

  constructor(private readonly deps: SendAttemptsDeps) {
    const { database, vault } = deps;
    this.settings = createBatcher((senders) => chooseSettings(database, vault, senders), LIMITS);
    this.mark = createHandoverMarks(database);
    this.countRefusals = createRefusalBrake(deps);
    this.ledger = new AttemptLedger(database, this.kind());
  }

  /** Makes the attempt that is due, if one is. */
  attempt(
    emailId: string,
    workflowId: string,
    settings?: Promise<ChosenSettings | null>,
  ): Promise<AttemptProgress> {
    return this.ledger.attempt(emailId, { workflowId, settings });
  }

  /** Makes the attempt that is due of a mail whose run is about to start, which takes what comes of it. */
  begin(emailId: string, workflowId: string): Promise<AttemptProgress> {
    return this.ledger.eager.begin(emailId, () => this.attempt(emailId, workflowId));
  }

  /**
   * The first attempt of a run, within about `milliseconds`: one that takes longer goes on by itself and is to
   * be looked at later.
   */
  firstAttempt(
    emailId: string,
    workflowId: string,
    milliseconds: number,
  ): Promise<AttemptProgress> {
    const attempt = this.ledger.eager.take(emailId) ?? this.attempt(emailId, workflowId);
    return this.ledger.inTime(attempt, milliseconds);
  }

  /**
   * The same for mails of which there are many: each is begun when its server has time for it soon, and
   * not any more after the deadline. Answers those that were begun.
   */
  async attemptInTurn(
    mails: readonly QueuedMail[],
    workflowId: string,
    { milliseconds, deadline }: { readonly milliseconds: number; readonly deadline: AbortSignal },
  ): Promise<AttemptProgress[]> {
    const slow: AttemptProgress | null = this.ledger.madeElsewhere;
    const attempts = mails.map((mail) =>
      withTimeout(milliseconds, this.serialized(mail, workflowId, deadline), slow),
    );
    return (await Promise.all(attempts)).filter((progress) => progress !== null);
  }

  /** Resolves when what is under way has ended, after `milliseconds` at the latest: its outcome would be unknown. */
  settled(milliseconds: number): Promise<void> {
    return this.ledger.settled(milliseconds);
  }

  private async serialized(
    { emailId, recipient, ...sender }: QueuedMail,
    workflowId: string,
    deadline: AbortSignal,
  ): Promise<AttemptProgress | null> {
    const settings = this.settings(sender);
    // Settings that cannot be had are told of the mail once it is claimed.
    const line = this.deps.outbound.line(await settings.catch(() => null), recipient);
    const leave = line ? await line.enter(deadline).catch(() => null) : () => undefined;
    return leave && this.attempt(emailId, workflowId, settings).finally(leave);
  }

  private kind(): AttemptKind<ClaimedSend, SendOutcomeRow, SendRun> {
    const { log } = this.deps;
    return {
      claim: CLAIM_SENDS,
      maxConcurrentClaims: LIMITS.concurrency,
      maxBatch: LIMITS.maxItems,
      lostAfter: 60,
      retryInSeconds: 2,
      idOf: ({ email_id: id }) => id,
      heldBack: (claimed) => this.heldBack(claimed),
      make: (claimed, run) => this.make(claimed, run),
      lost: (claimed, run) => this.lost(claimed, run),
      record: (ended) => this.record(ended),
      keep: (_ended, record) => oncePostgresAnswers(log, record, RECORDED_WITHIN_MS),
      summarize: ({ number, provider, outcome, response }) =>
        `attempt ${number} by ${provider}: ${outcome}${codeIn(response)}`,
    };
  }

  /** What needs approval waits for it from now on, where it did not before. */
  private async heldBack(claimed: ClaimedSend): Promise<AttemptProgress | null> {
    const { email_id: id, unapproved, under_way: underWay } = claimed;
    const held = heldBack(claimed);
    if (held?.retryInSeconds === null || !unapproved || underWay !== null) return held;
    const isHeld = await this.deps.database.transaction((manager) => holdSends(manager, [id]));
    return isHeld ? AWAITING : { summary: 'waiting', retryInSeconds: 1 };
  }

  private async make(
    claimed: ClaimedSend,
    { workflowId, settings = this.settingsOf(claimed) }: SendRun,
  ): Promise<SendOutcomeRow> {
    const { email_id: emailId, attempt_count: made } = claimed;
    const handover = new HandoverMark(() => this.mark({ emailId, number: made + 1 }));
    const result = await this.deliver(claimed, settings, handover).catch((error: unknown) => {
      if (handover.isWritten) throw error;
      this.deps.log.warn({ err: error, emailId }, 'a mail could not be handed over yet');
      return sameForAll(claimed.recipients, notBegun(toldOf(error)));
    });
    return outcomeRow(claimed, result, { workflow_id: workflowId, given_up: false });
  }

  /** Everything is read before anything leaves. */
  private async deliver(
    claimed: ClaimedSend,
    chosen: Promise<ChosenSettings | null>,
    handover: HandoverMark,
  ): Promise<DeliveryResult> {
    if (claimed.domain_failed !== null)
      return sameForAll(
        claimed.recipients,
        nobodyServed(domainFailed(claimed.domain, claimed.domain_failed)),
      );
    const [settings, raw] = await Promise.all([
      chosen,
      claimed.raw ?? this.readRaw(claimed.email_id),
    ]);
    return deliver(this.deps, {
      messageId: claimed.message_id,
      envelopeFrom: claimed.from_address,
      recipients: stillAllowed(claimed),
      near: claimed.near,
      raw: this.asItLeaves(claimed, raw),
      settings,
      sender: { domain: claimed.domain, domainId: claimed.domain_id },
      handover,
    });
  }

  private async settingsOf(claimed: ClaimedSend): Promise<ChosenSettings | null> {
    const { org_id: orgId, domain, has_provider: hasProvider } = claimed;
    return hasProvider ? this.settings({ orgId, domain }) : null;
  }

  private asItLeaves({ notice_of: about, recipients }: ClaimedSend, raw: Buffer): Buffer {
    if (about === null) return raw;
    return withLink(raw, this.deps.noticeLink(about, recipients[0]!.address));
  }

  private async lost(claimed: ClaimedSend, { workflowId }: SendRun): Promise<SendOutcomeRow> {
    const result = claimed.handed_over
      ? await this.inDoubt(claimed)
      : sameForAll(claimed.recipients, notBegun('the process that was to send it ended'));
    return outcomeRow(claimed, result, {
      workflow_id: workflowId,
      given_up: !claimed.handed_over,
    });
  }

  private async inDoubt(claimed: ClaimedSend): Promise<DeliveryResult> {
    const settings = await this.settingsOf(claimed).catch(() => null);
    const outcome = unknown('the process that sent it ended before it had an answer');
    const provider = carrierOf(settings, this.deps.outbound);
    return sameForAll(claimed.recipients, { provider, outcome });
  }

  private async readRaw(emailId: string): Promise<Buffer> {
    const [row] = await this.deps.database.query<{ raw: Buffer }>(
      `SELECT m.raw FROM emails e JOIN stored_messages m ON m.id = e.stored_message_id
       WHERE e.id = $1`,
      [emailId],
    );
    return row!.raw;
  }

  private async record(ended: readonly EndedAttempt<ClaimedSend, SendOutcomeRow>[]): Promise<void> {
    const { database, settled } = this.deps;
    const events = ended.flatMap(({ claimed, outcome }) => eventsOfOutcome(claimed, outcome));
    const outcomes = JSON.stringify(ended.map(({ outcome }) => outcome));
    const written = database.query<SendView>(RECORD_SENDS, [outcomes, eventRows(events)]);
    settled.settle(
      ended.map(({ claimed }) => claimed.email_id),
      written,
    );
    await written;
    this.countRefusals(ended);
    // Lost with the process, they are asked about once more.
    const noted = ended.filter(({ claimed }) => claimed.notes_written);
    if (noted.length > 0)
      await database.query(NOTE_WRITTEN_TO, [noted.map(({ claimed }) => claimed.email_id)]);
  }
}

/** The provider's code alone (RFC 5321, RFC 3463, RFC 9110): its words may name somebody. */
const codeIn = (response: string) => {
  const code = /^[2-5]\d\d(?: [245]\.\d{1,3}\.\d{1,3})?\b/.exec(response)?.[0];
  return code === undefined ? '' : ` (${code})`;
};

/** Words of ours alone: what else went wrong is in the log. */
const toldOf = (error: unknown) => (error instanceof AppError ? error.message : NOT_BEGUN);
