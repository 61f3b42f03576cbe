import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from '../e2e/service-process.js';

/** A process that is started again whenever it ends, as a service manager would. */
export interface Member {
  /** Resolves when the process that runs now, or one after it, is ready. */
  ready(): Promise<void>;
  /** Kills it, ready or not; waits for it while it is being started again. */
  kill(): Promise<void>;
  /** Ends it for good. */
  stop(): Promise<void>;
}

// Milliseconds before it is started again.
const PAUSE = 100;
// Starts in a row that may fail, as while Postgres recovers.
const FAILED_STARTS = 20;
const LAST_LINES = 1_500;

/** Keeps what `start` starts running; an end that nobody asked for is a problem. */
export function keepRunning(
  name: string,
  start: () => ServiceProcess,
  onProblem: (text: string) => void,
): Member {
  let current = start();
  let killed = false;
  let stopping = false;
  let failedStarts = 0;

  const followOne = async () => {
    const wasReady = await current.ready.then(
      () => true,
      () => false,
    );
    failedStarts = wasReady || killed ? 0 : failedStarts + 1;
    await current.ended;
    if (stopping || killed) return;
    if (wasReady || failedStarts === FAILED_STARTS)
      onProblem(`${name} ended by itself: ${current.output().slice(-LAST_LINES)}`);
  };
  const follow = async () => {
    for (;;) {
      await followOne();
      if (stopping) return;
      await sleep(PAUSE);
      if (stopping) return;
      killed = false;
      current = start();
    }
  };
  const following = follow();

  return {
    async ready() {
      while (!stopping) {
        const process = current;
        if ((await readyNow(process)) && !killed) return;
        await process.ended;
        await sleep(PAUSE);
      }
    },
    async kill() {
      // The one before may be gone and the next one not there yet.
      while (killed || current.hasEnded()) await sleep(PAUSE / 10);
      killed = true;
      current.kill('SIGKILL');
    },
    async stop() {
      stopping = true;
      await current.stop();
      await following;
    },
  };
}

const readyNow = (process: ServiceProcess) =>
  process.ready.then(
    () => !process.hasEnded(),
    () => false,
  );
