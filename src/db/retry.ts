import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.js';
import type { Log } from '../log.js';
import { isUnavailable } from './errors.js';

// Milliseconds that a start waits for Postgres, and between attempts.
const GIVE_UP_AFTER_MS = 60_000;
const RETRY_EVERY_MS = 500;

/**
 * What `work` answers once Postgres is there: at a start it may come up later than this process, or
 * be too busy to answer in time. @throws what `work` throws when it stays away.
 */
export async function oncePostgresAnswers<T>(
  log: Pick<Log, 'warn'>,
  work: () => Promise<T>,
  milliseconds = GIVE_UP_AFTER_MS,
): Promise<T> {
  for (const end = Date.now() + milliseconds; ; await sleep(RETRY_EVERY_MS)) {
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
