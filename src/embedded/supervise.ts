import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.js';
import { endProcess, type EndStep, type ServerProcess } from './processes.js';

/** A server to be kept running. */
export interface Supervised {
  readonly name: string;
  readonly log: Log;
  /** Starts the server where it was, and resolves when it answers. */
  launch(): Promise<ServerProcess>;
  /** How it is asked to end, ever less politely. */
  readonly endSteps: readonly EndStep[];
}

// Milliseconds before a server that died is started again: the first and the longest wait.
const FIRST_WAIT = 100;
const LONGEST_WAIT = 5_000;

/** Starts a server that runs now again whenever it dies, until `stop`. */
export function supervise(server: Supervised, first: ServerProcess): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let running = first;

  const watch = async () => {
    while (!stopping.signal.aborted) {
      await running.ended;
      if (stopping.signal.aborted) return;
      server.log.error({ server: server.name, pid: running.pid }, 'embedded server died');
      running = (await relaunch(server, stopping.signal)) ?? running;
    }
  };

  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await endProcess(running, server.endSteps);
      await watching;
      // A start that was under way when the stop came has made one more process.
      await endProcess(running, server.endSteps);
    },
  };
}

async function relaunch(server: Supervised, stopping: AbortSignal): Promise<ServerProcess | null> {
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    await sleep(wait, undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return null;
    try {
      const running = await server.launch();
      server.log.warn({ server: server.name, pid: running.pid }, 'embedded server runs again');
      return running;
    } catch (error) {
      server.log.error({ server: server.name, error: String(error) }, 'embedded server not back');
    }
  }
}
