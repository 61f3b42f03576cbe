import { spawn } from 'node:child_process';
import { open, readFile, stat } from 'node:fs/promises';
import { ownChild, type ServerProcess } from './processes.js';
import type { SpawnCommand } from './run-as.js';

/** A server just started, and what it has written to its log since. */
export interface SpawnedServer {
  readonly process: ServerProcess;
  /** The beginning and the end of its output, for an error message: one server says why at once, another at last. */
  readonly output: () => Promise<string>;
}

// Bytes after which the log of a server is begun anew at its next start.
const MAX_LOG_BYTES = 10 * 1024 * 1024;
const SAID_BYTES = 1_000;
// All that servers inherit: other processes of their user may read what stands in their environment,
// and that of the service holds its secrets.
const ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };

/** Starts a server whose output goes to a file, so that it can outlive this process. */
export async function spawnServer(command: SpawnCommand, logFile: string): Promise<SpawnedServer> {
  const log = await open(logFile, (await isLarge(logFile)) ? 'w' : 'a', 0o600);
  try {
    const begin = (await log.stat()).size;
    // A group of its own: the terminal's Ctrl-C must not reach it before the service has drained.
    const child = spawn(command.file, command.args, {
      ...command.options,
      cwd: '/',
      env: ENVIRONMENT,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    return { process: ownChild(child), output: () => saidSince(logFile, begin) };
  } finally {
    await log.close();
  }
}

const isLarge = (path: string) =>
  stat(path).then(
    ({ size }) => size > MAX_LOG_BYTES,
    () => false,
  );

async function saidSince(path: string, begin: number): Promise<string> {
  const said = (await readFile(path)).subarray(begin);
  const cut = said.length > 2 * SAID_BYTES;
  const parts = cut ? [said.subarray(0, SAID_BYTES), '[…]', said.subarray(-SAID_BYTES)] : [said];
  return parts.join('\n').trim();
}
