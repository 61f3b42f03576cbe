import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { createBatcher } from '../../batcher.js';
import type { Database } from '../../db/database.js';
import type { Send } from '../../egress/send.js';
import { AppError } from '../../errors.js';
import { EagerAttempts } from '../../eager-attempts.js';
import type { Vault } from '../../vault/vault.js';
import {
  CANCEL,
  CLAIM_ATTEMPTS,
  EARLY,
  NEXT_IN_ORDER,
  QUEUE_AGAIN,
  RECORD_OUTCOMES,
  STANDINGS,
  type ClaimedDelivery,
  type OpenDelivery,
  type OutcomeRow,
} from './attempt-statements.js';
import { disableWebhook } from './disabling.js';
import type { Endpoints, Permit } from './endpoints.js';
import { nextDelay, type RetrySchedule } from './retry-schedule.js';
import { failed, outcomeOf, statusAfter, type Outcome } from './outcome.js';
import { signatureHeaders } from './signature.js';
import type { DeliveryRef } from './run.js';

export type { DeliveryRef };

/** What attempts need. */
export interface AttemptsDeps {
  readonly database: Database;
  readonly vault: Pick<Vault, 'open'>;
  readonly send: Send;
  readonly endpoints: Endpoints;
}

/** Where a delivery stands. */
export interface Step extends DeliveryRef {
  /** What was done, in a few words for operators. */
  readonly said: string;
  /** Seconds until somebody has to look again; null when it has ended or was given back. */
  readonly lookIn: number | null;
}

/** For whom attempts are made. */
export interface Run {
  readonly schedule: RetrySchedule;
  /** Null outside of a run. */
  readonly workflowId: string | null;
}

/** What is next at an ordered webhook. */
export interface NextInOrder {
  /** The delivery that holds up the others. */
  readonly head: Step | null;
  /** Whether there is more to do at once or, when that is not visible yet, soon. */
  readonly more: 'none' | 'now' | 'soon';
}

interface NextRow {
  readonly id: string;
  readonly org_id: string;
  readonly visible: boolean;
}

// Seconds until an attempt that did not end counts as lost with its process: more than it may take.
const LOST_AFTER = 20;
// Milliseconds between looks at an attempt that somebody else makes.
const LOOK_EVERY = 500;
const MAX_BATCH = 200;
// Milliseconds that whoever begins before its run waits for a turn at the endpoint.
const AHEAD_WITHIN = 2_000;
const IN_ORDER_AT_ONCE = 50;
const USER_AGENT = 'Restante-Webhooks/1';

/** Makes attempts of deliveries. Everything is safe to run twice, and in several processes at once. */
export class DeliveryAttempts {
  private readonly claim: (id: string) => Promise<ClaimedDelivery | null>;
  private readonly record: (row: OutcomeRow) => Promise<void>;
  private readonly ahead = new EagerAttempts<Step>();

  constructor(private readonly deps: AttemptsDeps) {
    const limits = { maxItems: MAX_BATCH };
    this.claim = createBatcher((ids) => this.claimAll(ids), limits);
    this.record = createBatcher((rows) => this.recordAll(rows), limits);
  }

  /**
   * Makes the attempt of a delivery that is due, after one that is under way elsewhere. Null when its
   * endpoint is busy for longer than `signal` lets it wait.
   */
  async attempt(
    delivery: DeliveryRef,
    run: Run,
    signal: AbortSignal = NEVER,
  ): Promise<Step | null> {
    for (;;) {
      const permit = await this.deps.endpoints.acquire(delivery.webhookId, signal);
      if (!permit) return null;
      const step = await this.permitted(permit, delivery, run);
      if (step.said !== UNDER_WAY) return step;
      await delay(LOOK_EVERY);
    }
  }

  /** Makes the first attempt of a delivery whose run is about to start, which takes what comes of it. */
  begin(delivery: DeliveryRef, run: Run): Promise<Step> {
    return this.ahead.begin(delivery.id, async () => {
      const [step] = await this.attemptTogether([delivery], run, AHEAD_WITHIN);
      return step!;
    });
  }

  /**
   * Makes first attempts together and answers within about `milliseconds`. What takes longer goes on
   * by itself and is to be looked at later; what did not get its turn is given back.
   */
  async attemptTogether(
    deliveries: readonly DeliveryRef[],
    run: Run,
    milliseconds: number,
  ): Promise<Step[]> {
    const over = AbortSignal.timeout(milliseconds);
    // One listener for each delivery, and they go with it.
    setMaxListeners(0, over);
    const ended = new Promise<void>((resolve) => over.addEventListener('abort', () => resolve()));
    const steps = await Promise.all(
      deliveries.map(async (delivery) => {
        const begun = this.ahead.take(delivery.id);
        if (begun) return Promise.race([begun, ended.then(() => step(delivery, UNDER_WAY, 0))]);
        const permit = await this.deps.endpoints.acquire(delivery.webhookId, over);
        if (!permit) return step(delivery, GIVEN_BACK);
        const attempt = this.permitted(permit, delivery, run);
        // Nobody waits for one that goes on by itself.
        attempt.catch(() => undefined);
        return Promise.race([attempt, ended.then(() => step(delivery, UNDER_WAY, 0))]);
      }),
    );
    const untried = steps.filter(({ said }) => said === GIVEN_BACK).map(({ id }) => id);
    if (untried.length > 0) await this.deps.database.query(QUEUE_AGAIN, [untried]);
    return steps;
  }

  /**
   * Waits for attempts that go on, wherever that is; answers the deliveries that are not done by then.
   * An attempt that is lost with its process is waited for no longer than it could have taken.
   */
  async settle(deliveries: readonly DeliveryRef[], signal: AbortSignal): Promise<Step[]> {
    const ids = deliveries.map(({ id }) => id);
    for (;;) {
      const rows = await this.deps.database.query<OpenDelivery>(STANDINGS, [ids]);
      if (!rows.some(isUnderWay)) return rows.map(standingOf);
      await delay(LOOK_EVERY, undefined, { signal });
    }
  }

  /** Makes attempts of what is next at an ordered webhook, one after the other until one fails. */
  async attemptInOrder(webhookId: string, run: Run, milliseconds: number): Promise<NextInOrder> {
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
      if (step!.said === GIVEN_BACK) return { head: null, more: 'soon' };
      if (step!.lookIn !== null) return { head: step!, more: 'now' };
    }
    return { head: null, more: rows.length === IN_ORDER_AT_ONCE ? 'now' : 'none' };
  }

  private async permitted(permit: Permit, delivery: DeliveryRef, run: Run): Promise<Step> {
    try {
      return await this.go(delivery, await this.claim(delivery.id), run);
    } finally {
      permit();
    }
  }

  private async go(
    delivery: DeliveryRef,
    claimed: ClaimedDelivery | null,
    run: Run,
  ): Promise<Step> {
    if (!claimed || claimed.status !== 'PENDING') return step(delivery, claimed?.status ?? 'gone');
    if (!claimed.deliverable) {
      await this.deps.database.query(CANCEL, [[claimed.id]]);
      return step(delivery, 'CANCELLED');
    }
    if (claimed.paused) return step(delivery, 'paused');
    if (claimed.number !== null) return this.make(claimed, run);
    return this.standing(delivery, claimed, run);
  }

  /** What there is to do where no attempt was begun: it is not due, or somebody else makes it or did. */
  private async standing(delivery: DeliveryRef, claimed: ClaimedDelivery, run: Run): Promise<Step> {
    const { under_way: underWay, due_in: dueIn } = claimed;
    if (underWay === null && dueIn > EARLY) return step(delivery, 'waiting', dueIn);
    // One that is begun at this very moment is not seen yet.
    if ((underWay ?? 0) < LOST_AFTER) return step(delivery, UNDER_WAY, 0);
    return this.giveUpLost(claimed, run);
  }

  private async make({ attempt_count, ...claimed }: ClaimedDelivery, run: Run): Promise<Step> {
    const number = attempt_count + 1;
    const startedAt = performance.now();
    const headers = await this.headers(claimed).catch(unlessAway);
    const { url, body } = claimed;
    const outcome = headers
      ? outcomeOf(await this.deps.send({ url, body, headers }), number, run.schedule)
      : // Sealed under another master key, say: not for this delivery alone.
        failed('the secret of the webhook cannot be opened', nextDelay(run.schedule, number));
    const duration = Math.round(performance.now() - startedAt);
    return this.conclude(claimed, { number, duration, outcome }, run);
  }

  /** The process that made the attempt ended before it could write down what came of it. */
  private giveUpLost({ attempt_count, ...claimed }: ClaimedDelivery, run: Run): Promise<Step> {
    const number = attempt_count + 1;
    const outcome = failed('interrupted', nextDelay(run.schedule, number));
    const duration = Math.round(claimed.under_way! * 1_000);
    return this.conclude(claimed, { number, duration, outcome }, run);
  }

  private async conclude(
    { id, webhook_id: webhookId, org_id: orgId }: Omit<ClaimedDelivery, 'attempt_count'>,
    { number, duration, outcome }: { number: number; duration: number; outcome: Outcome },
    { workflowId }: Run,
  ): Promise<Step> {
    const recorded: OutcomeRow = {
      id,
      number,
      duration_ms: duration,
      response_status: outcome.responseStatus,
      response_body: outcome.responseBody,
      error: outcome.error,
      status: statusAfter(outcome),
      next_in: outcome.nextIn,
      workflow_id: workflowId,
    };
    if (outcome.gone) await this.recordGone(recorded, webhookId);
    else await this.record(recorded);
    const said = outcome.error ?? `answered ${outcome.responseStatus}`;
    return step({ id, webhookId, orgId }, `attempt ${number}: ${said}`, outcome.nextIn);
  }

  /** Both or neither: what is recorded is not tried again, so that nobody else would switch it off. */
  private async recordGone(recorded: OutcomeRow, webhookId: string): Promise<void> {
    const { database } = this.deps;
    await database.together(async () => {
      await this.record(recorded);
      await disableWebhook(database, webhookId, 'answered 410 Gone');
    });
  }

  private async headers(
    claimed: Omit<ClaimedDelivery, 'attempt_count'>,
  ): Promise<Record<string, string>> {
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

  private async claimAll(ids: readonly string[]): Promise<(ClaimedDelivery | null)[]> {
    const rows = await this.deps.database.query<ClaimedDelivery>(CLAIM_ATTEMPTS, [
      [...new Set(ids)],
    ]);
    // Asked for twice at once: the second one finds it under way.
    const left = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => {
      const row = left.get(id) ?? null;
      if (row && row.number !== null) left.set(id, { ...row, number: null, under_way: 0 });
      return row;
    });
  }

  private async recordAll(rows: readonly OutcomeRow[]): Promise<undefined[]> {
    const { database } = this.deps;
    const failing = await database.query<{ id: string }>(RECORD_OUTCOMES, [JSON.stringify(rows)]);
    for (const { id } of failing) await disableWebhook(database, id, 'failed for five days');
    return rows.map(() => undefined);
  }
}

/** Null for a value that cannot be opened; storage that is away is nobody's fault. */
function unlessAway(error: unknown): null {
  if (error instanceof AppError) throw error;
  return null;
}

const isUnderWay = ({ under_way: underWay }: OpenDelivery) =>
  underWay !== null && underWay < LOST_AFTER;

const standingOf = (row: OpenDelivery): Step => {
  const delivery = { id: row.id, webhookId: row.webhook_id, orgId: row.org_id };
  // One that is lost has to be given up at once.
  return step(delivery, 'not done', row.under_way === null ? Math.max(row.due_in, 0) : 0);
};

const NEVER = new AbortController().signal;
const GIVEN_BACK = 'given back';
const UNDER_WAY = 'under way';

const step = (
  { id, webhookId, orgId }: DeliveryRef,
  said: string,
  lookIn: number | null = null,
): Step => ({ id, webhookId, orgId, said, lookIn });
