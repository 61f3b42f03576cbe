import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from './processes.js';

const LOOK_EVERY_MS = 20;

/** How long a server is waited for. */
export interface ReadinessLimit {
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** Ends the wait. */
  readonly stopping?: AbortSignal | undefined;
}

/** Whether a server gets ready before it ends or the patience does. */
export async function becomesReady(
  server: ServerProcess,
  isReady: () => Promise<boolean>,
  { timeoutMs, stopping }: ReadinessLimit,
): Promise<boolean> {
  let over = false;
  // Also ends a question that nobody will answer any more.
  const ended = server.ended.then(() => !(over = true));
  const deadline = Date.now() + timeoutMs;
  while (!over && !stopping?.aborted && Date.now() < deadline) {
    if (await Promise.race([isReady(), ended])) return !over;
    await sleep(LOOK_EVERY_MS);
  }
  return false;
}
