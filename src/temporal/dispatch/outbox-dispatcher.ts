import type { Log } from '../../log.js';
import { isRefused, type Starter } from '../starter.js';
import type { EagerStart, OutboxWork } from '../work.js';
import { isDeferrable, MAIL_BATCH } from './claim-statements.js';
import type { OutboxClaims } from './claim.js';
import { Dispatcher, IN_FLIGHT, type WorkSource } from './dispatcher.js';
import { MailThrottle } from './mail-throttle.js';
import { DeferrableShare } from './deferrable-share.js';

interface OutboxDispatcherDeps {
  readonly claims: OutboxClaims;
  readonly starter: Pick<Starter, 'tell'>;
  readonly log: Log;
  /** Makes the first attempt to send a mail while its run is being started. */
  readonly eagerStart?: Pick<EagerStart, 'send'> | undefined;
  /** Called when Temporal answers again after it was away. */
  readonly onReturn?: () => void;
}

// Milliseconds between looks for rows of dispatchers that died.
const ABANDONED_EVERY_MS = 5_000;
// Milliseconds after which a run that makes no progress gives its place to others.
const FIRST_STEP_WITHIN_MS = 2_000;
// Seconds until a start that Temporal refuses is tried again, at most.
const LONGEST_REFUSAL_SECONDS = 300;

class OutboxSource implements WorkSource<OutboxWork> {
  readonly names = { temporal: 'Temporal', storage: 'outbox' };
  readonly throttle = new MailThrottle();
  private readonly deferrable = new DeferrableShare();
  readonly isRefusal = isRefused;
  readonly claims;
  private abandonedAt = 0;

  constructor(private readonly deps: OutboxDispatcherDeps) {
    this.claims = deps.claims;
  }

  async take(isTemporalAway: boolean): Promise<readonly OutboxWork[]> {
    if (Date.now() >= this.abandonedAt) {
      this.abandonedAt = Date.now() + ABANDONED_EVERY_MS;
      // One run finds out as well as eight whether Temporal is back.
      const abandoned = await this.claims.abandoned(isTemporalAway ? 1 : IN_FLIGHT);
      if (abandoned.length > 0) return abandoned;
    }
    const taken = await this.claims.fresh(this.deferrable.left());
    this.deferrable.took(taken.filter(({ workflow }) => isDeferrable(workflow)).length);
    return taken;
  }

  /** Mail was accepted. */
  accepted(): void {
    this.throttle.accepted();
    this.deferrable.accepted();
  }

  begin({ op, workflow, workflowId, resourceIds, ageSeconds }: OutboxWork): void {
    // What waited for approval leaves as quickly as what is new.
    if (op !== 'cancel' && workflow === 'sendEmail')
      // The run learns of an error; a stop waits for all attempts to send by itself.
      this.deps.eagerStart?.send(resourceIds[0]!, workflowId).catch(() => undefined);
    if (workflow === 'processInbound')
      this.throttle.started({
        backlog: resourceIds.length >= MAIL_BATCH,
        lagSeconds: ageSeconds,
        isAwaited: this.claims.isMailAwaited,
      });
  }

  tell(work: OutboxWork): Promise<void> {
    return this.deps.starter.tell(work);
  }

  /** Rows of mail are settled by its run. */
  firstStepWithinMs({ workflow }: OutboxWork): number {
    return workflow === 'processInbound' ? FIRST_STEP_WITHIN_MS : 0;
  }

  done(work: OutboxWork): Promise<void> {
    return this.claims.done(work);
  }

  release(work: OutboxWork, isRefused: boolean): Promise<void> {
    if (!isRefused) this.abandonedAt = 0;
    const seconds = isRefused ? Math.min(2 ** work.attempts, LONGEST_REFUSAL_SECONDS) : 0;
    return this.claims.release(work, seconds);
  }

  returned(): void {
    this.abandonedAt = 0;
    this.deps.onReturn?.();
  }
}

/** Brings the outbox to Temporal. */
export class OutboxDispatcher extends Dispatcher<OutboxWork, OutboxSource> {
  /** Starts looking at the outbox at once. */
  constructor(deps: OutboxDispatcherDeps) {
    super(new OutboxSource(deps), deps.log);
  }

  /** There are new rows: to be called on every `outbox_ready`. */
  accepted(): void {
    this.source.accepted();
    this.wake();
  }
}
