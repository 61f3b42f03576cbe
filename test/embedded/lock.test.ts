import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { takeLock } from '../../src/embedded/lock.js';
import { startOf } from '../../src/embedded/processes.js';
import { temporaryDirectory } from './surroundings.js';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;

beforeEach(async () => {
  directory = await temporaryDirectory();
});

afterEach(() => directory.remove());

/** The lock file a process would have made. */
const lockOf = async (pid: number, start: string) =>
  writeFile(join(directory.path, `postgres.lock.${pid}.${start}`), '');

describe('the lock of a directory', () => {
  it('is free again when released', async () => {
    const lock = await takeLock(directory.path, 'postgres');
    await lock.release();

    await (await takeLock(directory.path, 'postgres')).release();

    expect(await readdir(directory.path)).toEqual([]);
  });

  it('is refused while the process that holds it lives, which is named', async () => {
    const holder = spawn('sleep', ['60'], { stdio: 'ignore' });
    await once(holder, 'spawn');
    await lockOf(holder.pid ?? 0, (await startOf(holder.pid ?? 0)) ?? '');

    await expect(takeLock(directory.path, 'postgres')).rejects.toThrow(
      `in use by another running service (process ${holder.pid})`,
    );
    holder.kill('SIGKILL');
  });

  it('counts for nothing when another process has the id of its holder now', async () => {
    await lockOf(process.ppid, 'another-start');

    const lock = await takeLock(directory.path, 'postgres');

    expect(await readdir(directory.path)).toHaveLength(1);
    await lock.release();
  });

  it('is one for each server of a directory', async () => {
    const locks = [
      await takeLock(directory.path, 'postgres'),
      await takeLock(directory.path, 'temporal'),
    ];

    expect(await readdir(directory.path)).toHaveLength(2);
    for (const lock of locks) await lock.release();
  });
});
