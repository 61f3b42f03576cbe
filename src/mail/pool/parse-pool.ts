import type { Analysis } from '../analysis.js';
import { CHOICES, readChoiceModel } from '../model/choice.js';
import { DECISIONS, readModel } from '../model/model.js';
import { Job } from './parse-job.js';
import { ParseLane } from './parse-lane.js';
import { lexiconTables } from '../words/lexicon-file.js';

/** How a pool of parse threads is cut. */
export interface ParsePoolOptions {
  /** Threads for mail of ordinary size. Large mail has one more, started when it is needed. */
  readonly threads: number;
  /** The compiled `parse-worker.js`. */
  readonly workerFile: URL;
  /** Milliseconds that a mail may hold a thread (default 2,000). */
  readonly deadlineMs?: number;
  /** Milliseconds that a mail waits for a thread (default 1,500). */
  readonly waitMs?: number;
  /** Milliseconds that one that nobody waits for may hold a thread (default 8,000). */
  readonly unhurriedMs?: number;
  /** Mail of more bytes goes to the thread for large mail (default 256 KiB). */
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

/** How a mail is parsed, and who wants to know of it. */
export interface ParseContext {
  readonly receivedAt: Date;
  /** Nobody waits for it: it may wait for a thread as long as others do, and may take its time. */
  readonly unhurried?: boolean;
  /** Told how many milliseconds a thread had it for itself, each time one did. */
  readonly onParsed?: ((ms: number) => void) | undefined;
}

/** Analyses mail in worker threads. */
export interface ParsePool {
  /** The analysis; null when there is none in time or the mail broke a thread. */
  parse(raw: Buffer, context: ParseContext): Promise<Analysis | null>;
  stats(): ParsePoolStats;
  /** Ends all threads; what is under way answers null. */
  close(): Promise<void>;
}

/** What parses mail in another thread, for those who do not look after its pool. */
export type Parser = Pick<ParsePool, 'parse'>;

const DEFAULTS = {
  deadlineMs: 2_000,
  waitMs: 1_500,
  unhurriedMs: 8_000,
  smallBytes: 256 * 1024,
  patienceMs: 500,
};
// Milliseconds that a mail which was set apart waits for the thread for large mail.
const APART_WAIT = 250;
const MAX_MAILS = 32;

/**
 * Small mails that wait share a message to a free thread. A mail that holds a thread too long or
 * breaks it is set apart into the thread for large mail, so that it delays no other; the thread is
 * replaced and the mails that were sent along with it are read again.
 *
 * @throws Error that names a model or lexicon file which threads could not read.
 */
export function createParsePool(options: ParsePoolOptions): ParsePool {
  const { waitMs, deadlineMs, unhurriedMs, smallBytes, patienceMs } = { ...DEFAULTS, ...options };
  for (const decision of DECISIONS) readModel(decision);
  for (const decision of CHOICES) readChoiceModel(decision);
  // Threads that start from here on share its memory.
  lexiconTables();
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
    setApart: (job) => {
      job.waitAgain(APART_WAIT);
      large.submit(job);
    },
  });
  const lanes = [small, large];

  return {
    parse: (raw, { receivedAt, unhurried = false, onParsed }) =>
      new Promise((resolve) => {
        const times = unhurried
          ? { waitMs: Infinity, holdsMs: unhurriedMs }
          : { waitMs, holdsMs: deadlineMs };
        const job = new Job({ raw, receivedAt, onParsed, ...times }, (outcome) => {
          tally[outcome.kind]++;
          resolve(outcome.kind === 'parsed' ? outcome.analysis : null);
        });
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
