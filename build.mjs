// Compiles TypeScript to dist/, only what changed; then packs the lexicon, and bundles the workflows and the
// service that production loads.
// Worker threads and child processes are started from dist/, since neither loads TypeScript.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const out = join(root, 'dist');
const folders = [
  ...['src', 'workflows', 'activities', 'workers', 'scripts', 'bench', 'test'],
  ...['model', 'lexicon'],
];
const copied = new Set(['.json', '.eml', '.txt', '.html', '.css', '.sql', '.tsv']);

/** Every file below a folder of `base`, with the time it was changed; none where there is no folder. */
function filesBelow(base) {
  const found = new Map();
  for (const folder of folders.map((name) => join(base, name)).filter(existsSync))
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) {
        const path = join(entry.parentPath, entry.name);
        found.set(path, statSync(path).mtimeMs);
      }
  return found;
}

async function compile(source, target) {
  // Loaded when there is something to do: most starts find everything compiled.
  const { transformFile } = await import('@swc/core');
  const { code, map } = await transformFile(source, { cwd: root, filename: source });
  await mkdir(dirname(target), { recursive: true });
  await writeFile(`${target}.map`, map);
  await writeFile(target, `${code}\n//# sourceMappingURL=${target.split('/').pop()}.map\n`);
}

const isTypeScript = (source) => source.endsWith('.ts') && !source.endsWith('.d.ts');
const targetOf = (source) => join(out, relative(root, source)).replace(/\.ts$/, '.js');

// Looked at in one go: every start asks. A layer of a container image has the sources without the compiler:
// nothing to do there.
const sources = filesBelow(root);
const built = filesBelow(out);
const targets = new Map(
  [...sources.keys()]
    .filter((source) => isTypeScript(source) || copied.has(extname(source)))
    .map((source) => [targetOf(source), source]),
);
await mkdir(out, { recursive: true });
const results = await Promise.allSettled(
  [...targets]
    .filter(([target, source]) => (built.get(target) ?? 0) < sources.get(source))
    .map(([target, source]) =>
      isTypeScript(source) ? compile(source, target) : cp(source, target, { recursive: true }),
    ),
);
// Once nothing is half written: what is there counts as made.
const failed = results.find(({ status }) => status === 'rejected');
if (failed) throw failed.reason;
// What a deleted or renamed source left behind: no old test or workflow is loaded.
await Promise.all(
  [...built.keys()]
    .filter((file) => !targets.has(file.replace(/\.map$/, '')))
    .map((file) => rm(file)),
);

const packer = join(out, 'scripts', 'lexicon-build.js');
if (existsSync(packer)) await import(packer).then(({ ensureLexicon }) => ensureLexicon());

const bundler = join(out, 'workers', 'bundle.js');
if (existsSync(bundler)) await import(bundler).then(({ ensureBundle }) => ensureBundle());

const service = join(out, 'scripts', 'service-build.js');
if (existsSync(service)) await import(service).then(({ ensureService }) => ensureService());
