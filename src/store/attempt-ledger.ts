import { createBatcher } from '../batcher.js';
import type { Queries } from '../db/queries.js';
import { withTimeout } from '../deadline.js';
import { EagerAttempts } from '../eager-attempts.js';

/** What a claim answers of every attempt. */
export interface ClaimedAttempt {
  /** Attempts that have ended. */
  readonly attempt_count: number;
  /** The number of the attempt that was begun for the asker; null when none was. */
  readonly number: number | null;
  /** Seconds until it is due; not positive when it is. */
  readonly due_in: number;
  /** Seconds since an attempt of somebody else began that has not ended; null when there is none. */
  readonly under_way: number | null;
}

/** What came of an attempt, as its statement takes it. */
export interface AttemptOutcome {
  /** Seconds until the next attempt; null when there is none. */
  readonly next_in: number | null;
}

/** An attempt that ended. */
export interface EndedAttempt<Claimed, Outcome> {
  readonly claimed: Claimed;
  readonly outcome: Outcome & { readonly duration_ms: number };
}

/** How far attempts have got. */
export interface AttemptProgress {
  /** What was done, in a few words for operators. */
  readonly summary: string;
  /** Seconds until somebody has to look again; null when nobody has to. */
  readonly retryInSeconds: number | null;
}

/** What is to be attempted, and how; `Run` is for whom. */
export interface AttemptKind<Claimed extends ClaimedAttempt, Outcome extends AttemptOutcome, Run> {
  /**
   * A statement: answers what has the ids $1, and begins an attempt of all that is due. The row of an
   * attempt is there before anything leaves, and its number is taken once.
   */
  readonly claim: string;
  readonly maxConcurrentClaims: number;
  /** Attempts of one statement at most. */
  readonly maxBatch: number;
  /** Seconds until an attempt that did not end counts as lost with its process: more than it may take. */
  readonly lostAfter: number;
  /** Seconds until an attempt that somebody else makes is looked at again. */
  readonly retryInSeconds: number;
  idOf(claimed: Claimed): string;
  /** Why no attempt is to be made, or none now; null where nothing but its time keeps one back. */
  heldBack(claimed: Claimed): Promise<AttemptProgress | null>;
  /** Makes the attempt; that it fails is an outcome. @throws where another one may be made in its place */
  make(claimed: Claimed, run: Run): Promise<Outcome>;
  /** What is written of an attempt whose process ended before it could. */
  lost(claimed: Claimed, run: Run): Promise<Outcome>;
  /** Writes outcomes and all that follows from them, in one statement. */
  record(ended: readonly EndedAttempt<Claimed, Outcome>[]): Promise<unknown>;
  /** Has an outcome recorded: again where storage is away, or with what has to be committed with it. */
  keep(ended: EndedAttempt<Claimed, Outcome>, record: () => Promise<void>): Promise<void>;
  /** An outcome in a few words. */
  summarize(outcome: Outcome): string;
}

/** A timer of a run may be ahead of the database's clock by this many seconds. */
export const EARLY_SECONDS = 0.1;

/** What is said while an attempt goes on. */
export const UNDER_WAY = 'under way';

/**
 * Makes attempts of one kind: each is a row before it begins, and what came of it is written in batches.
 * Everything is safe to run twice, and in several processes at once.
 */
export class AttemptLedger<Claimed extends ClaimedAttempt, Outcome extends AttemptOutcome, Run> {
  private readonly claim: (id: string) => Promise<Claimed | null>;
  private readonly record: (ended: EndedAttempt<Claimed, Outcome>) => Promise<void>;
  /** Attempts that began before their run. */
  readonly eager = new EagerAttempts<AttemptProgress>();
  private readonly underWay = new Set<Promise<AttemptProgress>>();

  constructor(
    private readonly database: Queries,
    private readonly kind: AttemptKind<Claimed, Outcome, Run>,
  ) {
    const { maxBatch: maxItems, maxConcurrentClaims: concurrency } = kind;
    this.claim = createBatcher((ids) => this.claimAll(ids), { maxItems, concurrency });
    // One at a time: what ends meanwhile is written together.
    this.record = createBatcher((ended) => this.recordAll(ended), { maxItems });
  }

  /** Makes the attempt that is due, if one is. */
  async attempt(id: string, run: Run): Promise<AttemptProgress> {
    const claimed = await this.claim(id);
    if (!claimed) return { summary: 'gone', retryInSeconds: null };
    return claimed.number === null ? this.standing(claimed, run) : this.make(claimed, run);
  }

  /** What an attempt comes to in so many milliseconds; one that takes longer goes on by itself. */
  inTime(attempt: Promise<AttemptProgress>, milliseconds: number): Promise<AttemptProgress> {
    return withTimeout(milliseconds, attempt, this.madeElsewhere);
  }

  /** Resolves when what is under way has ended, after `milliseconds` at the latest. */
  async settled(milliseconds: number): Promise<void> {
    await withTimeout(milliseconds, Promise.allSettled(this.underWay), undefined);
  }

  /** That somebody has to look again at an attempt that goes on. */
  get madeElsewhere(): AttemptProgress {
    return { summary: UNDER_WAY, retryInSeconds: this.kind.retryInSeconds };
  }

  /** What there is to do where no attempt was begun: it is not due, or somebody else makes it or did. */
  private async standing(claimed: Claimed, run: Run): Promise<AttemptProgress> {
    const held = await this.kind.heldBack(claimed);
    if (held) return held;
    const { under_way: underWay, due_in: dueIn } = claimed;
    if (underWay === null && dueIn > EARLY_SECONDS)
      return { summary: 'waiting', retryInSeconds: dueIn };
    // One that is begun at this very moment is not seen yet.
    if ((underWay ?? 0) < this.kind.lostAfter) return this.madeElsewhere;
    return this.conclude(claimed, await this.kind.lost(claimed, run), underWay! * 1_000);
  }

  private make(claimed: Claimed, run: Run): Promise<AttemptProgress> {
    const startedAt = performance.now();
    const attempt = this.kind
      .make(claimed, run)
      .then((outcome) => this.conclude(claimed, outcome, performance.now() - startedAt))
      .finally(() => this.underWay.delete(attempt));
    this.underWay.add(attempt);
    return attempt;
  }

  private async conclude(
    claimed: Claimed,
    outcome: Outcome,
    milliseconds: number,
  ): Promise<AttemptProgress> {
    const ended = { claimed, outcome: { ...outcome, duration_ms: Math.round(milliseconds) } };
    await this.kind.keep(ended, () => this.record(ended));
    return { summary: this.kind.summarize(outcome), retryInSeconds: outcome.next_in };
  }

  private async claimAll(ids: readonly string[]): Promise<(Claimed | null)[]> {
    const rows = await this.database.query<Claimed>(this.kind.claim, [[...new Set(ids)]]);
    const left = new Map(rows.map((row) => [this.kind.idOf(row), row]));
    return ids.map((id) => {
      const row = left.get(id) ?? null;
      // Asked for twice at once: the second one finds it under way.
      if (row && row.number !== null) left.set(id, { ...row, number: null, under_way: 0 });
      return row;
    });
  }

  private async recordAll(ended: readonly EndedAttempt<Claimed, Outcome>[]): Promise<undefined[]> {
    await this.kind.record(ended);
    return ended.map(() => undefined);
  }
}
