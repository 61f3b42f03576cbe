import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from './processes.js';

const LOOK_EVERY = 20;

/** Whether a server gets ready before it ends or `within` milliseconds have passed. */
export async function becomesReady(
  server: ServerProcess,
  isReady: () => Promise<boolean>,
  within: number,
): Promise<boolean> {
  let over = false;
  // Also ends a question that nobody will answer any more.
  const ended = server.ended.then(() => !(over = true));
  const deadline = Date.now() + within;
  while (!over && Date.now() < deadline) {
    if (await Promise.race([isReady(), ended])) return !over;
    await sleep(LOOK_EVERY);
  }
  return false;
}
