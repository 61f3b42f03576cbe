import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../log.js';
import type { Starter } from '../starter.js';
import type { DeliveryRun, EagerStart } from '../work.js';
import {
  newRun,
  type DeliveryClaims,
  type DeliveryQueue,
  type TakingRun,
} from './delivery-claim.js';
import { DeliveryThrottle } from './delivery-throttle.js';
import { Dispatcher, type WorkSource } from './dispatcher.js';
import { GATHERED_MS, GatheredDeliveries, Gathering } from './gathered-run.js';

/** What a dispatcher of deliveries needs. */
export interface DeliveryDispatcherDeps {
  readonly claims: Pick<DeliveryClaims, 'take' | 'release' | 'expect' | 'areDrained'>;
  readonly starter: Pick<Starter, 'deliver'>;
  readonly log: Log;
  /** Makes first attempts, whose runs are started meanwhile. */
  readonly eagerStart?: Pick<EagerStart, 'deliver'> | undefined;
}

// Milliseconds between looks for what somebody forgot to tell of.
const LOOK_EVERY_MS = 1_000;
// Milliseconds until Temporal is told of first attempts that have begun: starting a run takes as much of the machine as
// they do, which go first.
const TOLD_AFTER_MS = 50;
// Milliseconds after which a run that makes no progress gives its place to others.
const FIRST_STEP_WITHIN_MS = 500;

/** A refusal counts as an outage: nothing says when a delivery was refused, or when to tell of it again. */
class QueuedDeliveries implements WorkSource<DeliveryRun> {
  readonly names = { temporal: 'Temporal for deliveries', storage: 'queue of deliveries' };
  readonly throttle = new DeliveryThrottle();
  readonly firstStepWithinMs = () => FIRST_STEP_WITHIN_MS;
  readonly claims;
  private lookAt = 0;
  /** What is gathered while mail comes in. */
  private readonly gathering = new Gathering<DeliveryRun>((first) => new GatheredDeliveries(first));

  constructor(private readonly deps: DeliveryDispatcherDeps) {
    this.claims = deps.claims;
  }

  /** Their first attempts begin here. */
  take(): Promise<readonly DeliveryRun[]> {
    if (Date.now() >= this.lookAt) this.lookAnyway();
    const gathers = this.throttle.followsWithin(GATHERED_MS);
    return this.gathering.during(this.takeFor(gathers ? this.gatheringRun() : newRun()));
  }

  /** Of a run that is gathered, once it was. */
  async tell(run: DeliveryRun): Promise<void> {
    await this.gathering.collected(run);
    if (this.deps.eagerStart) await delay(TOLD_AFTER_MS);
    await this.deps.starter.deliver(run);
  }

  private async takeFor(run: TakingRun): Promise<readonly DeliveryRun[]> {
    const runs = await this.claims.take(run);
    for (const { deliveries, workflowId, ageSeconds } of runs) {
      this.throttle.started({ deliveries: deliveries.length, lagSeconds: ageSeconds });
      for (const one of deliveries)
        // The run learns of an error; a stop waits for all attempts by itself.
        this.deps.eagerStart?.deliver(one, workflowId).catch(() => undefined);
    }
    return run.alone > 0 ? runs : runs.map((taken) => this.gathering.gather(taken));
  }

  isJoined(run: DeliveryRun): boolean {
    return this.gathering.isJoined(run);
  }

  private gatheringRun(): TakingRun {
    const { openId } = this.gathering;
    return openId === null ? newRun(0) : { workflowId: openId, alone: 0 };
  }

  /** Where this fails the reconciler finds them. */
  release(run: DeliveryRun): Promise<void> {
    return this.claims.release(run);
  }

  /** Some of many may have been given back, and what was left can perhaps be taken now. */
  ended({ deliveries }: DeliveryRun): void {
    if (deliveries.length > 1) this.claims.expect('queued');
  }

  private lookAnyway(): void {
    this.lookAt = Date.now() + LOOK_EVERY_MS;
    this.claims.expect('fresh');
    this.claims.expect('queued');
  }
}

/** Brings queued deliveries to Temporal. */
export class DeliveryDispatcher extends Dispatcher<DeliveryRun, QueuedDeliveries> {
  /** Starts looking at the queue at once. */
  constructor(deps: DeliveryDispatcherDeps) {
    super(new QueuedDeliveries(deps), deps.log);
  }

  /** There is something: to be called on every `fan_out_ready` and `delivery_queued`. */
  expect(about: DeliveryQueue): void {
    this.source.claims.expect(about);
    this.wake();
  }

  /** Mail was accepted, which goes first. */
  accepted(): void {
    this.source.throttle.accepted();
  }
}
