import { setTimeout as delay } from 'node:timers/promises';
import type { DeliveryRun, OutboxWork } from '../work.js';
import { MAIL_BATCH } from './claim-statements.js';

/** Milliseconds in which what is taken while mail comes in gets a run together. */
export const GATHERED_MS = 500;
// What one claim takes at most, as a history holds it.
const MOST_DELIVERIES = 200;
// A search attribute holds 2,048 bytes, about 75 ids: with the 50 of one more claim they fit.
const MOST_ORGS = 20;

/** A run to be started soon, which all work belongs to that is taken for it until then. */
abstract class GatheredRun<Work extends { readonly orgIds: readonly string[] }> {
  private readonly orgs = new Set<string>();
  private readonly waiting = new AbortController();

  /** How many its input names, and may name. */
  protected abstract readonly named: number;
  protected abstract readonly most: number;
  protected abstract include(work: Work): void;

  /** Whether it may take no more. */
  get isFull(): boolean {
    return this.named >= this.most || this.orgs.size >= MOST_ORGS;
  }

  get orgIds(): readonly string[] {
    return [...this.orgs];
  }

  /** What was taken for the same run. */
  add(work: Work): void {
    this.include(work);
    for (const id of work.orgIds) this.orgs.add(id);
    if (this.isFull) this.waiting.abort();
  }

  /** Resolves when it is full, or when its time is over. */
  async collected(): Promise<void> {
    await delay(GATHERED_MS, undefined, { signal: this.waiting.signal }).catch(() => undefined);
  }
}

/** Deliveries whose first attempts have begun. */
export class GatheredDeliveries extends GatheredRun<DeliveryRun> implements DeliveryRun {
  readonly workflowId: string;
  readonly ageSeconds: number;
  protected readonly most = MOST_DELIVERIES;
  private readonly gathered: DeliveryRun['deliveries'][number][] = [];
  private readonly resources = new Set<string>();

  constructor(first: DeliveryRun) {
    super();
    this.workflowId = first.workflowId;
    this.ageSeconds = first.ageSeconds;
    this.add(first);
  }

  get deliveries(): DeliveryRun['deliveries'] {
    return this.gathered;
  }

  get resourceIds(): readonly string[] {
    return [...this.resources];
  }

  protected get named(): number {
    return this.gathered.length;
  }

  protected include({ deliveries, resourceIds }: DeliveryRun): void {
    this.gathered.push(...deliveries);
    for (const id of resourceIds) this.resources.add(id);
  }
}

/** Accepted mail that is being finished. */
export class GatheredMail extends GatheredRun<OutboxWork> implements OutboxWork {
  readonly op = 'start';
  readonly workflow = 'processInbound';
  readonly inboxId = null;
  readonly signal = null;
  readonly signalArg = null;
  readonly workflowId: string;
  readonly attempts: number;
  readonly ageSeconds: number;
  again = false;
  protected readonly most = MAIL_BATCH;
  private readonly taken: string[] = [];
  private readonly emails = new Set<string>();

  constructor(first: OutboxWork) {
    super();
    this.workflowId = first.workflowId;
    this.attempts = first.attempts;
    this.ageSeconds = first.ageSeconds;
    this.add(first);
  }

  get rows(): readonly string[] {
    return this.taken;
  }

  get resourceIds(): readonly string[] {
    return [...this.emails];
  }

  protected get named(): number {
    return this.emails.size;
  }

  protected include({ rows, resourceIds, again }: OutboxWork): void {
    this.taken.push(...rows);
    for (const id of resourceIds) this.emails.add(id);
    this.again ||= again;
  }
}

/** Puts what is taken within a time into one run, of which Temporal is told when that time is over. */
export class Gathering<
  Work extends { readonly workflowId: string; readonly orgIds: readonly string[] },
> {
  private current: (Work & GatheredRun<Work>) | null = null;
  private taking: Promise<unknown> | null = null;
  private readonly joined = new WeakSet<Work>();

  constructor(private readonly begin: (first: Work) => Work & GatheredRun<Work>) {}

  /** The id of the run that takes more; null where there is none. */
  get openId(): string | null {
    return this.current && !this.current.isFull ? this.current.workflowId : null;
  }

  /** What is being taken may belong to the run: it is told of afterwards. */
  during<T>(taking: Promise<T>): Promise<T> {
    this.taking = taking.finally(() => (this.taking = null)).catch(() => undefined);
    return taking;
  }

  /** At once: before the run is told of, it has all that was taken for it. */
  gather(taken: Work): Work {
    if (this.current?.workflowId !== taken.workflowId) return (this.current = this.begin(taken));
    this.current.add(taken);
    this.joined.add(taken);
    return taken;
  }

  /** Whether Temporal is told of it with what was taken before. */
  isJoined(work: Work): boolean {
    return this.joined.has(work);
  }

  /** Resolves when nothing is added to `run` any more: after a while where it is gathered. */
  async collected(run: Work): Promise<void> {
    if (!(run instanceof GatheredRun)) return;
    await run.collected();
    while (this.taking) await this.taking;
    if (this.current === run) this.current = null;
  }
}
