import { randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * The text of a file only its owner may read, made on first use. Whoever comes first decides: the
 * file appears whole or not at all, and processes that start together read the same text.
 */
export async function keptText(
  path: string,
  make: () => string | Promise<string>,
): Promise<string> {
  const kept = await readIfThere(path);
  if (kept !== null) return kept;
  const temporary = `${path}.${randomUUID()}`;
  await writePrivate(temporary, await make());
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  await syncDirectory(dirname(path));
  return readFile(path, 'utf8');
}

/** Writes a new file with mode 600 and waits until it is on disk. */
export async function writePrivate(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a file only its owner may read, or replaces it; it is on disk, whole, when this is done. */
export async function replacePrivate(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  await writePrivate(temporary, text);
  await rename(temporary, path);
  await syncDirectory(dirname(path));
}

/** Waits until the names in a directory are on disk. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
