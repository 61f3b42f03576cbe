import type { EagerStart } from '../work.js';
import type { Log } from '../../log.js';
import type { Starter } from '../starter.js';
import type { DeliveryRun } from '../work.js';
import type { DeliveryClaims, DeliveryQueue } from './delivery-claim.js';
import { DeliveryThrottle } from './delivery-throttle.js';
import { Dispatcher, type WorkSource } from './dispatcher.js';

/** What a dispatcher of deliveries needs. */
export interface DeliveryDispatcherDeps {
  readonly claims: Pick<DeliveryClaims, 'take' | 'release' | 'expect' | 'areDrained'>;
  readonly starter: Pick<Starter, 'deliver'>;
  readonly log: Log;
  /** Makes a first attempt while the run of a delivery alone is being started. */
  readonly eagerStart?: Pick<EagerStart, 'deliver'> | undefined;
}

// Milliseconds between looks for what somebody forgot to tell of.
const LOOK_EVERY_MS = 1_000;
// Milliseconds after which a run that makes no progress gives its place to others.
const PATIENCE_MS = 500;

/** A refusal counts as an outage: nothing says when a delivery was refused, or when to tell of it again. */
class QueuedDeliveries implements WorkSource<DeliveryRun> {
  readonly names = { temporal: 'Temporal for deliveries', storage: 'queue of deliveries' };
  readonly throttle = new DeliveryThrottle();
  readonly firstStepWithinMs = () => PATIENCE_MS;
  readonly claims;
  private lookAt = 0;

  constructor(private readonly deps: DeliveryDispatcherDeps) {
    this.claims = deps.claims;
  }

  take(): Promise<readonly DeliveryRun[]> {
    if (Date.now() >= this.lookAt) this.lookAnyway();
    return this.claims.take();
  }

  begin({ deliveries, workflowId, ageSeconds }: DeliveryRun): Promise<unknown> | undefined {
    this.throttle.started({ deliveries: deliveries.length, lagSeconds: ageSeconds });
    const [delivery] = deliveries;
    if (!delivery || deliveries.length > 1) return undefined;
    return this.deps.eagerStart?.deliver(delivery, workflowId);
  }

  tell(run: DeliveryRun): Promise<void> {
    return this.deps.starter.deliver(run);
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
export class DeliveryDispatcher extends Dispatcher<DeliveryRun> {
  private readonly queued;

  /** Starts looking at the queue at once. */
  constructor(deps: DeliveryDispatcherDeps) {
    const queued = new QueuedDeliveries(deps);
    super(queued, deps.log);
    this.queued = queued;
  }

  /** There is something: to be called on every `fan_out_ready` and `delivery_queued`. */
  expect(about: DeliveryQueue): void {
    this.queued.claims.expect(about);
    this.wake();
  }

  /** Mail was accepted, which goes first. */
  accepted(): void {
    this.queued.throttle.accepted();
  }
}
