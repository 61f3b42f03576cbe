import { createIdleShare } from './idle-share.js';

// Rows a second of runs that can wait: each run costs tens of milliseconds of CPU.
const ROWS_A_SECOND = 20;
const ROWS_A_SECOND_WITH_MAIL = 2;
// What is not used is kept for so many seconds.
const KEPT_SECONDS = 1;
// Milliseconds since the last accepted mail that count as quiet.
const QUIET_AFTER_MS = 1_000;
// The idle part of machine or event loop at which mail feels nothing of them.
const PLENTY = 0.6;

/** How many rows of runs that can wait may be taken, and whether there is time: what comes in goes first. */
export class DeferrableShare {
  private acceptedAt = -Infinity;
  private lookedAt: number;
  private rows = ROWS_A_SECOND * KEPT_SECONDS;

  /** `idleShare` is the idle part of machine or event loop, from 0 to 1. */
  constructor(
    private readonly idleShare: () => number = createIdleShare(),
    private readonly now: () => number = Date.now,
  ) {
    this.lookedAt = now();
  }

  /** Something came in. */
  accepted(): void {
    this.acceptedAt = this.now();
  }

  /** Rows that may be taken now. */
  left(): number {
    const seconds = (this.now() - this.lookedAt) / 1_000;
    this.lookedAt = this.now();
    this.rows = Math.min(
      ROWS_A_SECOND * KEPT_SECONDS,
      this.rows + Math.max(0, seconds) * this.rate(),
    );
    return Math.floor(this.rows);
  }

  /** So many were taken. */
  took(rows: number): void {
    this.rows -= rows;
  }

  /** Whether what comes in feels nothing of what is done beside it. */
  get hasTime(): boolean {
    return this.now() - this.acceptedAt >= QUIET_AFTER_MS || this.idleShare() >= PLENTY;
  }

  private rate(): number {
    return this.hasTime ? ROWS_A_SECOND : ROWS_A_SECOND_WITH_MAIL;
  }
}
