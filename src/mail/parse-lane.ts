import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Analysis } from './analysis.js';
import type { ParseRequest, ParseResponse } from './parse-message.js';

/** How a mail's parse ended. */
export type Outcome =
  | { readonly kind: 'parsed'; readonly analysis: Analysis }
  | { readonly kind: 'failed' }
  | { readonly kind: 'timedOut' };

/** A mail to parse and whom to tell. */
export interface Job {
  readonly raw: Buffer;
  readonly receivedAt: Date;
  readonly onParsed?: ((ms: number) => void) | undefined;
  /** On the clock of `performance.now()`. */
  readonly deadline: number;
  /** Threads it was given to. */
  attempts: number;
  settled: boolean;
  settle(outcome: Outcome): void;
}

/** Threads of one kind. */
export interface LaneOptions {
  readonly workerFile: URL;
  readonly threads: number;
  /** Whether threads stay when there is nothing to do; otherwise they end after a while. */
  readonly keepIdle: boolean;
  /** Mails in one message to a thread. */
  readonly maxMails: number;
  /** Milliseconds a mail may hold a thread; without it, until the mail's deadline. */
  readonly patienceMs?: number;
  onLost(): void;
  /** Takes a mail that held or broke a thread; without it, such a mail has failed. */
  setApart?(job: Job): void;
}

const MAX_BYTES = 256 * 1024;
/** Fewer mails than these go to one thread rather than to several. */
const WORTH_A_THREAD = 8;
const MAX_ATTEMPTS = 3;
const IDLE_MS = 30_000;
/** A thread that has not begun by then never will. */
const START_MS = 10_000;
/** A mail set apart with less time left than this is not tried again. */
const WORTH_TRYING_MS = 50;
/** A small young generation costs little speed and saves a third of an idle thread's memory. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

/** Threads and the mails that wait for them. */
export class ParseLane {
  private pool: Piscina<ParseRequest, ParseResponse> | null = null;
  private waiting: Job[] = [];
  private busyThreads = 0;
  private closed = false;
  running = 0;

  constructor(private readonly options: LaneOptions) {
    if (options.keepIdle) this.pool = this.openPool();
  }

  get queued(): number {
    return this.waiting.length;
  }

  submit(job: Job): void {
    if (this.closed) {
      job.settle({ kind: 'failed' });
      return;
    }
    this.waiting.push(job);
    // What is submitted in the same turn of the loop goes together.
    if (this.waiting.length === 1) queueMicrotask(() => this.dispatch());
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const job of this.waiting) job.settle({ kind: 'failed' });
    this.waiting = [];
    await this.pool?.destroy();
  }

  private dispatch(): void {
    while (this.busyThreads < this.options.threads && this.waiting.length > 0 && !this.closed) {
      const batch = this.nextBatch();
      if (batch.length > 0) void this.run(batch);
    }
  }

  private nextBatch(): Job[] {
    const free = this.options.threads - this.busyThreads;
    const share = Math.max(WORTH_A_THREAD, Math.ceil(this.waiting.length / free));
    const batch: Job[] = [];
    let bytes = 0;
    let taken = 0;
    for (const job of this.waiting) {
      if (batch.length >= Math.min(share, this.options.maxMails)) break;
      if (batch.length > 0 && bytes + job.raw.length > MAX_BYTES) break;
      taken++;
      if (job.settled) continue;
      batch.push(job);
      bytes += job.raw.length;
    }
    this.waiting = this.waiting.slice(taken);
    return batch;
  }

  private async run(batch: readonly Job[]): Promise<void> {
    this.busyThreads++;
    this.running += batch.length;
    for (const job of batch) job.attempts++;
    const progress = new SharedArrayBuffer(4);
    const began = performance.now();
    try {
      const results = await this.ask(batch, progress);
      batch.forEach((job, index) => job.settle(toOutcome(results[index])));
    } catch {
      this.recover(batch, new Int32Array(progress)[0]! - 1);
    } finally {
      this.busyThreads--;
      this.running -= batch.length;
      if (batch.length === 1) batch[0]!.onParsed?.(performance.now() - began);
      this.dispatch();
    }
  }

  /** Rejects when the thread took too long, which ends it, or ended by itself. */
  private async ask(batch: readonly Job[], progress: SharedArrayBuffer): Promise<ParseResponse> {
    const request = toRequest(batch, progress);
    const tooLong = new AbortController();
    const watch = this.watch(batch, progress, () => tooLong.abort());
    try {
      this.pool ??= this.openPool();
      return await this.pool.run(request, {
        transferList: [request.bytes],
        signal: tooLong.signal,
      });
    } finally {
      watch.stop();
    }
  }

  private watch(batch: readonly Job[], progress: SharedArrayBuffer, end: () => void): Watch {
    const { patienceMs } = this.options;
    if (patienceMs !== undefined) return watchProgress(new Int32Array(progress), patienceMs, end);
    const timer = setTimeout(end, Math.max(1, batch[0]!.deadline - performance.now()));
    return { stop: () => clearTimeout(timer) };
  }

  /** `culprit` is the index of the mail that was being read; -1 when none was yet. */
  private recover(batch: readonly Job[], culprit: number): void {
    if (!this.closed) this.options.onLost();
    const again: Job[] = [];
    batch.forEach((job, index) => {
      if (job.settled) return;
      if (this.closed || job.attempts >= MAX_ATTEMPTS) job.settle({ kind: 'failed' });
      else if (index === culprit) this.setApart(job);
      else again.push(job);
    });
    this.waiting = [...again, ...this.waiting];
  }

  private setApart(job: Job): void {
    const left = job.deadline - performance.now();
    if (this.options.setApart && left > WORTH_TRYING_MS) this.options.setApart(job);
    else job.settle({ kind: left > 0 ? 'failed' : 'timedOut' });
  }

  private openPool(): Piscina<ParseRequest, ParseResponse> {
    const { workerFile, threads, keepIdle } = this.options;
    const pool = new Piscina<ParseRequest, ParseResponse>({
      filename: fileURLToPath(workerFile),
      minThreads: keepIdle ? threads : 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      resourceLimits: LIMITS,
      recordTiming: false,
    });
    // A thread that fails without work at hand is replaced; there is nobody to tell.
    pool.on('error', () => this.options.onLost());
    return pool;
  }
}

interface Watch {
  stop(): void;
}

/** Calls `end` when one mail is under way for so long, or a thread does not begin at all. */
function watchProgress(progress: Int32Array, patienceMs: number, end: () => void): Watch {
  const started = performance.now();
  let seen = 0;
  const look = () => {
    const current = Atomics.load(progress, 0);
    const isStuck = current === 0 ? performance.now() - started > START_MS : current === seen;
    seen = current;
    if (isStuck) end();
  };
  const timer = setInterval(look, patienceMs / 2);
  return { stop: () => clearInterval(timer) };
}

function toRequest(batch: readonly Job[], progress: SharedArrayBuffer): ParseRequest {
  const bytes = new Uint8Array(batch.reduce((sum, { raw }) => sum + raw.length, 0));
  const ends: number[] = [];
  let end = 0;
  for (const { raw } of batch) {
    bytes.set(raw, end);
    end += raw.length;
    ends.push(end);
  }
  const receivedAt = batch.map((job) => job.receivedAt.getTime());
  return { bytes: bytes.buffer, ends, receivedAt, progress };
}

function toOutcome(result: Analysis | null | undefined): Outcome {
  return result ? { kind: 'parsed', analysis: result } : { kind: 'failed' };
}
