import type { Analysis } from './analysis.js';
import { ParseLane, type Job } from './parse-lane.js';

/** How a pool of parse threads is cut. */
export interface ParsePoolOptions {
  /** Threads for mail of ordinary size. Large mail has one more, started when it is needed. */
  readonly threads: number;
  /** The compiled `parse-worker.js`. */
  readonly workerFile: URL;
  /** Milliseconds from `parse` to the answer at the latest (default 2,000). */
  readonly deadlineMs?: number;
  /** Mail of more bytes goes to the thread for large mail (default 64 KiB). */
  readonly smallBytes?: number;
  /** Milliseconds that a small mail may hold a thread before it is set apart (default 500). */
  readonly patienceMs?: number;
}

/** What a pool has done and is doing. */
export interface ParsePoolStats {
  /** Mails that wait for a thread. */
  readonly queued: number;
  /** Mails that a thread is reading. */
  readonly running: number;
  readonly parsed: number;
  /** Mails that cannot be read. */
  readonly failed: number;
  readonly timedOut: number;
  /** Threads that were ended, or ended by themselves, with work at hand. */
  readonly workersLost: number;
}

/** What is known of a mail beside its bytes, and who wants to know of its reading. */
export interface ParseContext {
  readonly receivedAt: Date;
  /** Told how many milliseconds a thread had it for itself, each time one did. */
  readonly onParsed?: ((ms: number) => void) | undefined;
}

/** Analyses mail in worker threads. */
export interface ParsePool {
  /** The analysis; null when there is none before the deadline or the mail broke a thread. */
  parse(raw: Buffer, context: ParseContext): Promise<Analysis | null>;
  stats(): ParsePoolStats;
  /** Ends all threads; what is under way answers null. */
  close(): Promise<void>;
}

const DEFAULTS = { deadlineMs: 2000, smallBytes: 64 * 1024, patienceMs: 500 };
const MAX_MAILS = 32;

/**
 * Small mails that wait share a message to a free thread. A mail that holds a thread too long or
 * breaks it is set apart into the thread for large mail, so that it delays no other; the thread is
 * replaced and the mails that were sent along with it are read again.
 */
export function createParsePool(options: ParsePoolOptions): ParsePool {
  const { deadlineMs, smallBytes, patienceMs } = { ...DEFAULTS, ...options };
  const tally = { parsed: 0, failed: 0, timedOut: 0, workersLost: 0 };
  const onLost = () => tally.workersLost++;
  const { workerFile, threads } = options;
  const large = new ParseLane({ workerFile, threads: 1, keepIdle: false, maxMails: 1, onLost });
  const small = new ParseLane({
    workerFile,
    threads,
    keepIdle: true,
    maxMails: MAX_MAILS,
    patienceMs,
    onLost,
    setApart: (job) => large.submit(job),
  });
  const lanes = [small, large];

  return {
    parse: (raw, { receivedAt, onParsed }) =>
      new Promise((resolve) => {
        const job: Job = {
          raw,
          receivedAt,
          onParsed,
          deadline: performance.now() + deadlineMs,
          attempts: 0,
          settled: false,
          settle: (outcome) => {
            if (job.settled) return;
            job.settled = true;
            clearTimeout(timer);
            tally[outcome.kind]++;
            resolve(outcome.kind === 'parsed' ? outcome.analysis : null);
          },
        };
        const timer = setTimeout(() => job.settle({ kind: 'timedOut' }), deadlineMs);
        (raw.length <= smallBytes ? small : large).submit(job);
      }),
    stats: () => ({ ...tally, queued: sum(lanes, 'queued'), running: sum(lanes, 'running') }),
    async close() {
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}

const sum = (lanes: readonly ParseLane[], what: 'queued' | 'running') =>
  lanes.reduce((total, lane) => total + lane[what], 0);
