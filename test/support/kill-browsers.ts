import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HOMES } from '../../src/browser/launch.js';

/** Directories of the Chromiums that a process started. */
export async function browserHomes(pid: number): Promise<readonly string[]> {
  const paths = (await readdir(dirname(HOMES))).map((name) => join(dirname(HOMES), name));
  return paths.filter((path) => path.startsWith(`${HOMES}${pid}-`));
}

/** Kills every Chromium of this process, by the number that its start left beside its profile. */
export async function killBrowsers(): Promise<void> {
  for (const home of await browserHomes(process.pid)) {
    const group = Number(await readFile(join(home, 'pid'), 'utf8').catch(() => '0'));
    try {
      if (group > 0) process.kill(-group, 'SIGKILL');
    } catch {
      // It has ended before.
    }
  }
}
