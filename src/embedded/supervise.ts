import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.js';
import { endProcess, hurried, type EndStep, type ServerProcess } from './processes.js';

/** A server to be kept running. */
export interface Supervised {
  readonly name: string;
  readonly log: Log;
  /** Starts the server where it was, and resolves when it answers; gives up when `stopping`. */
  launch(stopping: AbortSignal): Promise<ServerProcess>;
  /** How it is asked to end, ever less politely. */
  readonly endSteps: readonly EndStep[];
}

// Milliseconds before a server that died is started again: the first and the longest wait.
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;
// One that ran for this long died of something new: waits begin anew.
const STEADY_MS = 10_000;

/** Ends the server for good. */
export interface Supervision {
  /** In about so many milliseconds; otherwise as patiently as `endSteps` say. */
  readonly stop: (milliseconds?: number) => Promise<void>;
}

/** Starts a server that runs now again whenever it dies, until `stop`. */
export function supervise(server: Supervised, first: ServerProcess): Supervision {
  const stopping = new AbortController();
  const current = { process: first };

  const watch = async () => {
    for (let wait = FIRST_WAIT_MS; ;) {
      const since = Date.now();
      await current.process.ended;
      if (stopping.signal.aborted) return;
      server.log.error({ server: server.name, pid: current.process.pid }, 'embedded server died');
      if (Date.now() - since > STEADY_MS) wait = FIRST_WAIT_MS;
      for (let next = null; !next && !stopping.signal.aborted; wait = longer(wait)) {
        await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
        next = stopping.signal.aborted ? null : await relaunch(server, stopping.signal);
        current.process = next ?? current.process;
      }
    }
  };

  const watching = watch();
  return {
    async stop(milliseconds = Infinity) {
      const steps = hurried(server.endSteps, milliseconds);
      stopping.abort();
      await endProcess(current.process, steps);
      await watching;
      // A start that was under way when the stop came has made one more process.
      await endProcess(current.process, steps);
    },
  };
}

const longer = (wait: number) => Math.min(wait * 2, LONGEST_WAIT_MS);

async function relaunch(server: Supervised, stopping: AbortSignal): Promise<ServerProcess | null> {
  try {
    const running = await server.launch(stopping);
    server.log.warn({ server: server.name, pid: running.pid }, 'embedded server runs again');
    return running;
  } catch (error) {
    server.log.error(
      { server: server.name, error: String(error) },
      'embedded server could not be started again',
    );
    return null;
  }
}
