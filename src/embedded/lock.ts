import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startOf } from './processes.js';

/** Held while a service uses a directory. */
export interface Lock {
  release(): Promise<void>;
}

interface LockClaim {
  readonly file: string;
  readonly pid: number;
}

const TRIES = 4;

/**
 * Takes `<directory>/<name>.lock.<pid>.<start of the process>`, or fails when another live process
 * has one. Each claimant makes its own file first and looks for others second: of two that start
 * together at least one sees the other. The file of a process that is gone counts for nothing, so a
 * crash leaves nothing to clean up by hand.
 * @throws Error that names the other process.
 */
export async function takeLock(directory: string, name: string): Promise<Lock> {
  const prefix = `${name}.lock.`;
  const own = `${prefix}${process.pid}.${await startOf(process.pid)}`;
  const path = join(directory, own);
  let holder: LockClaim | undefined;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    // Two that see each other step back and try again, each after a time of its own.
    if (attempt > 0) await sleep(20 + Math.random() * 200);
    await claim(path, directory);
    holder = await otherClaim(directory, prefix, own);
    if (!holder) return { release: () => rm(path, { force: true }) };
    await rm(path, { force: true });
  }
  throw new Error(
    `${directory} is in use by another running service (process ${holder?.pid}). ` +
      'Stop that one, or give this one a DATA_DIR of its own.',
  );
}

/**
 * What `start` starts in `directory`, which holds the lock of `name` until it is stopped.
 * @throws what `takeLock` and `start` throw
 */
export async function locked<
  Server extends { readonly stop: (milliseconds?: number) => Promise<void> },
>(directory: string, name: string, start: () => Promise<Server>): Promise<Server> {
  const lock = await takeLock(directory, name);
  try {
    const server = await start();
    const stop = (milliseconds?: number) => server.stop(milliseconds).finally(() => lock.release());
    return { ...server, stop };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function claim(path: string, directory: string): Promise<void> {
  await writeFile(path, '', { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new Error(`${directory} is already in use by this process.`);
  });
}

async function otherClaim(
  directory: string,
  prefix: string,
  own: string,
): Promise<LockClaim | undefined> {
  const files = await readdir(directory);
  for (const file of files.filter((other) => other.startsWith(prefix) && other !== own)) {
    const [pid = '', start] = file.slice(prefix.length).split('.');
    if ((await startOf(Number(pid))) === start) return { file, pid: Number(pid) };
    await rm(join(directory, file), { force: true });
  }
  return undefined;
}
