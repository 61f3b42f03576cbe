import type { Log } from '../../log.js';
import type { EagerStart } from '../../eager-attempts.js';
import { BATCH } from './claim-statements.js';
import type { OutboxClaims } from './claim.js';
import type { OutboxWork } from '../work.js';
import { createWakeSignal } from '../../wake-signal.js';
import { isRefused } from '../grpc-errors.js';
import { createBackoff } from './backoff.js';
import { createMailThrottle } from './mail-throttle.js';
import { createInFlightLimit, type InFlightRun } from './in-flight-limit.js';
import type { Starter } from '../starter.js';
import { withTimeout } from '../../deadline.js';

/** What a dispatcher needs. */
export interface DispatcherDeps {
  readonly claims: OutboxClaims;
  readonly starter: Pick<Starter, 'tell'>;
  readonly log: Log;
  /** Makes the first attempt to send a mail while its run is being started. */
  readonly eagerStart?: Pick<EagerStart, 'send'> | undefined;
  /** Called when Temporal answers again after it was away. */
  readonly onReturn?: () => void;
}

/** Brings the outbox to Temporal. Several may run at once. */
export interface Dispatcher {
  /** There are new rows: to be called on every `outbox_ready`. */
  accepted(): void;
  /** A run got past its first step: there is room for another one. */
  ended(workflowId: string): void;
  /** Ends after what is under way; what cannot be ended soon is left to others. */
  stop(): Promise<void>;
}

// Milliseconds between looks when nothing wakes the dispatcher.
const LOOK_EVERY = 1_000;
// Milliseconds between looks for rows of dispatchers that died.
const ABANDONED_EVERY = 5_000;
const STARTS_IN_FLIGHT = 8;
// Milliseconds after which a run that makes no progress gives its place to others.
const SLOT_PATIENCE = 2_000;
// Seconds until a start that Temporal refuses is tried again, at most.
const LONGEST_REFUSAL = 300;
// Milliseconds to end what is under way.
const STOP_WITHIN = 2_000;

/** Starts looking at the outbox at once. */
export function startDispatcher(deps: DispatcherDeps): Dispatcher {
  const dispatcher = new OutboxDispatcher(deps);
  const running = dispatcher.run();
  return {
    accepted: () => dispatcher.accepted(),
    ended: (workflowId) => dispatcher.ended(workflowId),
    async stop() {
      dispatcher.stop();
      await withTimeout(STOP_WITHIN, running, undefined);
    },
  };
}

class OutboxDispatcher {
  private readonly wakeSignal = createWakeSignal();
  private readonly pace = createMailThrottle();
  private readonly slots = createInFlightLimit(STARTS_IN_FLIGHT);
  private readonly temporal;
  private readonly outbox;
  private readonly underWay = new Set<Promise<void>>();
  private stopped = false;
  private abandonedAt = 0;

  constructor(private readonly deps: DispatcherDeps) {
    this.temporal = createBackoff('Temporal', deps.log);
    this.outbox = createBackoff('outbox', deps.log);
  }

  async run(): Promise<void> {
    while (!this.stopped) await this.wakeSignal.wait(await this.round());
    await Promise.all(this.underWay);
  }

  accepted(): void {
    this.pace.accepted();
    this.wakeSignal.wake();
  }

  ended(workflowId: string): void {
    this.slots.ended(workflowId);
  }

  stop(): void {
    this.stopped = true;
    this.slots.endAll();
    this.wakeSignal.wake();
  }

  /** Takes what is due and has it started; answers the milliseconds until the next look. */
  private async round(): Promise<number> {
    const early = Math.max(this.temporal.left(), this.outbox.left(), this.pace.left());
    if (early > 0) return early;
    try {
      const work = await this.take();
      this.outbox.answered();
      for (const item of work) await this.begin(item);
      return this.deps.claims.areDrained ? LOOK_EVERY : 0;
    } catch (error) {
      this.outbox.failed(error);
      return this.outbox.left();
    }
  }

  private async take(): Promise<readonly OutboxWork[]> {
    await this.slots.available();
    if (Date.now() >= this.abandonedAt) {
      this.abandonedAt = Date.now() + ABANDONED_EVERY;
      // One run finds out as well as eight whether Temporal is back.
      const count = this.temporal.isAway ? 1 : STARTS_IN_FLIGHT;
      const abandoned = await this.deps.claims.abandoned(count);
      if (abandoned.length > 0) return abandoned;
    }
    return this.deps.claims.fresh();
  }

  private async begin(work: OutboxWork): Promise<void> {
    await this.slots.available();
    if (this.stopped) return this.deps.claims.release(work, 0);
    const told = this.tell(work).finally(() => this.underWay.delete(told));
    this.underWay.add(told);
  }

  private async tell(work: OutboxWork): Promise<void> {
    const { resourceIds, ageSeconds, workflow } = work;
    this.beginEagerly(work);
    const ofMail = workflow === 'processInbound';
    if (ofMail) this.pace.started({ backlog: resourceIds.length >= BATCH, lagSeconds: ageSeconds });
    const slot = this.slots.enter(work.workflowId);
    try {
      if (await this.told(work)) await this.finish(work, ofMail ? slot : null);
    } catch (error) {
      // The claim runs out, then somebody does it again; Temporal knows the run by its id.
      this.outbox.failed(error);
    } finally {
      slot.leave();
    }
  }

  private beginEagerly({ op, workflow, workflowId, resourceIds }: OutboxWork): void {
    if (op !== 'start' || workflow !== 'sendEmail') return;
    // The run learns of an error.
    this.deps.eagerStart?.send(resourceIds[0]!, workflowId).catch(() => undefined);
  }

  private async finish(work: OutboxWork, slot: InFlightRun | null): Promise<void> {
    // Rows that the run settles meanwhile are written once instead of twice.
    if (slot && !this.stopped) await slot.settled(SLOT_PATIENCE);
    await this.deps.claims.done(work);
  }

  /** Whether Temporal knows of it now. */
  private async told(work: OutboxWork): Promise<boolean> {
    const { claims, starter, log } = this.deps;
    try {
      await starter.tell(work);
      if (this.temporal.answered()) this.resume();
      return true;
    } catch (error) {
      const refused = isRefused(error);
      if (refused)
        log.error({ err: error, workflowId: work.workflowId }, 'Temporal refuses what it is told');
      else this.away(error);
      await claims.release(work, refused ? Math.min(2 ** work.attempts, LONGEST_REFUSAL) : 0);
      this.wakeSignal.wake();
      return false;
    }
  }

  private away(error: unknown): void {
    if (!this.stopped) this.temporal.failed(error);
    this.abandonedAt = 0;
  }

  private resume(): void {
    this.abandonedAt = 0;
    this.wakeSignal.wake();
    this.deps.onReturn?.();
  }
}
