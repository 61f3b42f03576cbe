import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../log.js';
import { isRefused, type Starter } from '../starter.js';
import type { EagerStart, OutboxWork } from '../work.js';
import { isDeferrable } from './claim-statements.js';
import { isFull, newMailRun, type MailRun, type OutboxClaims } from './claim.js';
import { Dispatcher, IN_FLIGHT, type WorkSource } from './dispatcher.js';
import { GATHERED_MS, GatheredMail, Gathering } from './gathered-run.js';
import { MailThrottle } from './mail-throttle.js';
import { DeferrableShare } from './deferrable-share.js';

interface OutboxDispatcherDeps {
  readonly claims: OutboxClaims;
  readonly starter: Pick<Starter, 'tell'>;
  readonly log: Log;
  /** Finishes mail that somebody wants to hear of, and begins to send, while the runs are being started. */
  readonly eagerStart?: Pick<EagerStart, 'process' | 'send'> | undefined;
  /** Called when Temporal answers again after it was away. */
  readonly onReturn?: () => void;
}

// Milliseconds between looks for rows of dispatchers that died.
const ABANDONED_EVERY_MS = 5_000;
// Milliseconds after which a run that makes no progress gives its place to others.
const FIRST_STEP_WITHIN_MS = 2_000;
// Milliseconds until Temporal is told of mail that is finished beside its run: starting one takes as much of the machine
// as all that leads to the webhooks, which goes first.
const TOLD_AFTER_MS = 50;
// Batches that are finished beside their runs at once, at most.
const MAX_EAGER = 20;
// Seconds until a start that Temporal refuses is tried again, at most.
const LONGEST_REFUSAL_SECONDS = 300;

class OutboxSource implements WorkSource<OutboxWork> {
  readonly names = { temporal: 'Temporal', storage: 'outbox' };
  readonly throttle = new MailThrottle();
  private readonly deferrable = new DeferrableShare();
  readonly isRefusal = isRefused;
  readonly claims;
  private readonly gathering = new Gathering<OutboxWork>((first) => new GatheredMail(first));
  /** What is finished beside its run, and not gathered. */
  private readonly finished = new WeakSet<OutboxWork>();
  private abandonedAt = 0;
  private eager = 0;

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
    return this.gathering.during(this.takeFor(this.mailRun()));
  }

  /** Mail was accepted. */
  accepted(): void {
    this.throttle.accepted();
    this.deferrable.accepted();
  }

  /** Something came in that can wait; answers whether there is time for it. */
  putOff(): boolean {
    this.deferrable.accepted();
    return this.deferrable.hasTime;
  }

  begin({ op, workflow, workflowId, resourceIds }: OutboxWork): void {
    // What waited for approval leaves as quickly as what is new.
    if (op !== 'cancel' && workflow === 'sendEmail')
      // The run learns of an error; a stop waits for all attempts to send by itself.
      this.deps.eagerStart?.send(resourceIds[0]!, workflowId).catch(() => undefined);
  }

  isJoined(work: OutboxWork): boolean {
    return this.gathering.isJoined(work);
  }

  /** Of a run that is gathered, once it was. */
  async tell(work: OutboxWork): Promise<void> {
    await this.gathering.collected(work);
    if (this.finished.has(work)) await delay(TOLD_AFTER_MS);
    await this.deps.starter.tell(work);
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

  private async takeFor(run: MailRun): Promise<readonly OutboxWork[]> {
    const share = { deferrable: this.deferrable.left(), early: this.deferrable.hasTime };
    const taken = await this.claims.fresh(share, run);
    this.deferrable.took(taken.filter(({ workflow }) => isDeferrable(workflow)).length);
    return taken.map((work) => (work.workflow === 'processInbound' ? this.took(work, run) : work));
  }

  /** While mails follow each other they are gathered for one run, which would cost as much for each. */
  private mailRun(): MailRun {
    if (!this.deps.eagerStart || !this.throttle.followsWithin(GATHERED_MS)) return newMailRun();
    const { openId } = this.gathering;
    return { ...newMailRun(), ...(openId && { workflowId: openId }), leavesOneAlone: false };
  }

  /** Mail that somebody wants to hear of is finished beside its run. */
  private took(work: OutboxWork, { leavesOneAlone }: MailRun): OutboxWork {
    const { resourceIds, workflowId, ageSeconds: lagSeconds } = work;
    const { isMailAwaited: isAwaited } = this.claims;
    const mails = resourceIds.length;
    this.throttle.taken({ mails, backlog: isFull(mails), lagSeconds, isAwaited });
    if (isAwaited && this.processEagerly(resourceIds, workflowId)) this.finished.add(work);
    return leavesOneAlone ? work : this.gathering.gather(work);
  }

  /** False where its run has to do it. */
  private processEagerly(emailIds: readonly string[], workflowId: string): boolean {
    const { eagerStart } = this.deps;
    if (!eagerStart || this.eager >= MAX_EAGER) return false;
    this.eager++;
    const ended = () => void this.eager--;
    // The run learns of an error.
    eagerStart.process(emailIds, workflowId).then(ended, ended);
    return true;
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

  /** There are rows that can wait: to be called on every `outbox_put_off`. */
  putOff(): void {
    if (this.source.putOff()) this.wake();
  }
}
