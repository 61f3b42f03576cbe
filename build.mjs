// Compiles TypeScript to dist/, only what changed; then the workflow bundle that production loads.
// Worker threads and child processes are started from dist/, since neither loads TypeScript.
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const out = join(root, 'dist');
const folders = ['src', 'workflows', 'activities', 'workers', 'scripts', 'bench', 'test'];
const copied = new Set(['.json', '.eml', '.txt', '.html', '.css']);

const modified = async (path) => (existsSync(path) ? (await stat(path)).mtimeMs : 0);

async function sourceFiles(folder) {
  if (!existsSync(join(root, folder))) return [];
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

async function compile(source, target) {
  // Loaded when there is something to do: most starts find everything compiled.
  const { transformFile } = await import('@swc/core');
  const { code, map } = await transformFile(source, { cwd: root, filename: source });
  await mkdir(dirname(target), { recursive: true });
  await writeFile(`${target}.map`, map);
  await writeFile(target, `${code}\n//# sourceMappingURL=${target.split('/').pop()}.map\n`);
}

async function build(source) {
  const typescript = extname(source) === '.ts' && !source.endsWith('.d.ts');
  if (!typescript && !copied.has(extname(source))) return null;
  const target = join(out, relative(root, source)).replace(/\.ts$/, '.js');
  if ((await modified(target)) < (await modified(source))) {
    if (typescript) await compile(source, target);
    else await cp(source, target, { recursive: true });
  }
  return target;
}

/** Removes what a deleted or renamed source left behind, so that no old test or workflow is loaded. */
async function removeStale(kept) {
  for (const folder of folders) {
    for (const file of await sourceFiles(join('dist', folder)))
      if (!kept.has(file) && !kept.has(file.replace(/\.map$/, ''))) await rm(file);
  }
}

// A layer of a container image has the sources without the compiler: nothing to do there.
const sources = (await Promise.all(folders.map(sourceFiles))).flat();
await mkdir(out, { recursive: true });
const targets = await Promise.all(sources.map(build));
await removeStale(new Set(targets.filter(Boolean)));

const bundler = join(out, 'workers', 'bundle.js');
if (existsSync(bundler)) await import(bundler).then(({ ensureBundle }) => ensureBundle());
