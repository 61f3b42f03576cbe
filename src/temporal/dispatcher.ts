import type { Listener } from '../db/listener.js';
import type { Log } from '../log.js';
import { BATCH, type OutboxClaims, type OutboxWork } from './claim.js';
import { createDoorbell } from './doorbell.js';
import { isRefused } from './grpc-errors.js';
import { pauseBetweenRuns } from './pace.js';
import { createSlots } from './slots.js';
import type { Starter } from './starter.js';

/** What a dispatcher needs. */
export interface DispatcherDeps {
  readonly claims: OutboxClaims;
  readonly starter: Starter;
  readonly listener: Pick<Listener, 'on'>;
  readonly log: Log;
  /** Called when Temporal answers again after it was away. */
  readonly onReturn?: () => void;
}

/** Brings the outbox to Temporal. Several may run at once. */
export interface Dispatcher {
  /** A run got past its first step: there is room for another one. */
  ended(workflowId: string): void;
  /** Looks at the outbox now. */
  look(): void;
  /** Ends after what is under way. */
  stop(): Promise<void>;
}

// Milliseconds between looks when nothing wakes the dispatcher.
const LOOK_EVERY = 1_000;
// Milliseconds between looks for rows of dispatchers that died.
const ABANDONED_EVERY = 5_000;
const STARTS_IN_FLIGHT = 8;
// Milliseconds after which a run that makes no progress gives its place to others.
const SLOT_PATIENCE = 2_000;
// Milliseconds since the last accepted mail that count as quiet.
const QUIET_AFTER = 150;
const FIRST_BACKOFF = 250;
const LONGEST_BACKOFF = 5_000;
// Seconds until a start that Temporal refuses is tried again.
const LONGEST_REFUSAL = 300;

/** Starts looking at the outbox at once. */
export function startDispatcher(deps: DispatcherDeps): Dispatcher {
  const dispatcher = new OutboxDispatcher(deps);
  const running = dispatcher.run();
  deps.listener.on('outbox_ready', () => dispatcher.accepted());
  return {
    ended: (workflowId) => dispatcher.ended(workflowId),
    look: () => dispatcher.look(),
    async stop() {
      dispatcher.stop();
      await running;
    },
  };
}

class OutboxDispatcher {
  private readonly bell = createDoorbell();
  private readonly slots = createSlots(STARTS_IN_FLIGHT);
  private readonly underWay = new Set<Promise<void>>();
  private stopped = false;
  private acceptedAt = 0;
  private startedAt = 0;
  private backlog = false;
  private lagSeconds = 0;
  private lookForAbandonedAt = 0;
  /** Null while Temporal answers. */
  private backoff: number | null = null;
  private awayUntil = 0;
  private databaseAway = false;

  constructor(private readonly deps: DispatcherDeps) {}

  async run(): Promise<void> {
    while (!this.stopped) await this.bell.wait(await this.round());
    await Promise.all(this.underWay);
  }

  accepted(): void {
    this.acceptedAt = Date.now();
    this.bell.ring();
  }

  ended(workflowId: string): void {
    this.slots.ended(workflowId);
  }

  look(): void {
    this.lookForAbandonedAt = 0;
    this.bell.ring();
  }

  stop(): void {
    this.stopped = true;
    this.bell.ring();
  }

  /** Takes what is due and has it started; answers the milliseconds until the next look. */
  private async round(): Promise<number> {
    const early = Math.max(this.awayUntil, this.startedAt + this.pause()) - Date.now();
    if (early > 0) return early;
    if (!this.slots.free) return LOOK_EVERY;
    try {
      const work = await this.take();
      this.databaseAway = false;
      for (const item of work) await this.begin(item);
      return work.length > 0 ? 0 : LOOK_EVERY;
    } catch (error) {
      if (!this.databaseAway) this.deps.log.warn({ err: error }, 'outbox cannot be read');
      this.databaseAway = true;
      return LOOK_EVERY;
    }
  }

  private async take(): Promise<readonly OutboxWork[]> {
    if (Date.now() >= this.lookForAbandonedAt) {
      this.lookForAbandonedAt = Date.now() + ABANDONED_EVERY;
      // One run finds out as well as eight whether Temporal is back.
      const abandoned = await this.deps.claims.abandoned(this.backoff ? 1 : STARTS_IN_FLIGHT);
      if (abandoned.length > 0) return abandoned;
    }
    return this.deps.claims.fresh();
  }

  private async begin(work: OutboxWork): Promise<void> {
    await this.slots.available();
    if (work.workflow === 'processInbound') this.notePace(work);
    const begun = this.tell(work).finally(() => {
      this.underWay.delete(begun);
      this.bell.ring();
    });
    this.underWay.add(begun);
  }

  private notePace({ resourceIds, ageSeconds }: OutboxWork): void {
    this.startedAt = Date.now();
    this.backlog = resourceIds.length >= BATCH;
    this.lagSeconds = ageSeconds;
  }

  private pause(): number {
    const busy = Date.now() - this.acceptedAt < QUIET_AFTER;
    return pauseBetweenRuns({ backlog: this.backlog, busy, lagSeconds: this.lagSeconds });
  }

  private async tell(work: OutboxWork): Promise<void> {
    const { claims, starter, log } = this.deps;
    const slot = this.slots.enter(work.workflowId);
    try {
      await starter.tell(work);
      this.answered();
      // Rows that the run has settled by then are written once instead of twice.
      if (work.workflow === 'processInbound') await slot.settled(SLOT_PATIENCE);
      await claims.done(work);
    } catch (error) {
      // What cannot be given back now is taken again when the claim has run out.
      await this.failed(work, error).catch((err: unknown) => log.debug({ err }, 'claim kept'));
    } finally {
      slot.leave();
    }
  }

  private async failed(work: OutboxWork, error: unknown): Promise<void> {
    const { claims, log } = this.deps;
    if (isRefused(error)) {
      log.error({ err: error, workflowId: work.workflowId }, 'Temporal refuses a start');
      return claims.release(work, Math.min(2 ** work.attempts, LONGEST_REFUSAL));
    }
    this.unanswered(error);
    await claims.release(work, 0);
  }

  private unanswered(error: unknown): void {
    if (this.stopped) return;
    if (!this.backoff)
      this.deps.log.warn({ err: error }, 'Temporal is away: mail waits in the outbox');
    if (Date.now() < this.awayUntil) return;
    this.backoff = Math.min((this.backoff ?? FIRST_BACKOFF / 2) * 2, LONGEST_BACKOFF);
    this.awayUntil = Date.now() + this.backoff;
    this.lookForAbandonedAt = 0;
  }

  private answered(): void {
    if (!this.backoff) return;
    this.backoff = null;
    this.awayUntil = 0;
    this.look();
    this.deps.log.info('Temporal is back');
    this.deps.onReturn?.();
  }
}
