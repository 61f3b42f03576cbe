import type { Database } from '../../db/database.js';
import { AppError } from '../../errors.js';
import type { Log } from '../../log.js';
import { queueRun } from '../../store/outbox.js';
import type { DomainLooking, LookReport } from './looking.js';
import { IS_WELL } from './well.js';

interface LooksBesideRunsDeps {
  readonly database: Database;
  readonly looking: Pick<DomainLooking, 'lookIfDue'>;
  /** Whether the machine has enough to do without looks. */
  readonly isBusy: () => boolean;
  readonly log: Pick<Log, 'warn' | 'debug'>;
}

// Milliseconds from the beginning of a round to that of the next.
const ROUND_MS = 1_000;
// Looks of a round at most, and of one while the machine is busy, which mail hardly feels; and those at once.
const MANY = 50;
const FEW = 1;
const AT_ONCE = 8;
// Milliseconds from one search for domains that are due to the next.
const SEARCH_EVERY_MS = 5_000;
// Domains that wait at most: more are found later.
const MAX_WAITING = 10_000;
// Milliseconds within which all are made, the last of them a while before ten minutes are over; for the first half
// of them mail goes first.
const ALL_WITHIN_MS = 540_000;
const MAIL_FIRST_MS = ALL_WITHIN_MS / 2;

/**
 * Looks that are made beside their runs: at domains that are well once that is due, and those that runs put off. Many
 * while the machine is idle, few while it is not, and all in ten minutes at the latest. A run hears of what is not as
 * it was.
 */
export class LooksBesideRuns {
  /** Since when each waits, the first of them first. */
  private readonly waiting = new Map<string, number>();
  private searchedAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly deps: LooksBesideRunsDeps,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** How many wait. */
  get size(): number {
    return this.waiting.size;
  }

  /** Makes them round by round, until it is closed. */
  start(): void {
    this.wait(0);
  }

  /** Has the domain looked at in one of the next rounds. */
  add(domainId: string): void {
    if (!this.waiting.has(domainId)) this.waiting.set(domainId, this.now());
  }

  /** Begins no more. What was not made is still due. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  /** Adds domains that are well and due. */
  async search(): Promise<void> {
    this.searchedAt = this.now();
    const limit = MAX_WAITING - this.size;
    const found = await this.deps.database.query<{ id: string }>(WELL_AND_DUE, [limit]);
    for (const { id } of found) this.add(id);
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

  private wait(milliseconds: number): void {
    this.timer = setTimeout(() => void this.next(), milliseconds).unref();
  }

  private async next(): Promise<void> {
    const begun = this.now();
    if (begun - this.searchedAt >= SEARCH_EVERY_MS) await this.searchAgain();
    await this.round();
    if (!this.isClosed) this.wait(ROUND_MS - (this.now() - begun));
  }

  /** Where storage is away the next search finds them. */
  private searchAgain(): Promise<void> {
    return this.search().catch((err: unknown) =>
      this.deps.log.debug({ err }, 'domains that are due could not be looked up'),
    );
  }

  private roundSize(): number {
    if (!this.deps.isBusy()) return MANY;
    const [oldest = this.now()] = this.waiting.values();
    const age = this.now() - oldest;
    if (age < MAIL_FIRST_MS) return FEW;
    const rounds = Math.max(1, (ALL_WITHIN_MS - age) / ROUND_MS);
    return Math.min(MANY, Math.ceil(this.size / rounds));
  }

  private async make(domainId: string): Promise<void> {
    if (this.isClosed) return;
    try {
      const report = await this.deps.looking.lookIfDue(domainId);
      if (report && concernsRun(report)) await this.tellRun(domainId, report);
    } catch (err) {
      const level = err instanceof AppError || this.isClosed ? 'debug' : 'warn';
      this.deps.log[level]({ err, domainId }, 'a look beside its run failed');
    }
  }

  /** A run that is lost begins again. */
  private tellRun(domainId: string, { orgId }: LookReport): Promise<void> {
    const run = { workflow: 'verifyDomain', orgId, resourceId: domainId } as const;
    const told = { op: 'signal', signal: 'domainChanged', again: true } as const;
    return queueRun(this.deps.database, { ...run, ...told });
  }
}

/** Whether its run has something to do, or tells of what is no more. */
const concernsRun = ({ isNews, handover, keysDue, untold }: LookReport): boolean =>
  isNews || handover || keysDue || untold;

// By chance, so that two processes seldom look at the same one.
const WELL_AND_DUE = `
SELECT id FROM domains WHERE next_look_at <= now() AND ${IS_WELL} ORDER BY random() LIMIT $1`;
