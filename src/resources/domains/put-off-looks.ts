import type { Database } from '../../db/database.js';
import { AppError } from '../../errors.js';
import type { Log } from '../../log.js';
import { queueRun } from '../../store/outbox.js';
import type { DomainLooking, LookReport } from './looking.js';

interface PutOffLooksDeps {
  readonly database: Database;
  readonly looking: Pick<DomainLooking, 'lookIfDue'>;
  /** Whether the machine has enough to do without looks. */
  readonly isBusy: () => boolean;
  readonly log: Pick<Log, 'warn' | 'debug'>;
}

// Milliseconds from the beginning of a round to that of the next.
const ROUND_MS = 1_000;
// Looks of a round while the machine is idle, and while it is not, which mail hardly feels.
const MANY = 50;
const FEW = 2;
// Looks of a round at once.
const AT_ONCE = 8;
// Milliseconds within which all are made, the last of them a while before ten minutes are over; for the first half
// of them mail goes first.
const ALL_WITHIN_MS = 540_000;
const MAIL_FIRST_MS = ALL_WITHIN_MS / 2;

/**
 * Looks that runs of this process put off. They are made beside their runs: many while the machine is idle, few while it
 * is not, and all in ten minutes at the latest. A run hears of what is not as it was.
 */
export class PutOffLooks {
  /** When each was put off, the oldest first. */
  private readonly waiting = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly deps: PutOffLooksDeps,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** How many there are. */
  get size(): number {
    return this.waiting.size;
  }

  /** Has the domain looked at in one of the next rounds. */
  add(domainId: string): void {
    if (this.isClosed || this.waiting.has(domainId)) return;
    this.waiting.set(domainId, this.now());
    this.wait();
  }

  /** Begins no more. What is not made then is noticed as lost. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  /** Makes some of them. */
  async round(): Promise<void> {
    const ids = [...this.waiting.keys()].slice(0, this.roundSize());
    for (const id of ids) this.waiting.delete(id);
    const lane = async () => {
      for (let id = ids.shift(); id !== undefined; id = ids.shift()) await this.make(id);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }

  private wait(milliseconds = ROUND_MS): void {
    this.timer ??= setTimeout(() => void this.next(), milliseconds).unref();
  }

  private async next(): Promise<void> {
    const begun = this.now();
    await this.round();
    this.timer = undefined;
    if (this.size > 0 && !this.isClosed) this.wait(ROUND_MS - (this.now() - begun));
  }

  private roundSize(): number {
    if (!this.deps.isBusy()) return MANY;
    const [oldest = 0] = this.waiting.values();
    const age = this.now() - oldest;
    if (age < MAIL_FIRST_MS) return FEW;
    const rounds = Math.max(1, (ALL_WITHIN_MS - age) / ROUND_MS);
    return Math.min(MANY, Math.max(FEW, Math.ceil(this.size / rounds)));
  }

  /** Where storage is away the look stays due: that is noticed as that of a lost run is. */
  private async make(domainId: string): Promise<void> {
    try {
      const report = await this.deps.looking.lookIfDue(domainId);
      if (report && concernsRun(report)) await this.tellRun(domainId, report);
    } catch (err) {
      const level = err instanceof AppError || this.isClosed ? 'debug' : 'warn';
      this.deps.log[level]({ err, domainId }, 'a look that was put off failed');
    }
  }

  private tellRun(domainId: string, { orgId }: LookReport): Promise<void> {
    const run = { workflow: 'verifyDomain', orgId, resourceId: domainId } as const;
    return queueRun(this.deps.database, { ...run, op: 'signal', signal: 'domainChanged' });
  }
}

/** Whether its run has something to do, or tells of what is no more. */
const concernsRun = ({ isNews, handover, keysDue, untold }: LookReport): boolean =>
  isNews || handover || keysDue || untold;
