import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestServers } from './servers.js';

const VARIABLES: Record<keyof TestServers, string> = {
  database: 'RESTANTE_TEST_DATABASE_URL',
  temporal: 'RESTANTE_TEST_TEMPORAL_ADDRESS',
};

/**
 * Starts the servers of this run in a process of their own, from `dist/` (neither Jest's set-up nor
 * a child process loads our TypeScript). A server whose address is set already is used instead.
 */
export default async function setUp({ rootDir }: { rootDir: string }): Promise<void> {
  const missing = Object.entries(VARIABLES).filter(([, variable]) => !process.env[variable]);
  if (missing.length === 0) return;
  const servers = await startServers(
    rootDir,
    missing.map(([name]) => name),
  );
  for (const [name, variable] of missing)
    process.env[variable] = servers[name as keyof TestServers];
}

function startServers(rootDir: string, names: readonly string[]): Promise<TestServers> {
  const entry = join(rootDir, 'dist/test/support/servers.js');
  if (!existsSync(entry)) {
    spawnSync(process.execPath, [join(rootDir, 'build.mjs')], { cwd: rootDir, stdio: 'inherit' });
  }
  const child = spawn(process.execPath, [entry, ...names], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  globalThis.testServers = child;
  return new Promise((resolve, reject) => {
    child.once('message', (servers) => resolve(servers as TestServers));
    child.once('exit', (code) =>
      reject(new Error(`the test servers did not start (exit ${code})`)),
    );
  });
}
