import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../crash/random.js';
import type { Proxy } from '../e2e/proxy.js';

const LONGEST_PAUSE = 10_000;
const LONGEST_STALL = 2_600;

/** Lets storage stall now and then until `stop`: what was sent arrives late, no connection is cut. */
export async function stallNowAndThen(
  proxy: Pick<Proxy, 'stall' | 'resume'>,
  random: Random,
  stop: AbortSignal,
): Promise<number> {
  let stalls = 0;
  for (; !stop.aborted; stalls++) {
    await sleep(random.below(LONGEST_PAUSE));
    proxy.stall();
    await sleep(random.below(LONGEST_STALL));
    proxy.resume();
  }
  return stalls;
}
