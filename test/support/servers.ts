// The servers of a test run, in a process of their own that ends with the run: when Jest lets go of
// the channel, be it because it was killed, they are stopped and their directory is removed.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.js';
import { startEmbeddedTemporal } from '../../src/embedded/temporal.js';
import { createLog } from '../../src/log.js';
import { LEFTOVER, removeLeftovers } from './leftovers.js';
import { isHealthy } from './temporal-health.js';

/** Addresses of the servers of a run; those that were not asked for are missing. */
export interface TestServers {
  readonly database?: string;
  readonly temporal?: string;
}

interface Started {
  readonly address: string;
  readonly stop: () => Promise<void>;
}

// What is lost when the machine stops does not matter here.
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '500',
};

const log = createLog('error');
const dataDir = await mkdtemp(join(tmpdir(), LEFTOVER));
await chmod(dataDir, 0o711);

const starts: Record<keyof TestServers, () => Promise<Started>> = {
  async database() {
    const { url, stop } = await startEmbeddedPostgres({ dataDir, log, settings: SETTINGS });
    return { address: url, stop };
  },
  temporal: () =>
    startEmbeddedTemporal({ dataDir, log, uiPort: 0, isHealthy, onProgress: console.error }),
};

const wanted = process.argv.slice(2) as (keyof TestServers)[];
const starting = Promise.allSettled(wanted.map((name) => starts[name]()));

let stopping: Promise<void> | undefined;
async function stop(exitCode: number): Promise<void> {
  const started = (await starting).filter((result) => result.status === 'fulfilled');
  await Promise.all(started.map(({ value }) => value.stop()));
  await rm(dataDir, { recursive: true, force: true });
  process.exit(exitCode);
}
const stopOnce = (exitCode: number) => (stopping ??= stop(exitCode));
process.once('disconnect', () => void stopOnce(0));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stopOnce(0));
}

const failure = (await starting).find((result) => result.status === 'rejected');
if (failure) {
  console.error(failure.reason);
  await stopOnce(1);
}
const addresses = (await starting).map((result, index) => [
  wanted[index],
  result.status === 'fulfilled' ? result.value.address : '',
]);
if (process.connected) process.send?.(Object.fromEntries(addresses));
await removeLeftovers().catch((error: unknown) => console.error(error));
