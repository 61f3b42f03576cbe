import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';

/** Idle time, and time in all. */
interface SpentTime {
  readonly idle: number;
  readonly total: number;
}

interface IdleShareDeps {
  readonly now?: () => number;
  /** What may have none left: the time each has had so far. */
  readonly clocks?: () => readonly SpentTime[];
}

// Milliseconds over which it is looked at.
const SAMPLE_MS = 250;

/**
 * The idle part, from 0 to 1, of CPU time or event loop, whichever was less when they were last looked
 * at. What can wait does while it is small, so that accepting mail need not.
 */
export function createIdleShare({
  now = Date.now,
  clocks = machineAndLoop,
}: IdleShareDeps = {}): () => number {
  let sampledAt = now();
  let last = clocks();
  let share = 1;
  return () => {
    if (now() - sampledAt < SAMPLE_MS) return share;
    const current = clocks();
    share = Math.min(...current.map((clock, i) => idlePart(clock, last[i]!)));
    sampledAt = now();
    last = current;
    return share;
  };
}

const idlePart = (now: SpentTime, before: SpentTime) =>
  (now.idle - before.idle) / (now.total - before.total || 1);

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
