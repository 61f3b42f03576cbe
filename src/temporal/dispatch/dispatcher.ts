import { withTimeout } from '../../deadline.js';
import type { Log } from '../../log.js';
import { createWakeSignal } from '../../wake-signal.js';
import { Backoff } from './backoff.js';
import { InFlightLimit } from './in-flight-limit.js';

/** Where work for Temporal comes from, and how it is told. Several processes may have the same source. */
export interface WorkSource<Work> {
  /** What Temporal and the storage of this work are called in the log. */
  readonly names: { readonly temporal: string; readonly storage: string };
  /** Whether all there was is taken, as far as is known; whoever adds work wakes the dispatcher. */
  readonly claims: { readonly areDrained: boolean };
  /** Milliseconds until the next work may be taken; none left when not positive. */
  readonly throttle: { left(): number };
  /** Takes what nobody has taken; where Temporal is away, little is enough to find out whether it is back. */
  take(isTemporalAway: boolean): Promise<readonly Work[]>;
  /** Whether Temporal is told of it with other work that was taken before. */
  isJoined?(work: Work): boolean;
  /** To be called right before work is told. */
  begin?(work: Work): void;
  tell(work: Work): Promise<void>;
  /** Milliseconds that a run is waited for until its first step is done; 0 where nobody waits. */
  readonly firstStepWithinMs: (work: Work) => number;
  /** Temporal knows of it. */
  done?(work: Work): Promise<void>;
  /** Whether Temporal will not have this work whenever it is told; otherwise it counts as away. */
  isRefusal?(error: unknown): boolean;
  /** Others may take what was not told. */
  release(work: Work, isRefused: boolean): Promise<void>;
  /** Nobody is at it any more. */
  ended?(work: Work): void;
  /** Temporal answers again after it was away. */
  returned?(): void;
}

// Milliseconds between looks when nothing wakes the dispatcher.
const LOOK_EVERY_MS = 1_000;
/** Runs that are being started or have not done their first step, at most. */
export const IN_FLIGHT = 8;
// Milliseconds to end what is under way.
const STOP_WITHIN_MS = 2_000;

/** Brings work to Temporal. Several may run at once. */
export class Dispatcher<
  Work extends { readonly workflowId: string },
  Source extends WorkSource<Work> = WorkSource<Work>,
> {
  private readonly wakeSignal = createWakeSignal();
  private readonly inFlight = new InFlightLimit(IN_FLIGHT);
  private readonly underWay = new Set<Promise<unknown>>();
  private readonly temporal;
  private readonly storage;
  private readonly running;
  private stopped = false;

  /** Starts looking at once. */
  constructor(
    protected readonly source: Source,
    private readonly log: Log,
  ) {
    this.temporal = new Backoff(source.names.temporal, log);
    this.storage = new Backoff(source.names.storage, log);
    this.running = this.run();
  }

  /** There may be work. */
  wake(): void {
    this.wakeSignal.wake();
  }

  /** A run got past its first step: there is room for another one. */
  ended(workflowId: string): void {
    this.inFlight.ended(workflowId);
  }

  /** Ends after what is under way; what cannot be ended soon is left to others. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.inFlight.endAll();
    this.wake();
    await withTimeout(STOP_WITHIN_MS, this.running, undefined);
  }

  private async run(): Promise<void> {
    while (!this.stopped) await this.wakeSignal.wait(await this.round());
    await Promise.all(this.underWay);
  }

  /** Takes what is due and has it started; answers the milliseconds until the next look. */
  private async round(): Promise<number> {
    const early = Math.max(this.temporal.left(), this.storage.left(), this.source.throttle.left());
    if (early > 0) return early;
    try {
      await this.inFlight.available();
      const taken = await this.source.take(this.temporal.isAway);
      this.storage.answered();
      for (const work of taken) await this.begin(work);
      return taken.length > 0 && !this.source.claims.areDrained ? 0 : LOOK_EVERY_MS;
    } catch (error) {
      this.storage.failed(error);
      return this.storage.left();
    }
  }

  private async begin(work: Work): Promise<void> {
    if (this.source.isJoined?.(work)) return;
    await this.inFlight.available();
    if (this.stopped) return this.source.release(work, false);
    this.source.begin?.(work);
    this.track(this.dispatch(work).finally(() => this.leave(work)));
  }

  private track(work: Promise<unknown>): void {
    // Whoever has to know of an error learns of it elsewhere.
    const tracked = work.catch(() => undefined).finally(() => this.underWay.delete(tracked));
    this.underWay.add(tracked);
  }

  private leave(work: Work): void {
    this.source.ended?.(work);
    if (!this.source.claims.areDrained) this.wake();
  }

  private async dispatch(work: Work): Promise<void> {
    const run = this.inFlight.enter(work.workflowId);
    try {
      if (!(await this.told(work))) return;
      const patience = this.source.firstStepWithinMs(work);
      // What the run writes meanwhile is written once instead of twice.
      if (patience > 0 && !this.stopped) await run.settled(patience);
      await this.source.done?.(work);
    } catch (error) {
      // Somebody finds it again, and Temporal knows the run by its id.
      this.storage.failed(error);
    } finally {
      run.leave();
    }
  }

  /** Whether Temporal knows of it now. */
  private async told(work: Work): Promise<boolean> {
    try {
      await this.source.tell(work);
      if (this.temporal.answered()) this.resume();
      return true;
    } catch (error) {
      const isRefused = this.source.isRefusal?.(error) ?? false;
      if (isRefused)
        this.log.error(
          { err: error, workflowId: work.workflowId },
          'Temporal refuses to start or signal a run',
        );
      else if (!this.stopped) this.temporal.failed(error);
      await this.source.release(work, isRefused);
      this.wake();
      return false;
    }
  }

  private resume(): void {
    this.source.returned?.();
    this.wake();
  }
}
