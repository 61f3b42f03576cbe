import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const entry = join(root, 'workflows', 'index.js');

/** Where the bundle is, beside the compiled folders. */
export const defaultBundlePath = join(root, 'workflow-bundle.js');

/**
 * Bundles the compiled workflows (a few seconds), unless the bundle that is there was made of the
 * same files by the same version of the SDK.
 */
export async function ensureBundle(): Promise<void> {
  const stamp = `// made of ${await fingerprint()}`;
  if (await isStamped(stamp)) return;
  // Loaded when there is something to do: every start asks.
  const { bundleWorkflowCode, DefaultLogger } = await import('@temporalio/worker');
  const { code } = await bundleWorkflowCode({
    workflowsPath: entry,
    logger: new DefaultLogger('WARN'),
  });
  // Two builds at once must not leave half of each.
  const unfinished = `${defaultBundlePath}.${process.pid}`;
  await writeFile(unfinished, `${stamp}\n${code}`);
  await rename(unfinished, defaultBundlePath);
}

async function isStamped(stamp: string): Promise<boolean> {
  if (!existsSync(defaultBundlePath)) return false;
  return (await readFile(defaultBundlePath, 'utf8')).startsWith(stamp);
}

/** A hash of every file of ours that the workflows reach, and of the SDK's version. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(await sdkVersion());
  for (const [path, text] of [...(await reachable(entry))].sort()) hash.update(path).update(text);
  return hash.digest('hex');
}

async function sdkVersion(): Promise<string> {
  const manifest = fileURLToPath(import.meta.resolve('@temporalio/workflow/package.json'));
  return readFile(manifest, 'utf8');
}

const RELATIVE_IMPORT = /(?:from|import)\s*\(?['"](\.{1,2}\/[^'"]+)['"]/g;

async function reachable(file: string, found = new Map<string, string>()) {
  if (found.has(file)) return found;
  const text = await readFile(file, 'utf8');
  found.set(file, text);
  for (const [, specifier] of text.matchAll(RELATIVE_IMPORT))
    await reachable(join(dirname(file), specifier!), found);
  return found;
}
