import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';

/** Idle time, and time in all. */
interface SpentTime {
  readonly idle: number;
  readonly total: number;
}

/** What a limit is told by. */
export interface LimitDeps {
  readonly now?: () => number;
  /** What may be at its limit: the time each has had so far. */
  readonly clocks?: () => readonly SpentTime[];
}

// The idle part of CPU time or event loop below which they are at their limit, and the milliseconds
// over which that is looked at.
const LITTLE_IDLE = 0.15;
const SAMPLE = 250;

/**
 * Whether machine or event loop had next to nothing to spare when they were last looked at. What can
 * wait then does, so that accepting mail need not.
 */
export function createLimit({
  now = Date.now,
  clocks = machineAndLoop,
}: LimitDeps = {}): () => boolean {
  let sampledAt = now();
  let last = clocks();
  let atLimit = false;
  return () => {
    if (now() - sampledAt < SAMPLE) return atLimit;
    const current = clocks();
    atLimit = current.some(({ idle, total }, i) => {
      const before = last[i]!;
      return idle - before.idle < LITTLE_IDLE * (total - before.total);
    });
    sampledAt = now();
    last = current;
    return atLimit;
  };
}

/** The CPUs of this machine, and the event loop of this process, where mail may be accepted too. */
function machineAndLoop(): readonly SpentTime[] {
  let idle = 0;
  let total = 0;
  for (const { times } of cpus()) {
    idle += times.idle;
    total += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  const loop = performance.eventLoopUtilization();
  return [
    { idle, total },
    { idle: loop.idle, total: loop.idle + loop.active },
  ];
}
