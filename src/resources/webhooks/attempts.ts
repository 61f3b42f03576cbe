import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../db/database.js';
import type { Send } from '../../egress/send.js';
import { AppError } from '../../errors.js';
import {
  AttemptLedger,
  UNDER_WAY,
  type AttemptKind,
  type AttemptProgress,
} from '../../store/attempt-ledger.js';
import type { Vault } from '../../vault/vault.js';
import {
  CANCEL,
  CLAIM_ATTEMPTS,
  NEXT_IN_ORDER,
  QUEUE_AGAIN,
  RECORD_OUTCOMES,
  STANDINGS,
  type ClaimedDelivery,
  type OpenDelivery,
  type OutcomeRow,
} from './attempt-statements.js';
import { disableWebhook } from './change.js';
import type { Endpoints, Permit } from './endpoints.js';
import { nextDelay, type RetrySchedule } from './retry-schedule.js';
import { failed, GONE, outcomeOf, type DeliveryOutcome } from './outcome.js';
import { signatureHeaders } from './signature.js';
import type { DeliveryRef } from './run.js';

interface AttemptsDeps {
  readonly database: Database;
  readonly vault: Pick<Vault, 'open'>;
  readonly send: Send;
  readonly endpoints: Endpoints;
}

/** Where a delivery stands. */
export interface DeliveryProgress extends DeliveryRef, AttemptProgress {}

/** For whom attempts are made. */
export interface AttemptingRun {
  readonly schedule: RetrySchedule;
  /** Null outside of a run. */
  readonly workflowId: string | null;
}

/** An attempt that may be made. */
interface PermittedRun extends AttemptingRun {
  readonly permit: Permit;
}

/** What is next at an ordered webhook. */
export interface NextInOrder {
  /** The delivery that holds up the others. */
  readonly head: DeliveryProgress | null;
  /** Whether there is more to do at once or, when that is not visible yet, soon. */
  readonly more: 'none' | 'now' | 'soon';
}

interface NextRow {
  readonly id: string;
  readonly org_id: string;
  readonly visible: boolean;
}

// Seconds until an attempt that did not end counts as lost with its process: more than it may take.
const LOST_AFTER_SECONDS = 20;
// Milliseconds between looks at an attempt that somebody else makes.
const LOOK_EVERY_MS = 500;
// Milliseconds that whoever begins before its run waits for a turn at the endpoint.
const EAGER_WITHIN_MS = 2_000;
const IN_ORDER_AT_ONCE = 50;
const USER_AGENT = 'Restante-Webhooks/1';
const NEVER = new AbortController().signal;
const GIVEN_BACK: AttemptProgress = { summary: 'given back', retryInSeconds: null };

/** Makes attempts of deliveries. Everything is safe to run twice, and in several processes at once. */
export class DeliveryAttempts {
  private readonly ledger: AttemptLedger<ClaimedDelivery, OutcomeRow, PermittedRun>;

  constructor(private readonly deps: AttemptsDeps) {
    this.ledger = new AttemptLedger(deps.database, this.kind());
  }

  /**
   * Makes the attempt of a delivery that is due, after one that is under way elsewhere. Null when its
   * endpoint is busy for longer than `signal` lets it wait.
   */
  async attempt(
    delivery: DeliveryRef,
    run: AttemptingRun,
    signal: AbortSignal = NEVER,
  ): Promise<DeliveryProgress | null> {
    for (;;) {
      const permit = await this.deps.endpoints.acquire(delivery.webhookId, signal);
      if (!permit) return null;
      const progress = await this.permitted(permit, delivery, run);
      if (progress.summary !== UNDER_WAY) return stepOf(delivery, progress);
      await delay(LOOK_EVERY_MS);
    }
  }

  /** Makes the first attempt of a delivery whose run is about to start, which takes what comes of it. */
  begin(delivery: DeliveryRef, run: AttemptingRun): Promise<AttemptProgress> {
    return this.ledger.eager.begin(delivery.id, async () => {
      const [step] = await this.attemptTogether([delivery], run, EAGER_WITHIN_MS);
      return step!;
    });
  }

  /** Resolves when what is under way has ended, after `milliseconds` at the latest. */
  settled(milliseconds: number): Promise<void> {
    return this.ledger.settled(milliseconds);
  }

  /**
   * Makes first attempts together and answers within about `milliseconds`. What takes longer goes on
   * by itself and is to be looked at later; what did not get its turn is given back.
   */
  async attemptTogether(
    deliveries: readonly DeliveryRef[],
    run: AttemptingRun,
    milliseconds: number,
  ): Promise<DeliveryProgress[]> {
    const until = performance.now() + milliseconds;
    const deadline = AbortSignal.timeout(milliseconds);
    // One listener for each delivery, and they go with it.
    setMaxListeners(0, deadline);
    const steps = await Promise.all(
      deliveries.map(async (one) => {
        const begun = this.ledger.eager.take(one.id);
        const permit = begun ? null : await this.deps.endpoints.acquire(one.webhookId, deadline);
        const attempt = begun ?? this.permitted(permit, one, run);
        return stepOf(one, await this.ledger.inTime(attempt, until - performance.now()));
      }),
    );
    const untried = steps.filter(isGivenBack).map(({ id }) => id);
    if (untried.length > 0) await this.deps.database.query(QUEUE_AGAIN, [untried]);
    return steps;
  }

  /**
   * Waits for attempts that go on, wherever that is; answers the deliveries that are not done by then.
   * An attempt that is lost with its process is waited for no longer than it could have taken.
   */
  async settle(
    deliveries: readonly DeliveryRef[],
    signal: AbortSignal,
  ): Promise<DeliveryProgress[]> {
    const ids = deliveries.map(({ id }) => id);
    for (;;) {
      const rows = await this.deps.database.query<OpenDelivery>(STANDINGS, [ids]);
      if (!rows.some(isUnderWay)) return rows.map(standingOf);
      await delay(LOOK_EVERY_MS, undefined, { signal });
    }
  }

  /** Makes attempts of what is next at an ordered webhook, one after the other until one fails. */
  async attemptInOrder(
    webhookId: string,
    run: AttemptingRun,
    milliseconds: number,
  ): Promise<NextInOrder> {
    const until = Date.now() + milliseconds;
    const rows = await this.deps.database.query<NextRow>(NEXT_IN_ORDER, [
      webhookId,
      IN_ORDER_AT_ONCE,
    ]);
    for (const { id, org_id: orgId, visible } of rows) {
      // One that is not visible to every reader may yet get others before it.
      if (!visible) return { head: null, more: 'soon' };
      const left = until - Date.now();
      if (left <= 0) return { head: null, more: 'now' };
      const [step] = await this.attemptTogether([{ id, webhookId, orgId }], run, left);
      if (isGivenBack(step!)) return { head: null, more: 'soon' };
      if (step!.retryInSeconds !== null) return { head: step!, more: 'now' };
    }
    return { head: null, more: rows.length === IN_ORDER_AT_ONCE ? 'now' : 'none' };
  }

  private kind(): AttemptKind<ClaimedDelivery, OutcomeRow, PermittedRun> {
    return {
      claim: CLAIM_ATTEMPTS,
      maxConcurrentClaims: 1,
      maxBatch: 200,
      lostAfter: LOST_AFTER_SECONDS,
      retryInSeconds: 0,
      idOf: ({ id }) => id,
      heldBack: (claimed) => this.heldBack(claimed),
      make: (claimed, run) => this.make(claimed, run),
      lost: async (claimed, run) =>
        rowOf(claimed, run, (number) => failed('interrupted', nextDelay(run.schedule, number))),
      record: (ended) => this.record(ended.map(({ outcome }) => outcome)),
      keep: ({ claimed, outcome }, record) =>
        outcome.response_status === GONE ? this.keepGone(claimed, record) : record(),
      summarize: ({ number, error, response_status: status }) =>
        `attempt ${number}: ${error ?? `answered ${status}`}`,
    };
  }

  private async permitted(
    permit: Permit | null,
    { id }: DeliveryRef,
    run: AttemptingRun,
  ): Promise<AttemptProgress> {
    if (!permit) return GIVEN_BACK;
    return this.ledger.attempt(id, { ...run, permit }).finally(() => permit.release());
  }

  private async heldBack(claimed: ClaimedDelivery): Promise<AttemptProgress | null> {
    const { id, status, deliverable, paused } = claimed;
    if (status !== 'PENDING') return { summary: status, retryInSeconds: null };
    if (deliverable) return paused ? { summary: 'paused', retryInSeconds: null } : null;
    await this.deps.database.query(CANCEL, [[id]]);
    return { summary: 'CANCELLED', retryInSeconds: null };
  }

  private async make(claimed: ClaimedDelivery, run: PermittedRun): Promise<OutcomeRow> {
    const headers = await this.headers(claimed).catch(unlessAway);
    const { url, body } = claimed;
    run.permit.begin();
    const answer = headers && (await this.deps.send({ url, body, headers }));
    // What came of it is written while others are sent.
    run.permit.release();
    return rowOf(claimed, run, (number) =>
      answer
        ? outcomeOf(answer, number, run.schedule)
        : // Sealed under another master key, say: not for this delivery alone.
          failed('the secret of the webhook cannot be opened', nextDelay(run.schedule, number)),
    );
  }

  /** Both or neither: what is recorded is not tried again, so that nobody else would switch it off. */
  private async keepGone(
    { webhook_id: webhookId }: ClaimedDelivery,
    record: () => Promise<void>,
  ): Promise<void> {
    const { database } = this.deps;
    await database.together(async () => {
      await record();
      await disableWebhook(database, webhookId, 'answered 410 Gone');
    });
  }

  private async headers(claimed: ClaimedDelivery): Promise<Record<string, string>> {
    const { org_id: orgId, webhook_id: id, event_id, body, sealed_old_secret: older } = claimed;
    const open = (field: string, sealed: Buffer) =>
      this.deps.vault.open(orgId, { id, field }, sealed);
    const standard = {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      ...signatureHeaders({ id: event_id, body, at: new Date() }, [
        await open('secret', claimed.sealed_secret),
        ...(older ? [await open('old_secret', older)] : []),
      ]),
    };
    if (!claimed.sealed_headers) return standard;
    const own = await open('headers', claimed.sealed_headers);
    return { ...(JSON.parse(own) as Record<string, string>), ...standard };
  }

  private async record(rows: readonly OutcomeRow[]): Promise<void> {
    const { database } = this.deps;
    const failing = await database.query<{ id: string }>(RECORD_OUTCOMES, [JSON.stringify(rows)]);
    for (const { id } of failing) await disableWebhook(database, id, 'failed for five days');
  }
}

/** Null for a value that cannot be opened; storage that is away is nobody's fault. */
function unlessAway(error: unknown): null {
  if (error instanceof AppError) throw error;
  return null;
}

/** What the ledger is told of the attempt of a delivery. */
function rowOf(
  { id, attempt_count: made }: ClaimedDelivery,
  { workflowId }: AttemptingRun,
  outcome: (number: number) => DeliveryOutcome,
): OutcomeRow {
  const number = made + 1;
  return { id, number, ...outcome(number), workflow_id: workflowId };
}

const isUnderWay = ({ under_way: underWay }: OpenDelivery) =>
  underWay !== null && underWay < LOST_AFTER_SECONDS;

const isGivenBack = ({ summary }: DeliveryProgress) => summary === GIVEN_BACK.summary;

function standingOf(row: OpenDelivery): DeliveryProgress {
  const delivery = { id: row.id, webhookId: row.webhook_id, orgId: row.org_id };
  // One that is lost has to be given up at once.
  const retryInSeconds = row.under_way === null ? Math.max(row.due_in, 0) : 0;
  return stepOf(delivery, { summary: 'not done', retryInSeconds });
}

const stepOf = (
  { id, webhookId, orgId }: DeliveryRef,
  { summary, retryInSeconds }: AttemptProgress,
): DeliveryProgress => ({ id, webhookId, orgId, summary, retryInSeconds });
