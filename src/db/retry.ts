import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.js';
import type { Log } from '../log.js';
import { isUnavailable } from './errors.js';

// Milliseconds that a start waits for Postgres, and between attempts.
const PATIENCE = 60_000;
const LOOK_EVERY = 500;

/**
 * What `work` answers once Postgres is there: at a start it may come up later than this process, or
 * be too busy to answer in time. @throws what `work` throws when it stays away.
 */
export async function oncePostgresAnswers<T>(
  log: Pick<Log, 'warn'>,
  work: () => Promise<T>,
  milliseconds = PATIENCE,
): Promise<T> {
  for (const end = Date.now() + milliseconds; ; await sleep(LOOK_EVERY)) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error) || Date.now() > end) throw error;
      log.warn('Postgres does not answer yet');
    }
  }
}

const isAway = (error: unknown) =>
  error instanceof AppError ? error.status === 503 : isUnavailable(error);
