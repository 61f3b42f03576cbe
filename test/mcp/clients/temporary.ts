import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

// What is used here alone is no dependency: it comes from its registry to a folder that is removed.

const exec = promisify(execFile);
const MAX_OUTPUT = 64 * 1024 * 1024;

/** Runs a command to its end; what it printed. @throws Error with that, where it fails */
export async function ran(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const { stdout } = await exec(command, [...args], { ...options, maxBuffer: MAX_OUTPUT });
  return stdout;
}

/** A package of npm, as its module. */
export async function packageOf<Module>(directory: string, name: string, version: string) {
  const prefix = join(directory, 'npm');
  await mkdir(prefix, { recursive: true });
  await ran('npm', [
    'install',
    '--prefix',
    prefix,
    '--no-audit',
    '--no-fund',
    `${name}@${version}`,
  ]);
  const require = createRequire(join(prefix, 'index.js'));
  const module = (await import(pathToFileURL(require.resolve(name)).href)) as { default?: Module };
  // Older packages have all that they export as their default.
  return module.default ?? (module as Module);
}
