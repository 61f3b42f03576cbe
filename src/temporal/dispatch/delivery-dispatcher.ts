import type { Log } from '../../log.js';
import type { EagerStart } from '../../eager-attempts.js';
import type { DeliveryClaims, DeliverySource } from './delivery-claim.js';
import type { DeliveryRun } from '../work.js';
import { createWakeSignal } from '../../wake-signal.js';
import { createBackoff } from './backoff.js';
import { createDeliveryThrottle } from './delivery-throttle.js';
import { createInFlightLimit } from './in-flight-limit.js';
import type { Starter } from '../starter.js';
import { withTimeout } from '../../deadline.js';

/** What a dispatcher of deliveries needs. */
export interface DeliveryDispatcherDeps {
  readonly claims: Pick<DeliveryClaims, 'take' | 'giveBack' | 'expect' | 'areDrained'>;
  readonly starter: Pick<Starter, 'deliver'>;
  readonly log: Log;
  /** Makes a first attempt while the run of a delivery alone is being started. */
  readonly eagerStart?: Pick<EagerStart, 'deliver'> | undefined;
}

/** Brings queued deliveries to Temporal. Several may run at once. */
export interface DeliveryDispatcher {
  /** There is something: to be called on every `fan_out_ready` and `delivery_queued`. */
  expect(source: DeliverySource): void;
  /** Mail was accepted, which goes first. */
  accepted(): void;
  /** A run got past its first attempts: there is room for another one. */
  ended(workflowId: string): void;
  /** Ends after what is under way. */
  stop(): Promise<void>;
}

// Milliseconds between looks when nothing wakes the dispatcher.
const LOOK_EVERY = 1_000;
const RUNS_IN_FLIGHT = 8;
// Milliseconds after which a run that makes no progress gives its place to others.
const SLOT_PATIENCE = 500;
// Milliseconds to end what is under way.
const STOP_WITHIN = 2_000;

/** Starts looking at the queue at once. */
export function startDeliveryDispatcher(deps: DeliveryDispatcherDeps): DeliveryDispatcher {
  const dispatcher = new QueueDispatcher(deps);
  const running = dispatcher.run();
  return {
    expect: (source) => dispatcher.expect(source),
    accepted: () => dispatcher.accepted(),
    ended: (workflowId) => dispatcher.ended(workflowId),
    async stop() {
      dispatcher.stop();
      await withTimeout(STOP_WITHIN, running, undefined);
    },
  };
}

class QueueDispatcher {
  private readonly wakeSignal = createWakeSignal();
  private readonly slots = createInFlightLimit(RUNS_IN_FLIGHT);
  private readonly room = createDeliveryThrottle();
  private readonly underWay = new Set<Promise<void>>();
  private readonly temporal;
  private readonly queue;
  private stopped = false;
  private lookAt = 0;

  constructor(private readonly deps: DeliveryDispatcherDeps) {
    this.temporal = createBackoff('Temporal for deliveries', deps.log);
    this.queue = createBackoff('queue of deliveries', deps.log);
  }

  async run(): Promise<void> {
    while (!this.stopped) await this.wakeSignal.wait(await this.round());
    await Promise.all(this.underWay);
  }

  expect(source: DeliverySource): void {
    this.deps.claims.expect(source);
    this.wakeSignal.wake();
  }

  accepted(): void {
    this.room.accepted();
  }

  ended(workflowId: string): void {
    this.slots.ended(workflowId);
  }

  stop(): void {
    this.stopped = true;
    this.slots.endAll();
    this.wakeSignal.wake();
  }

  /** Takes what is queued and has it started; answers the milliseconds until the next look. */
  private async round(): Promise<number> {
    const early = Math.max(this.temporal.left(), this.queue.left(), this.room.left());
    if (early > 0) return early;
    await this.slots.available();
    const { claims } = this.deps;
    if (Date.now() >= this.lookAt) this.lookAnyway();
    try {
      const runs = await claims.take();
      this.queue.answered();
      for (const run of runs) await this.begin(run);
      return runs.length > 0 && !claims.areDrained ? 0 : LOOK_EVERY;
    } catch (error) {
      this.queue.failed(error);
      return this.queue.left();
    }
  }

  /** Somebody may have forgotten to tell. */
  private lookAnyway(): void {
    this.lookAt = Date.now() + LOOK_EVERY;
    this.deps.claims.expect('fresh');
    this.deps.claims.expect('queued');
  }

  private async begin(run: DeliveryRun): Promise<void> {
    await this.slots.available();
    this.room.started({ deliveries: run.deliveries.length, lagSeconds: run.ageSeconds });
    const begun = this.deliver(run).finally(() => {
      this.underWay.delete(begun);
      // Some of many may have been given back, and what was left can perhaps be taken now.
      if (run.deliveries.length > 1) this.deps.claims.expect('queued');
      if (!this.deps.claims.areDrained) this.wakeSignal.wake();
    });
    this.underWay.add(begun);
  }

  private beginEagerly({ deliveries, workflowId }: DeliveryRun): void {
    const [delivery] = deliveries;
    if (!delivery || deliveries.length > 1) return;
    const begun = this.deps.eagerStart?.deliver(delivery, workflowId);
    // The run learns of an error.
    const ended = begun?.then(ignore, ignore).finally(() => this.underWay.delete(ended!));
    if (ended) this.underWay.add(ended);
  }

  private async deliver(run: DeliveryRun): Promise<void> {
    const slot = this.slots.enter(run.workflowId);
    this.beginEagerly(run);
    try {
      await this.deps.starter.deliver(run);
      this.temporal.answered();
      if (!this.stopped) await slot.settled(SLOT_PATIENCE);
    } catch (error) {
      if (!this.stopped) this.temporal.failed(error);
      // Where this fails too the reconciler finds them.
      await this.deps.claims.giveBack(run).catch((err: unknown) => this.queue.failed(err));
    } finally {
      slot.leave();
    }
  }
}

const ignore = () => undefined;
