import { IllegalStateError } from '@temporalio/common';
import { Runtime, type LogLevel, type Logger, type LogMetadata } from '@temporalio/worker';
import type { Log } from '../src/log.js';

const LEVELS = {
  TRACE: 'trace',
  DEBUG: 'debug',
  INFO: 'debug',
  WARN: 'warn',
  ERROR: 'error',
} as const satisfies Record<LogLevel, string>;

// What is kept of a line's details; others may hold payloads.
const FIELDS = ['sdkComponent', 'target', 'error', 'workflowId', 'activityType'] as const;
// Milliseconds for which the same complaint is not repeated: during an outage the SDK makes about
// twenty a second.
const QUIET_MS = 60_000;
// Complaints remembered at most.
const MAX_REMEMBERED = 200;

// What the SDK complains of and is meant to be: queues of activities alone have no workflows.
const MEANT = new Set(['No workflows registered, not polling for workflow tasks']);

/** The service's log as the SDK wants it; a warning that was just given is counted, not repeated. */
export function temporalLogger(log: Log, now: () => number = Date.now): Logger {
  const given = new Map<string, { at: number; left_out: number }>();

  const write = (said: LogLevel, message: string, meta: LogMetadata = {}) => {
    const level = MEANT.has(message) ? 'DEBUG' : said;
    const leftOut = level === 'WARN' || level === 'ERROR' ? repeats(message) : 0;
    if (leftOut === null) return;
    const fields = Object.fromEntries(FIELDS.map((name) => [name, meta[name] as unknown]));
    log[LEVELS[level]]({ ...fields, ...(leftOut > 0 && { leftOut }) }, message);
  };

  /** How often `message` was left out since it was last given; null: leave it out. */
  const repeats = (message: string): number | null => {
    // "retried 7 times" is the same complaint as "retried 6 times".
    const complaint = message.replace(/\d+/g, '#');
    const last = given.get(complaint);
    if (last && now() - last.at < QUIET_MS) {
      last.left_out++;
      return null;
    }
    if (given.size >= MAX_REMEMBERED) given.clear();
    given.set(complaint, { at: now(), left_out: 0 });
    return last?.left_out ?? 0;
  };

  return {
    log: write,
    trace: (message, meta) => write('TRACE', message, meta),
    debug: (message, meta) => write('DEBUG', message, meta),
    info: (message, meta) => write('INFO', message, meta),
    warn: (message, meta) => write('WARN', message, meta),
    error: (message, meta) => write('ERROR', message, meta),
  };
}

/** Sets up the SDK's process-wide part, before anything of it is used. The first call counts. */
export function installRuntime(log: Log): void {
  try {
    Runtime.install({
      logger: temporalLogger(log),
      telemetryOptions: { logging: { forward: {}, filter: { core: 'WARN', other: 'ERROR' } } },
      // The process stops its worker itself.
      shutdownSignals: [],
    });
  } catch (error) {
    if (!(error instanceof IllegalStateError)) throw error;
  }
}
