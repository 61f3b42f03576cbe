import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeLock } from '../../src/embedded/lock.js';
import { findPostgresOrphan, POSTGRES_END } from '../../src/embedded/postgres-process.js';
import { endProcess } from '../../src/embedded/processes.js';
import { findTemporalOrphan, TEMPORAL_END } from '../../src/embedded/temporal-process.js';

/** How the directories of test servers begin. */
export const LEFTOVER = 'restante-test-';

// Milliseconds. A younger directory may belong to a run that has not taken its locks yet.
const YOUNG = 120_000;

/** Ends the servers and removes the directories of test runs that were killed. */
export async function removeLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(LEFTOVER));
  for (const name of names) {
    const path = join(tmpdir(), name);
    const { birthtimeMs } = await stat(path).catch(() => ({ birthtimeMs: Date.now() }));
    if (Date.now() - birthtimeMs > YOUNG) await removeUnlessUsed(path);
  }
}

async function removeUnlessUsed(path: string): Promise<void> {
  for (const server of ['postgres', 'temporal']) {
    const lock = await takeLock(path, server).catch(() => null);
    if (!lock) return;
  }
  const postgres = await findPostgresOrphan(join(path, 'postgres'));
  if (postgres) await endProcess(postgres.process, POSTGRES_END);
  const temporal = await findTemporalOrphan(path);
  if (temporal) await endProcess(temporal.process, TEMPORAL_END);
  await rm(path, { recursive: true, force: true });
}
