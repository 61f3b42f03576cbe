import type { Piscina } from 'piscina';
import type { Job } from './parse-job.js';
import type { ParseRequest, ParseResponse } from './parse-message.js';
import { openThreads } from './threads.js';

/** Threads of one kind. */
export interface LaneOptions {
  readonly workerFile: URL;
  readonly threads: number;
  /** Whether threads stay when there is nothing to do; otherwise they end after a while. */
  readonly keepIdle: boolean;
  /** Mails in one message to a thread. */
  readonly maxMails: number;
  /** Milliseconds a mail may hold a thread; without it, as long as the mail says. */
  readonly patienceMs?: number;
  onLost(): void;
  /** Takes a mail that held or broke a thread; without it, such a mail has failed. */
  setApart?(job: Job): void;
}

const MAX_BYTES = 256 * 1024;
/** Fewer mails than these go to one thread rather than to several. */
const WORTH_A_THREAD = 8;
const MAX_ATTEMPTS = 3;
/** A thread that has not begun by then never will. */
const START_MS = 10_000;
/** Looks at a thread while one mail may hold it. */
const LOOKS = 10;

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
    // What comes in the same turn of the loop, over whatever sockets, goes together.
    if (this.waiting.length === 1) setImmediate(() => this.dispatch());
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
      if (batch.length > 0 && bytes + job.options.raw.length > MAX_BYTES) break;
      taken++;
      if (job.settled) continue;
      batch.push(job);
      bytes += job.options.raw.length;
    }
    this.waiting = this.waiting.slice(taken);
    return batch;
  }

  private async run(batch: readonly Job[]): Promise<void> {
    this.busyThreads++;
    this.running += batch.length;
    for (const job of batch) job.begin();
    const progress = new SharedArrayBuffer(4);
    const began = performance.now();
    const tooLong = new AbortController();
    try {
      const results = await this.ask(batch, progress, tooLong);
      batch.forEach((job, index) => {
        const analysis = results[index];
        job.settle(analysis ? { kind: 'parsed', analysis } : { kind: 'failed' });
      });
    } catch {
      const kind = tooLong.signal.aborted ? 'timedOut' : 'failed';
      this.recover(batch, new Int32Array(progress)[0]! - 1, kind);
    } finally {
      this.busyThreads--;
      this.running -= batch.length;
      if (batch.length === 1) batch[0]!.options.onParsed?.(performance.now() - began);
      this.dispatch();
    }
  }

  /** Rejects when the thread took too long, which ends it, or ended by itself. */
  private async ask(
    batch: readonly Job[],
    progress: SharedArrayBuffer,
    tooLong: AbortController,
  ): Promise<ParseResponse> {
    const request = toRequest(batch, progress);
    const holdsMs = this.options.patienceMs ?? batch[0]!.options.holdsMs;
    const stopWatching = watchProgress(new Int32Array(progress), holdsMs, () => tooLong.abort());
    try {
      this.pool ??= this.openPool();
      return await this.pool.run(request, {
        transferList: [request.bytes],
        signal: tooLong.signal,
      });
    } finally {
      stopWatching();
    }
  }

  /** `culprit` is the index of the mail that was being read; -1 when none was yet. */
  private recover(batch: readonly Job[], culprit: number, kind: 'failed' | 'timedOut'): void {
    if (!this.closed) this.options.onLost();
    const again: Job[] = [];
    batch.forEach((job, index) => {
      if (job.settled) return;
      if (this.closed || job.attempts >= MAX_ATTEMPTS) job.settle({ kind: 'failed' });
      else if (index !== culprit) again.push(job);
      else if (this.options.setApart) this.options.setApart(job);
      else job.settle({ kind });
    });
    this.waiting = [...again, ...this.waiting];
  }

  private openPool(): Piscina<ParseRequest, ParseResponse> {
    const { workerFile, threads, keepIdle } = this.options;
    const pool = openThreads<ParseRequest, ParseResponse>(
      workerFile,
      keepIdle ? threads : 0,
      threads,
    );
    // A thread that fails without work at hand is replaced; there is nobody to tell.
    pool.on('error', () => this.options.onLost());
    return pool;
  }
}

/** Calls `end` when one mail is under way for `holdsMs`, or a thread does not begin at all; what it answers stops that. */
function watchProgress(progress: Int32Array, holdsMs: number, end: () => void): () => void {
  let since = performance.now();
  let seen = 0;
  const look = () => {
    const current = Atomics.load(progress, 0);
    if (current !== seen) since = performance.now();
    seen = current;
    if (performance.now() - since > (current === 0 ? START_MS : holdsMs)) end();
  };
  const timer = setInterval(look, holdsMs / LOOKS);
  return () => clearInterval(timer);
}

function toRequest(batch: readonly Job[], progress: SharedArrayBuffer): ParseRequest {
  const bytes = new Uint8Array(batch.reduce((sum, { options }) => sum + options.raw.length, 0));
  const ends: number[] = [];
  let end = 0;
  for (const { options } of batch) {
    const { raw } = options;
    bytes.set(raw, end);
    end += raw.length;
    ends.push(end);
  }
  const receivedAt = batch.map((job) => job.options.receivedAt.getTime());
  return { bytes: bytes.buffer, ends, receivedAt, progress };
}
