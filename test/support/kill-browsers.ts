import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Kills every Chromium of this process, by the number that its start left beside its profile. */
export async function killBrowsers(): Promise<void> {
  const homes = await readdir(tmpdir());
  for (const home of homes.filter((name) => name.startsWith(`restante-browser-${process.pid}-`))) {
    const group = Number(await readFile(join(tmpdir(), home, 'pid'), 'utf8').catch(() => '0'));
    try {
      if (group > 0) process.kill(-group, 'SIGKILL');
    } catch {
      // It has ended before.
    }
  }
}
