import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes what an embedded Temporal server that has stopped knew. @throws Error where there is nothing */
export async function removeTemporalStore(directory: string): Promise<void> {
  const files = (await readdir(directory)).filter((name) => /^temporal-.*\.db/.test(name));
  if (files.length === 0) throw new Error(`no store of Temporal in ${directory}`);
  for (const name of files) await rm(join(directory, name));
}
