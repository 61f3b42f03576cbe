import { cpus } from 'node:os';
import { performance, type EventLoopUtilization } from 'node:perf_hooks';

/** When the next run of deliveries may start: mail that comes in goes first. */
export interface Room {
  /** A batch of mail was accepted. */
  accepted(): void;
  /** A run started whose oldest delivery is this many seconds old. */
  started(lagSeconds: number): void;
  /** Milliseconds until the next run; none left when not positive. */
  left(): number;
}

/** What room depends on. */
export interface RoomDeps {
  readonly now?: () => number;
  /** What may be at its limit: the time each has had so far. */
  readonly clocks?: () => readonly SpentTime[];
}

/** Idle time, and time in all. */
interface SpentTime {
  readonly idle: number;
  readonly total: number;
}

// Milliseconds since the last accepted mail that count as quiet.
const QUIET_AFTER = 150;
// A run costs about 20 ms of CPU, however many deliveries it makes: while mail comes in, the next one
// waits this many milliseconds for company.
const PAUSE = 100;
// The same on a machine or an event loop that is at its limit, unless deliveries have waited for long.
const PAUSE_AT_LIMIT = 1_000;
const PATIENCE = 20;
// The idle part of the CPU time and of the event loop below which they are at their limit, and the
// milliseconds over which that is looked at.
const LITTLE_IDLE = 0.15;
const SAMPLE = 250;

/** Follows the mail that is accepted and what the machine has left. */
export function createRoom({ now = Date.now, clocks = machineAndLoop }: RoomDeps = {}): Room {
  const isAtLimit = createLimit(now, clocks);
  let acceptedAt = -Infinity;
  let startedAt = -Infinity;
  let lag = 0;

  const pause = () => {
    if (now() - acceptedAt >= QUIET_AFTER) return 0;
    return isAtLimit() && lag < PATIENCE ? PAUSE_AT_LIMIT : PAUSE;
  };

  return {
    accepted() {
      acceptedAt = now();
    },
    started(lagSeconds) {
      startedAt = now();
      lag = lagSeconds;
    },
    left: () => startedAt + pause() - now(),
  };
}

/** Whether one of the clocks had next to nothing to spare when it was last looked at. */
function createLimit(now: () => number, clocks: () => readonly SpentTime[]): () => boolean {
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
  const loop: EventLoopUtilization = performance.eventLoopUtilization();
  return [
    { idle, total },
    { idle: loop.idle, total: loop.idle + loop.active },
  ];
}
