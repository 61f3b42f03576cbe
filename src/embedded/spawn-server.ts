import { spawn } from 'node:child_process';
import { open, readFile, stat } from 'node:fs/promises';
import { ownChild, type ServerProcess } from './processes.js';
import type { SpawnCommand } from './run-as.js';

/** A server just started, and what it has written to its log since. */
export interface SpawnedServer {
  readonly process: ServerProcess;
  /** The end of its output, for an error message. */
  readonly output: () => Promise<string>;
}

// Bytes after which the log of a server is begun anew at its next start.
const MAX_LOG_BYTES = 10 * 1024 * 1024;
const MAX_SAID_LENGTH = 2_000;
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
    return { process: ownChild(child), output: () => tail(logFile, begin) };
  } finally {
    await log.close();
  }
}

const isLarge = (path: string) =>
  stat(path).then(
    ({ size }) => size > MAX_LOG_BYTES,
    () => false,
  );

async function tail(path: string, begin: number): Promise<string> {
  const text = await readFile(path);
  return text.subarray(begin).toString().slice(-MAX_SAID_LENGTH).trim();
}
