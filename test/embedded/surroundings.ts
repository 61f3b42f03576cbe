import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { commandOf } from '../../src/embedded/processes.js';
import type { Log } from '../../src/log.js';

/** A log whose lines a test can read. */
export function collectingLog(): { log: Log; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return { log: pino({ level: 'info' }, { write }), lines };
}

/** An empty directory others may pass through, as DATA_DIR is, and its removal. */
export async function temporaryDirectory(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'restante-embedded-'));
  await chmod(path, 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

// Milliseconds. Ends what never comes: machines are slow at times.
const GUARD = 100_000;

/** Resolves with the first answer of `look` that is not null, asking again for a hundred seconds. */
export async function eventually<T>(look: () => Promise<T | null> | T | null): Promise<T> {
  const deadline = Date.now() + GUARD;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > deadline)
      throw new Error(`did not happen within ${GUARD} ms: ${look.toString()}`);
    await sleep(20);
  }
}

/** A service in a process of its own, holding the server at `address`. @throws what it was refused by. */
export async function startService(server: 'postgres' | 'temporal', dataDir: string) {
  const entry = fileURLToPath(new URL('../../dist/test/embedded/service.js', import.meta.url));
  const child = fork(entry, [server, dataDir], { detached: true });
  const ended = once(child, 'exit');
  const [message] = (await once(child, 'message')) as [{ address: string; refused?: string }];
  if (message.refused) throw new Error(message.refused);
  return {
    address: message.address,
    /** Sends a signal to the service and all processes of its group, as a terminal does. */
    async end(signal: NodeJS.Signals) {
      process.kill(-(child.pid ?? NaN), signal);
      await ended;
    },
  };
}

/** The process id in the first line of a file. */
export async function pidIn(path: string): Promise<number> {
  return Number.parseInt(await readFile(path, 'utf8'), 10);
}

/** Whether a process runs; one that has ended and that nobody waited for does not. */
export const isAlive = async (pid: number): Promise<boolean> => (await commandOf(pid)) !== null;
