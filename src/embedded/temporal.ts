import type { Log } from '../log.js';
import { prepareDataDir } from './data-dir.js';
import { freePort, isFree, onFreePort } from './free-port.js';
import { locked } from './lock.js';
import { thisMachine } from './machine.js';
import { supervise } from './supervise.js';
import { findTemporal } from './temporal-binary.js';
import type { Machine } from './temporal-fetch.js';
import {
  addressOf,
  adoptTemporal,
  startTemporal,
  TEMPORAL_END,
  type TemporalLaunch,
  type TemporalProcess,
} from './temporal-process.js';

interface EmbeddedTemporalOptions {
  /** Holds its store, its log and its pid file. One service at a time. */
  readonly dataDir: string;
  readonly log: Log;
  /** Gives up a start that is under way. */
  readonly signal?: AbortSignal | undefined;
  /** Where the UI is wanted; 0 or a port that is taken means a free one. */
  readonly uiPort: number;
  /** Whether the server at an address answers real calls. */
  readonly isHealthy: (address: string) => Promise<boolean>;
  /** Made when it is missing (default `default`). */
  readonly namespace?: string;
  /** A `temporal` program to use. */
  readonly cli?: string | undefined;
  /** Where a fetched program is kept (default `~/.cache/restante`). */
  readonly cacheDir?: string | undefined;
  /** Told every few seconds while a program is fetched; the log is told otherwise. */
  readonly onProgress?: (line: string) => void;
  /** Replaced by tests only. */
  readonly machine?: Machine;
}

/** A Temporal development server that runs as a child process and is started again when it dies. */
export interface EmbeddedTemporal {
  /** `host:port`. The same as long as the service runs. */
  readonly address: string;
  readonly uiUrl: string;
  /** In about so many milliseconds. */
  readonly stop: (milliseconds?: number) => Promise<void>;
}

/**
 * Finds or fetches a `temporal` program and starts its development server on free ports of the
 * loopback interface, or takes over the one that a killed service left running.
 * @throws Error that lists the ways out when there is no program, or with what the server said.
 */
export async function startEmbeddedTemporal(
  options: EmbeddedTemporalOptions,
): Promise<EmbeddedTemporal> {
  const dataDir = await prepareDataDir(options.dataDir);
  return locked(dataDir, 'temporal', () => runServer({ ...options, dataDir }));
}

async function runServer(options: EmbeddedTemporalOptions): Promise<EmbeddedTemporal> {
  const { log, dataDir, isHealthy, namespace = 'default' } = options;
  const binary = await findTemporal({
    ...options,
    machine: options.machine ?? thisMachine,
    onProgress: options.onProgress ?? ((line) => log.info(line)),
  });
  const launch = { binary, dataDir, namespace, log, isHealthy };
  const first = (await adoptTemporal(launch)) ?? (await startOnFreePorts(launch, options));
  const { stop } = supervise(
    {
      name: 'temporal',
      log,
      endSteps: TEMPORAL_END,
      launch: async (stopping) => (await startTemporal(launch, first, stopping)).process,
    },
    first.process,
  );
  return { address: addressOf(first.port), uiUrl: `http://${addressOf(first.uiPort)}`, stop };
}

async function startOnFreePorts(
  launch: TemporalLaunch,
  { uiPort: wanted, signal }: Pick<EmbeddedTemporalOptions, 'uiPort' | 'signal'>,
): Promise<TemporalProcess> {
  return onFreePort(async (port) => {
    const uiPort = wanted > 0 && (await isFree(wanted)) ? wanted : await freePort();
    if (wanted > 0 && uiPort !== wanted) {
      launch.log.warn({ wanted, uiPort }, 'port of the Temporal UI is taken: another one is used');
    }
    return startTemporal(launch, { port, uiPort }, signal);
  });
}
