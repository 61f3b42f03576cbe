import type { Database } from './db/database.js';
import { withTimeout } from './deadline.js';
import { readHold } from './restores/hold.js';

/** Whether this process can serve, and what it says about the parts it needs. */
export interface Readiness {
  readonly ready: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What a part of the process says of itself: `ok`, or why not. */
export type ReadinessCheck = () => string | Promise<string>;

/** The parts that are asked; those of other processes say so. */
export interface Checks {
  readonly temporal: ReadinessCheck;
  readonly worker: ReadinessCheck;
  readonly smtp: ReadinessCheck;
  readonly imap: ReadinessCheck;
}

const DEADLINE_MS = 1_500;
const ELSEWHERE = 'not in this process';

// What a part that listens says where nothing is wrong.
const HERE = ['ok', ELSEWHERE];

/** For a part that runs in other processes, if at all. */
export const elsewhere: ReadinessCheck = () => ELSEWHERE;

/**
 * Asks all parts (docs/interface.md, Head). Only Postgres decides: without Temporal or
 * a worker mail is accepted and waits are answered as before.
 */
export async function readReadiness(
  database: Database,
  checks: Checks,
  outboxLag: () => Promise<number>,
): Promise<Readiness> {
  const [postgres, temporal, worker, smtp, imap, lag, hold] = await Promise.all([
    answerOf(async () => {
      await database.query('SELECT 1');
      return 'ok';
    }),
    answerOf(checks.temporal),
    answerOf(checks.worker),
    answerOf(checks.smtp),
    answerOf(checks.imap),
    outboxLag().catch(() => null),
    readHold(database).catch(() => null),
  ]);
  const ready = postgres === 'ok' && [smtp, imap].every((part) => HERE.includes(part));
  return {
    ready,
    body: {
      status: ready ? 'ok' : 'unavailable',
      checks: { postgres, temporal, worker, smtp, imap },
      outbox_lag_seconds: lag,
      // Only while it is so: whoever reads the rest may do without.
      ...(hold && { outgoing_held_since: hold.since }),
    },
  };
}

function answerOf(check: ReadinessCheck): Promise<string> {
  const asked = Promise.resolve()
    .then(check)
    .catch(() => 'unavailable');
  return withTimeout(DEADLINE_MS, asked, 'no answer');
}
